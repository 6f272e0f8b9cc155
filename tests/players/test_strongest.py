from __future__ import annotations

import pytest

from noughts.core.rules import Rules
from noughts.players import Player, player
from noughts.players.searcher import Searcher
from tests.contracts.boards import BOARDS, sample


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_it_is_perfect_where_that_is_proved_and_searches_elsewhere(rules: Rules) -> None:
    perfect = player("perfect")
    expected: Player = perfect if perfect.supports(rules) else Searcher(seed=1)
    strongest = player("strongest", seed=1)
    for position in sample(rules):
        assert strongest.choose(position) == expected.choose(position)
        assert strongest.policy(position) == expected.policy(position)


def test_it_is_classic_where_the_search_does_not_play() -> None:
    rules = Rules(12, 12, 10)
    assert player("strongest").policy(rules.start()) == player("classic").policy(rules.start())
