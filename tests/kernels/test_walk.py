"""The walk of a certificate, against the checker and against the strategy that was written."""

from __future__ import annotations

import lzma

import pytest

from noughts import Position, Rules, Value, prove
from noughts.core.symmetry import images, symmetries
from noughts.kernels import COMPILED
from noughts.kernels.walk import NO_ANSWER, UNREACHED, Walk
from noughts.kernels.words128 import kernel
from noughts.solver.certificate import certificate
from noughts.verify import Certificate

BOARDS = ["1x1:1", "2x1:2", "2x2:2", "3x3:3", "4x3:3", "4x4:3", "5x3:3", "5x4:4", "6x3:3", "4x1:2"]
WIDE_BOARDS = ["11x6:6", "12x8:7" if COMPILED else "13x5:1"]  # of 66 and 96 squares, or 65


def walk_of(rules: Rules, text: str, wins: bool, entries: int = 1024) -> Walk:
    grid = kernel("grid", rules.size).Grid(rules, symmetries(rules.width, rules.height))
    walk: Walk = kernel("walk", rules.size).Walk(grid, text.encode("latin-1"), wins, entries)
    return walk


def written(rules: Rules) -> tuple[bytes, bool]:
    proof = prove(rules)
    wins = proof.value is Value.WIN
    return certificate(rules, proof.strategies[0], wins=wins), wins


@pytest.mark.parametrize("text", BOARDS + WIDE_BOARDS)
def test_it_reaches_as_many_positions_as_the_checker(text: str) -> None:
    rules = Rules.parse(text)
    packed, wins = written(rules)
    walk = walk_of(rules, lzma.decompress(packed).decode().partition("\n")[2], wins)
    assert walk.follow_all()
    assert walk.positions == len(Certificate(packed).seen)


@pytest.mark.untraced
@pytest.mark.parametrize("text", BOARDS + WIDE_BOARDS)
def test_its_answers_keep_to_positions_it_reaches_in_every_orientation(text: str) -> None:
    rules = Rules.parse(text)
    packed, wins = written(rules)
    walk = walk_of(rules, lzma.decompress(packed).decode().partition("\n")[2], wins)
    assert walk.follow_all()
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
    rules = Rules.parse("3x3:3")
    packed, wins = written(rules)
    walk = walk_of(rules, lzma.decompress(packed).decode().partition("\n")[2], wins)
    assert walk.follow_all()
    assert walk.answer(0, 0) == NO_ANSWER
    answer = walk.answer(1, 0)
    assert answer == 4
    assert walk.answer(1, 1 << 1) == UNREACHED


@pytest.mark.parametrize("text", ["", "4", "4(", "9", "44444444", "(", "0123"])
def test_a_text_that_is_no_certificate_does_no_harm(text: str) -> None:
    for wins in (True, False):
        assert not walk_of(Rules.parse("3x3:3"), text, wins).follow_all()


def test_a_table_that_is_too_small_is_noticed() -> None:
    rules = Rules.parse("3x3:3")
    packed, wins = written(rules)
    text = lzma.decompress(packed).decode().partition("\n")[2]
    assert not walk_of(rules, text, wins, entries=16).follow_all()
