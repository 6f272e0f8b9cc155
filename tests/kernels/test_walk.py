"""The walk of a certificate, against the checker and against the strategy that was written."""

from __future__ import annotations

from itertools import product

import pytest

from noughts import Position, Rules, Value, prove
from noughts.core.symmetry import images, symmetries
from noughts.kernels import COMPILED
from noughts.kernels.walk import NO_ANSWER, UNREACHED, Walk
from noughts.kernels.words128 import kernel
from noughts.solver.certificate import certificate
from noughts.verify import Certificate
from tests.certificates import text_of

BOARDS = ["1x1:1", "2x1:2", "2x2:2", "3x3:3", "4x3:3", "4x4:3", "5x3:3", "5x4:4", "6x3:3", "4x1:2"]
WIDE_BOARDS = ["11x6:6", "12x8:7" if COMPILED else "13x5:1"]  # of 66 and 96 squares, or 65


def walk_of(rules: Rules, text: str, wins: bool, entries: int = 1024) -> Walk:
    grid = kernel("grid", rules.size).Grid(rules, symmetries(rules.width, rules.height))
    walk: Walk = kernel("walk", rules.size).Walk(grid, text.encode("latin-1"), wins, entries)
    return walk


def written(rules: Rules) -> tuple[bytes, str, bool]:
    """A certificate of a board, packed, and its answers; and whether it is a win."""
    proof = prove(rules)
    wins = proof.value is Value.WIN
    packed = certificate(rules, proof.strategies[0], wins=wins)
    return packed, text_of(packed).partition("\n")[2], wins


@pytest.mark.parametrize("text", BOARDS + WIDE_BOARDS)
def test_it_reaches_what_the_checker_does_and_answers_it_in_every_orientation(text: str) -> None:
    rules = Rules.parse(text)
    packed, answers, wins = written(rules)
    walk = walk_of(rules, answers, wins)
    assert walk.follow_all()
    assert walk.positions == len(Certificate(packed).seen)
    seen: set[tuple[int, int]] = set()

    def visit(position: Position) -> None:
        if position.is_over or (position.xs, position.os) in seen:
            return
        seen.add((position.xs, position.os))
        answer = walk.answer(position.xs, position.os)
        if answer == UNREACHED:  # after a pairing, or instead of a block: both are won at sight
            return
        if (position.plies % 2 == 0) is wins:
            assert answer != NO_ANSWER
        for each in images(position):
            assert (walk.answer(each.xs, each.os) == NO_ANSWER) is (answer == NO_ANSWER)
        for move in position.moves if answer == NO_ANSWER else (answer,):
            visit(position.play(move))

    visit(rules.start())


def test_a_position_that_no_strategy_allows_is_not_reached() -> None:
    _, answers, wins = written(Rules())
    walk = walk_of(Rules(), answers, wins)
    assert walk.follow_all()
    assert walk.answer(0, 0) == NO_ANSWER
    assert walk.answer(1, 0) == 4
    assert walk.answer(1, 1 << 1) == UNREACHED


def test_what_is_no_certificate_or_needs_a_larger_table_is_noticed() -> None:
    for text, wins in product(["", "4", "4(", "9", "44444444", "(", "0123"], (True, False)):
        assert not walk_of(Rules(), text, wins).follow_all(), text
    _, answers, wins = written(Rules())
    assert not walk_of(Rules(), answers, wins, entries=16).follow_all()
