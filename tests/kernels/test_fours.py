"""Wins by fours, against a plain search for them with the core's threats."""

from __future__ import annotations

from hypothesis import given, settings

from noughts import Position, Rules
from noughts.core.symmetry import symmetries
from noughts.core.threats import winning_squares
from noughts.kernels.fours import Fours
from noughts.kernels.grid import Grid
from tests.core.strategies import positions
from tests.solver.playing import assert_wins_by_fours

ALL = 1 << 40  # nodes


def fours_of(rules: Rules) -> Fours:
    return Fours(Grid(rules, symmetries(rules.width, rules.height)))


def wins_plainly(position: Position) -> bool:
    """Whether the side to move wins by moves that each leave the other side one reply."""
    if winning_squares(position, position.turn):
        return True
    blocked = winning_squares(position, position.turn.other)
    for move in position.moves:
        after = position.play(move)
        threats = winning_squares(after, position.turn)
        if blocked & ~(1 << move) or not threats:
            continue
        if threats.bit_count() > 1 or wins_plainly(after.play(threats.bit_length() - 1)):
            return True
    return False


@settings(max_examples=300)
@given(positions(longest=5))
def test_wins_are_those_of_a_plain_search(position: Position) -> None:
    own = winning_squares(position, position.turn)
    other = winning_squares(position, position.turn.other)
    if position.is_over or own or other.bit_count() > 1:
        return
    fours = fours_of(position.rules)
    maker, breaker = position.marks(position.turn), position.marks(position.turn.other)
    assert fours.wins(maker, breaker, other, ALL) is wins_plainly(position)
    if fours.wins(maker, breaker, other, ALL):
        assert_wins_by_fours(position, tuple(fours.moves[: fours.count]))


def test_a_search_without_nodes_finds_nothing() -> None:
    rules = Rules.parse("5x5:4")
    fours = fours_of(rules)
    assert fours.wins(0b1100000, 0b11, 0, ALL) == fours.wins(0b1100000, 0b11, 0, 100)
    assert not fours.wins(0b1100000, 0b11, 0, 0)
