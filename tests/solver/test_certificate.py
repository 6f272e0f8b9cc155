"""Certificates: complete strategies in few bytes."""

from __future__ import annotations

import lzma

import pytest

from noughts.core.rules import Rules
from noughts.kernels.strategy_walk import StrategyWalk
from noughts.solver.certificate import certificate
from noughts.solver.prover import prove
from noughts.solver.strategy import Answer, Fours, Pairs, Play
from noughts.solver.verdict import Value
from noughts.verify import Certificate
from tests.certificates import text_of


def proved(board: str) -> bytes:
    proof = prove(Rules.parse(board))
    return certificate(proof.position.rules, proof.strategies[0], wins=proof.value is Value.WIN)


class Interrupted(Exception):
    """Raised in a pause."""


def test_a_pause_can_end_the_writing() -> None:
    def pause() -> None:
        raise Interrupted

    search = prove(Rules()).strategies[0]._search
    with pytest.raises(Interrupted):
        StrategyWalk(search, pause).hold(0, 0)


class Scripted:
    """A strategy that gives the next of a list of answers, whatever the position."""

    def __init__(self, *answers: Answer | None) -> None:
        self._answers = list(answers)

    def answer(self, xs: int, os: int) -> Answer | None:
        assert not xs & os
        return self._answers.pop(0)


def test_nothing_is_written_of_a_full_board() -> None:
    rules = Rules(2, 1, 2)
    answers = (None, Play(1), Pairs(()))
    packed = certificate(rules, Scripted(*answers), wins=False)
    assert text_of(packed).endswith("draw\n1")
    assert Certificate(packed).claim == "2x1:2 draw"


def test_fours_are_written_as_moves() -> None:
    packed = certificate(Rules(5, 1, 2), Scripted(Fours((2,))), wins=True)
    assert text_of(packed) == "noughts certificate 1: 5x1:2 x wins\n2"
    assert Certificate(packed).claim == "5x1:2 x wins"


def test_pairs_that_still_hold_are_not_written_again() -> None:
    # Two rows of three. X in a corner: O beside it, and one pair holds the other row. X in the
    # middle of a row: the same pair will do, although another was offered.
    strategy = Scripted(None, Play(1), Pairs(((3, 4),)), Play(0), Pairs(((4, 5),)))
    packed = certificate(Rules(3, 2, 3), strategy, wins=False)
    assert text_of(packed).endswith("draw\n1(34)0()")
    assert Certificate(packed).claim == "3x2:3 draw"


def test_pairs_that_hold_nothing_are_left_to_the_checker() -> None:
    packed = certificate(Rules(3, 1, 2), Scripted(Pairs(((0, 2),))), wins=False)
    with pytest.raises(ValueError, match="neither an O nor a pair"):
        Certificate(packed)


@pytest.mark.slow
@pytest.mark.parametrize(("claim", "most"), [("7x7:5 draw", 60_000), ("9x4:4 x wins", 40_000)])
def test_hard_boards_have_the_value_of_the_literature_in_few_bytes(claim: str, most: int) -> None:
    packed = proved(claim.partition(" ")[0])
    assert len(packed) <= most
    assert Certificate(packed).claim == claim


def test_the_text_is_packed_as_xz_and_the_same_proof_gives_the_same_bytes() -> None:
    packed = proved("4x4:4")
    assert lzma.decompress(packed, lzma.FORMAT_XZ).startswith(b"noughts certificate 1: ")
    assert proved("4x4:4") == packed
