"""Proofs as the page shows them: a game against one, its figures, and whether it holds."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Literal, get_args

from msgspec import Struct

from noughts.atlas.defence import Defence, defend
from noughts.atlas.table import Certified, check, find_entry
from noughts.core.bits import Move
from noughts.core.mark import Mark
from noughts.core.notation import square_name
from noughts.core.rules import Rules
from noughts.core.text import paragraph
from noughts.language import decimal_sign
from noughts.language import gettext as _
from noughts.server.learn.views import BoardView, board_view
from noughts.solver import Value

ProofBoard = Literal["5x5:5", "4x4:4", "5x5:4", "7x7:5"]

BOARDS: tuple[ProofBoard, ...] = get_args(ProofBoard)
_TABLE = ("3x3:3", "4x4:4", "5x5:4", "6x6:4", "7x7:5", "8x8:4")
_LETTERS = "ABCDEFGHIJKLMNPQRSTUVWYZ"  # for 24 pairs on 49 squares; O and X are marks


class PairSquare(Struct, frozen=True):
    """A free square of a pair whose other square is free too, written as what a move is worth."""

    square: int
    text: str
    label: str
    value: Literal["pair"] = "pair"
    is_best: bool = False


class DefenceView(Struct, frozen=True):
    """A game of the learner, who is X, against a certificate."""

    board: BoardView
    text: str
    is_open: bool
    by_pairs: bool  # whether pairs are enough from the first move on
    pairs: list[PairSquare]
    moves: str  # the learner's, for the address
    before: str  # the same without the last one
    following: dict[int, str]  # the same with each free square


class ProofFacts(Struct, frozen=True):
    """A board of the atlas, and the size of its proof."""

    name: str
    count: int
    value: str
    mantissa: str  # ways to place marks are this, times ten to the exponent
    exponent: int
    positions: int
    size: int


def play(board: ProofBoard, moves: str) -> DefenceView:
    """The game after X's moves, names joined by points; raises what `Position.play` raises."""
    rules, taken = Rules.parse(board), moves.split(".") if moves else []
    defence = defend(rules, taken)
    position, is_open = defence.position, not defence.position.is_over
    names = [square_name(rules.width, move) for move in range(rules.size)]
    return DefenceView(
        board=board_view(position, defence.reply),
        text=_text(defence, taken[-1] if taken else ""),
        is_open=is_open,
        by_pairs=defend(rules).pairs is not None,
        pairs=_pair_squares(defence) if is_open else [],
        moves=moves,
        before=".".join(taken[:-1]),
        following={move: ".".join([*taken, names[move]]) for move in position.moves},
    )


def _pair_squares(defence: Defence) -> list[PairSquare]:
    return [
        _pair_square(defence, square, _LETTERS[number])
        for number, pair in enumerate(defence.pairs or ())
        if all(defence.position.mark_at(square) is None for square in pair)
        for square in pair
    ]


def _pair_square(defence: Defence, square: Move, letter: str) -> PairSquare:
    name = defence.position.name(square)
    label = _("{square}, empty, pair {letter}", square=name, letter=letter)
    return PairSquare(square, letter, label)


def _text(defence: Defence, last: str) -> str:
    """What happened, and what X can do now."""
    position = defence.position
    if position.outcome is not None:
        return paragraph(_ending_text(position.outcome.winner))
    if not last:
        return paragraph(_("You're X: take any square"), _now_text(defence))
    return paragraph(_reply_text(defence, last), _now_text(defence))


def _ending_text(winner: Mark | None) -> str:
    if winner is Mark.O:
        return _("O even has a line. Whatever you try, you won't get one: that's proved")
    return _("The board is full, and you have no line. You never will: that's proved")


def _reply_text(defence: Defence, last: str) -> str:
    assert defence.reply is not None
    reply = defence.position.name(defence.reply)
    if defence.is_paired:
        return _("You take {square}, so O takes {reply}: the same pair", square=last, reply=reply)
    return _("You take {square}, and O answers {reply}", square=last, reply=reply)


def _now_text(defence: Defence) -> str:
    if defence.pairs is None:
        return _("The certificate has an answer to every square you can take")
    if not _pair_squares(defence):
        return _("There's an O in every line now")
    return _("Pairs are enough from here on: every line without an O has both squares of one")


@lru_cache(maxsize=len(BOARDS))
def check_proof(board: ProofBoard) -> int:
    """Check a certificate from its first position to its last, and return how many it has.

    Raises NotationError if it proves something else or nothing.
    """
    entry = find_entry(Rules.parse(board))
    assert entry is not None
    check(entry)
    return _certified(board).positions


def table() -> list[ProofFacts]:
    """What the atlas says of some boards, small to large."""
    return [facts(board) for board in _TABLE]


def facts(board: str) -> ProofFacts:
    """What the atlas says of a board, and how many ways there are to fill it."""
    rules, proof = Rules.parse(board), _certified(board)
    mantissa, exponent = f"{placements(rules):.1e}".replace(".", decimal_sign()).split("e+")
    return ProofFacts(
        name=f"{rules.width}×{rules.height}",
        count=rules.k,
        value=_("X wins") if proof.value is Value.WIN else _("Draw"),
        mantissa=mantissa,
        exponent=int(exponent),
        positions=proof.positions,
        size=proof.size,
    )


def placements(rules: Rules) -> int:
    """How many ways there are to place marks in turn, X first, whether or not somebody has won.

    >>> placements(Rules())
    6046
    """
    return sum(comb(rules.size, n) * comb(n, n // 2) for n in range(rules.size + 1))


def _certified(board: str) -> Certified:
    entry = find_entry(Rules.parse(board))
    assert entry is not None
    assert entry.proof is not None
    return entry.proof
