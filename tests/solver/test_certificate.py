"""Certificates: complete strategies in few bytes."""

from __future__ import annotations

import lzma

import pytest

from noughts.core.rules import Rules
from noughts.kernels import COMPILED
from noughts.kernels.strategy_walk import StrategyWalk
from noughts.solver.certificate import certificate
from noughts.solver.certificate import text_of as written
from noughts.solver.prover import prove
from noughts.solver.strategy import Answer, Fours, Pairs, Play
from noughts.solver.verdict import Value
from noughts.verify import Certificate
from tests.certificates import text_of

compiled = pytest.mark.skipif(not COMPILED, reason="takes half a minute with plain kernels")


def proved(board: str) -> bytes:
    proof = prove(Rules.parse(board))
    return certificate(proof.position.rules, proof.strategies[0], wins=proof.value is Value.WIN)


@pytest.mark.parametrize(
    ("board", "claim"),
    [
        ("2x1:1", "x wins"),  # with one square left
        ("3x3:3", "draw"),
        ("4x3:3", "x wins"),
        ("3x4:3", "x wins"),
        ("4x4:4", "draw"),
        ("5x4:4", "draw"),
        ("4x5:4", "draw"),
        pytest.param("5x5:4", "draw", marks=compiled),
        pytest.param("6x5:4", "x wins", marks=compiled),
        pytest.param("6x6:4", "x wins", marks=compiled),
        ("5x5:5", "draw"),
        ("6x6:5", "draw"),
        ("7x1:2", "x wins"),
        ("13x5:1", "x wins"),
        pytest.param("12x8:7", "draw", marks=compiled),
        pytest.param("16x8:3", "x wins", marks=compiled),  # the last square is no ASCII character
    ],
)
def test_what_is_proved_can_be_checked(board: str, claim: str) -> None:
    assert Certificate(proved(board)).claim == f"{board} {claim}"


@pytest.mark.untraced
def test_the_same_proof_gives_the_same_bytes() -> None:
    assert proved("5x4:4") == proved("5x4:4")


@pytest.mark.parametrize(
    "board",
    [
        *("1x1:1", "2x1:2", "3x3:3", "5x3:3", "4x4:4", "5x4:4", "6x5:5"),
        pytest.param("5x5:4", marks=compiled),
        pytest.param("5x6:4", marks=compiled),
        pytest.param("12x8:7", marks=compiled),
        pytest.param("16x8:3", marks=compiled),
    ],
)
def test_the_kernel_writes_what_plain_code_writes(board: str) -> None:
    (strategy,) = prove(Rules.parse(board)).strategies
    assert strategy.text() == written(Rules.parse(board), strategy, wins=strategy.wins)


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


def test_the_text_is_packed_as_xz() -> None:
    assert lzma.decompress(proved("3x3:3"), lzma.FORMAT_XZ).startswith(b"noughts certificate 1: ")
