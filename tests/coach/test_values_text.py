"""What positions and moves are worth, in the precise form of analysis and `noughts solve`."""

from __future__ import annotations

import pytest

from noughts.coach.clauses import own_moves
from noughts.coach.values_text import worth_text
from noughts.solver import MoveValue, Value


@pytest.mark.parametrize(
    ("worth", "text"),
    [
        (MoveValue(Value.WIN, 1), "win in 1"),
        (MoveValue(Value.DRAW, 4), "draw"),
        (MoveValue(Value.LOSS, 6), "loss in 6"),
    ],
)
def test_a_worth_in_short_counts_the_moves_of_both(worth: MoveValue, text: str) -> None:
    assert worth_text(worth) == text


@pytest.mark.parametrize(("plies", "count"), [(1, 1), (2, 1), (3, 2), (21, 11)])
def test_own_moves_are_every_second_one(plies: int, count: int) -> None:
    assert own_moves(plies) == count
