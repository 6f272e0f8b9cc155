"""A game against a proof, the figures of proofs, and whether one holds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Literal, get_args

from noughts.atlas.strategy import Defence, defend
from noughts.atlas.table import Certified, Entry, check, find_entry
from noughts.core import Rules
from noughts.solver import Value
from noughts.views.base import View
from noughts.views.board import BoardView, board_view
from noughts.wording.language import decimal_sign
from noughts.wording.language import gettext as _
from noughts.wording.text import paragraph

ProofBoard = Literal["5x5:5", "4x4:4", "5x5:4", "7x7:5"]

BOARDS: tuple[ProofBoard, ...] = get_args(ProofBoard)
TABLE = ("3x3:3", "4x4:4", "5x5:4", "6x6:4", "7x7:5", "8x8:4")
_LETTERS = "ABCDEFGHIJKLMNPQRSTUVWYZ"  # for 24 pairs on 49 squares; O and X are marks


@dataclass(frozen=True, slots=True)
class PairSquare(View):
    """A free square of a pair whose other square is free too, written as what a move is worth."""

    square: int
    text: str
    label: str
    value: Literal["pair"] = "pair"
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class DefenceView(View):
    """A game of the learner, who is X, against a certificate."""

    board: BoardView
    text: str
    is_open: bool
    by_pairs: bool  # pairs are enough from the first move on
    pairs: list[PairSquare]
    moves: str  # the learner's, for the address
    before: str  # the moves without the last one
    following: dict[int, str]  # the moves with each free square


@dataclass(frozen=True, slots=True)
class ProofFacts(View):
    """A board of the atlas, and the size of its proof."""

    name: str
    count: int
    value: str
    mantissa: str  # ways to place marks are this, times ten to the exponent
    exponent: int
    positions: int
    size: int


def play(board: ProofBoard, moves: str) -> DefenceView:
    """Return the game after X's moves, their names joined by points.

    Raises what `Position.play` raises.
    """
    rules, taken = Rules.parse(board), moves.split(".") if moves else []
    defence = defend(rules, taken)
    position, is_open = defence.position, not defence.position.is_over
    pairs = []
    for letter, pair in zip(_LETTERS, defence.pairs or (), strict=False):
        if is_open and all(position.mark_at(square) is None for square in pair):
            for square in pair:
                name = position.name(square)
                label = _("{square}, empty, pair {letter}", square=name, letter=letter)
                pairs.append(PairSquare(square, letter, label))
    return DefenceView(
        board=board_view(position, defence.reply),
        text=_text(defence, taken[-1] if taken else "", has_pairs=bool(pairs)),
        is_open=is_open,
        by_pairs=defend(rules).pairs is not None,
        pairs=pairs,
        moves=moves,
        before=".".join(taken[:-1]),
        following={move: ".".join([*taken, position.name(move)]) for move in position.moves},
    )


def _text(defence: Defence, last: str, *, has_pairs: bool) -> str:
    """Tell what happened, and what X can do now."""
    if defence.position.is_over:
        text = _("The board is full, and you have no line. You never will: that's proved")
        if defence.position.has_winner:
            text = _("O even has a line. Whatever you try, you won't get one: that's proved")
        return paragraph(text)
    if defence.pairs is None:
        now = _("The certificate has an answer to every square you can take")
    elif has_pairs:
        now = _("Pairs are enough from here on: every line without an O has both squares of one")
    else:
        now = _("There's an O in every line now")
    if defence.reply is None:
        return paragraph(_("You're X: take any square"), now)
    reply = defence.position.name(defence.reply)
    if defence.is_paired:
        text = _("You take {square}, so O takes {reply}: the same pair", square=last, reply=reply)
    else:
        text = _("You take {square}, and O answers {reply}", square=last, reply=reply)
    return paragraph(text, now)


@lru_cache(maxsize=len(BOARDS))
def check_proof(board: ProofBoard) -> int:
    """Check a certificate from its first position to its last, and return how many it has.

    Raises InvalidProof if it proves something else or nothing.
    """
    entry, proof = _entry(board)
    check(entry)
    return proof.positions


def facts(board: str) -> ProofFacts:
    """Return what the atlas says of a board, and the number of ways to fill it."""
    rules, proof = Rules.parse(board), _entry(board)[1]
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
    """Return the number of ways to place marks in turn, X first, even after a win.

    >>> placements(Rules())
    6046
    """
    return sum(comb(rules.size, n) * comb(n, n // 2) for n in range(rules.size + 1))


def _entry(board: str) -> tuple[Entry, Certified]:
    entry = find_entry(Rules.parse(board))
    assert entry is not None
    assert entry.proof is not None
    return entry, entry.proof
