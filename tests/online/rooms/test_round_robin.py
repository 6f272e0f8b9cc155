"""The schedule of a round-robin, for every number of players there can be."""

from __future__ import annotations

from collections import Counter

import pytest

from noughts.online.rooms.round_robin import rounds
from noughts.online.rooms.tournaments import MOST_PLAYERS


@pytest.mark.parametrize("count", range(2, MOST_PLAYERS + 1))
def test_everybody_meets_everybody_once_on_balanced_sides(count: int) -> None:
    schedule = rounds(count)
    pairs = [pair for each in schedule for pair in each]
    assert sorted(tuple(sorted(pair)) for pair in pairs) == [
        (one, other) for one in range(count) for other in range(one + 1, count)
    ]
    had_x = Counter(x for x, _ in pairs)
    assert {2 * had_x[player] - (count - 1) for player in range(count)} <= (
        {0} if count % 2 else {-1, 1}
    )


@pytest.mark.parametrize("count", range(2, MOST_PLAYERS + 1))
def test_in_each_round_everybody_plays_once_but_for_one_who_rests(count: int) -> None:
    schedule = rounds(count)
    assert len(schedule) == count - 1 + count % 2
    resting = []
    for each in schedule:
        players = Counter(player for pair in each for player in pair)
        assert set(players.values()) <= {1}
        resting += sorted(set(range(count)) - set(players))
    assert sorted(resting) == (list(range(count)) if count % 2 else [])
