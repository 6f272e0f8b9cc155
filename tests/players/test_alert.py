from __future__ import annotations

from fractions import Fraction

import pytest

from noughts.core.position import Position
from noughts.players.alert import Alert


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("xx./oo./... x 3", {2}),  # wins, though it could block
        ("xx./xoo/o.. x 3", {2}),
        ("x.x/.o./x.o o 3", {1, 3}),  # two blocks, both too late
        ("x../.o./... x 3", {1, 2, 3, 5, 6, 7, 8}),  # nothing to do yet: anywhere
        ("xx.x/oo.o/.... x 3", {2}),
    ],
)
def test_it_wins_else_blocks_else_moves_anywhere(text: str, moves: set[int]) -> None:
    expected = dict.fromkeys(sorted(moves), Fraction(1, len(moves)))
    assert Alert().policy(Position.parse(text)) == expected
