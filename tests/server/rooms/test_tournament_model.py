"""Small tournaments in all that can happen to them; `tests.server.rooms.walk` says how much."""

from __future__ import annotations

import pytest

from noughts.server.rooms import types
from noughts.server.rooms.types import RoomEvent, Way
from tests.server.rooms.walk import COUNTS, WAYS, Walk

OF_ALL: set[type[RoomEvent]] = {
    types.Joined,
    types.Left,
    types.Finished,
    types.PresenceChanged,
    types.Chosen,
}
OF_EACH: dict[Way, set[type[RoomEvent]]] = {
    "free": {types.Paired, types.Looked},
    "swiss": {types.RoundBegan, types.PairsAdded, types.Extended, types.RestChanged, types.Ended},
    "round-robin": {types.RoundBegan, types.Entered, types.PairsAdded, types.Ended},
    "arena": {types.PairsAdded, types.Extended, types.RestChanged, types.Ended},
}


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("way", WAYS)
def test_nothing_that_happens_once_wrecks_a_tournament(way: Way, count: int) -> None:
    assert Walk(way, count, 1).events >= OF_ALL


@pytest.mark.parametrize("count", COUNTS[:2])
@pytest.mark.parametrize("way", ["swiss", "round-robin"])
def test_no_two_things_that_happen_wreck_a_tournament_of_few(way: Way, count: int) -> None:
    assert Walk(way, count, 2).events >= OF_ALL | OF_EACH[way]


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("way", WAYS)
def test_no_two_things_that_happen_wreck_a_tournament(way: Way) -> None:
    assert Walk(way, max(COUNTS), 2).events >= OF_ALL | OF_EACH[way]


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("way", ["free", "swiss", "round-robin"])
def test_no_three_things_that_happen_wreck_a_tournament_of_two(way: Way) -> None:
    assert Walk(way, min(COUNTS), 3).events >= OF_ALL | OF_EACH[way]
