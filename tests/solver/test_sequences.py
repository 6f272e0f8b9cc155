"""Proofs by threat sequences: true, accepted by the checker, and resumable."""

from __future__ import annotations

import lzma
from itertools import islice
from random import Random

import pytest

from noughts.atlas import solve
from noughts.core import Mark, Position, Rules
from noughts.core.errors import Unsolved
from noughts.solver.sequences import SequenceSearch, Settings
from noughts.solver.verdict import Value
from noughts.verifiers.verify_sequences import Certificate
from tests.certificates import text_of
from tests.search.positions import STYLES, near_the_fight, positions
from tests.sequences import is_proof


def after(board: str, moves: str) -> Position:
    rules = Rules.parse(board)
    position = rules.start()
    for name in moves.split():
        position = position.play(name)
    return position


def test_a_board_is_proved() -> None:
    for board in ("3x2:2", "4x3:3", "4x4:3", "7x7:4", "15x15:4"):
        position = Rules.parse(board).start()
        search = SequenceSearch(position, Mark.X)
        search.run(2_000)
        assert search.is_proved, board
        proof = Certificate(search.certificate())
        assert proof.claim == f"{position.notation}: x wins"


def test_after_three_moves_on_the_board_that_people_play_x_wins() -> None:
    for reply in ("a15", "f5"):
        search = SequenceSearch(after("15x15:5", f"h8 a1 i9 {reply}"), Mark.X)
        search.run(2_000)
        assert search.is_proved
        assert Certificate(search.certificate()).seen


def test_what_is_proved_on_small_boards_is_true_and_accepted_by_both_checkers() -> None:
    random, proved = Random(6), 0
    for board in ("3x3:3", "4x3:3", "4x4:4", "4x4:3", "5x3:3"):
        for position in islice(positions(board, near_the_fight, random), 25):
            value = solve(position).value
            for winner in Mark:
                search = SequenceSearch(position, winner, Settings(candidates=9, nodes=50))
                search.run(100)
                if search.is_proved:
                    wins = position.turn is winner
                    assert value is (Value.WIN if wins else Value.LOSS), position
                    Certificate(search.certificate())
                    assert is_proof(text_of(search.certificate())), position
                    proved += 1
    assert proved > 40


@pytest.mark.parametrize("count", [3, pytest.param(60, marks=pytest.mark.slow)])
def test_proofs_from_positions_of_larger_boards_are_accepted(count: int) -> None:
    random, proved = Random(count), 0
    for board in ("7x7:5", "8x8:5", "9x9:5", "6x6:4", "10x7:4"):
        for style in STYLES:
            for position in islice(positions(board, style, random), count):
                search = SequenceSearch(position, position.turn)
                search.run(40)
                if search.is_proved:
                    Certificate(search.certificate())
                    proved += 1
    assert proved > count


def test_a_search_that_is_continued_is_the_same() -> None:
    position = after("15x15:5", "h8 a1 i9 a15")
    whole = SequenceSearch(position, Mark.X)
    whole.run(1_000)
    parts = SequenceSearch(position, Mark.X)
    while not parts.is_proved:
        with pytest.raises(Unsolved, match="not proved"):
            parts.certificate()
        parts.run(25)
    assert whole.is_proved
    Certificate(parts.certificate())


def test_where_no_move_can_win_the_search_is_hopeless() -> None:
    search = SequenceSearch(Rules.parse("3x3:3").start(), Mark.X, Settings(candidates=9))
    search.run(10_000)
    assert search.is_hopeless
    assert not search.is_proved


def test_a_certificate_is_the_proof_packed() -> None:
    search = SequenceSearch(Rules.parse("4x3:3").start(), Mark.X)
    search.run(100)
    text = lzma.decompress(search.certificate()).decode()
    assert text.startswith("noughts certificate 3: ..../..../.... x 3: x wins\n")
