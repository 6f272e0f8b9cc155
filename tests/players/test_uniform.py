from __future__ import annotations

from fractions import Fraction

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.uniform import Uniform


def test_every_legal_move_is_equally_likely() -> None:
    assert Uniform().policy(Rules().start()) == dict.fromkeys(range(9), Fraction(1, 9))
    position = Position.parse("xxo/oxx/..o o 3")
    assert Uniform().policy(position) == {6: Fraction(1, 2), 7: Fraction(1, 2)}
