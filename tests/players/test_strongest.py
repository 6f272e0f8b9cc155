from __future__ import annotations

import pytest

from noughts.core.rules import Rules
from noughts.players import player
from tests.contracts.boards import BOARDS, sample


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_it_is_perfect_where_that_is_proved_and_classic_elsewhere(rules: Rules) -> None:
    name = "perfect" if player("perfect").supports(rules) else "classic"
    for position in sample(rules):
        assert player("strongest").choose(position) == player(name).choose(position)
        assert player("strongest").policy(position) == player(name).policy(position)
