"""Theorems about whole families of boards, each with a certificate that anyone can check.

The claims are those of the certificates, read from their first lines. What they say and why they
hold is in `verify_families` and `verify_wins` of `noughts.verifiers`, which check them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path

from noughts.atlas.table import PROOFS, find_entry, proof_name, wide
from noughts.core import Move, Rules
from noughts.core.checks import as_type, check_type, whole
from noughts.core.errors import NotationError
from noughts.core.notation import quote
from noughts.core.rules import LONGEST_SIDE
from noughts.solver.verdict import Value

FAMILIES = Path(__file__).parent / "proofs"

_CLAIM = re.compile(
    r"noughts family certificate 1: (?P<claim>k >?= (?P<k>\d+) on every board"
    r"(?:(?P<low> less than k high)| at most (?P<most>\d+) high"
    r"|(?: (?P<high>\d+) high)? that holds (?P<size>\d+x\d+))?"
    r"): (?P<value>x wins|draw)"
)

Side = int | float  # a whole number, or `inf`

_BOARD = r"(?P<both>infinite)|(?P<width>infinite|[1-9]\d{0,8})x(?P<height>infinite|[1-9]\d{0,8})"
_TEXT = re.compile(rf"(?:{_BOARD}):(?P<k>[1-9]\d{{0,8}})", re.ASCII)


@dataclass(frozen=True, slots=True)
class AtlasBoard:
    """A board of any width and height, on which k in a row win.

    >>> AtlasBoard.parse("infinite:9")
    AtlasBoard(width=inf, height=inf, k=9)
    >>> str(AtlasBoard.parse("4xinfinite:4"))
    '4xinfinite:4'
    """

    width: Side
    height: Side
    k: int

    def __post_init__(self) -> None:
        for side in (self.width, self.height):
            if side != inf:
                whole(side, "a side")
        whole(self.k, "k")

    @classmethod
    def parse(cls, text: str) -> AtlasBoard:
        """Read `WIDTHxHEIGHT:K`, each side a number or "infinite"; raises NotationError."""
        check_type(text, str, "a board's text")
        match = _TEXT.fullmatch(text.strip())
        if match is None:
            raise NotationError(
                "a board of the atlas is written WIDTHxHEIGHT:K, as in 3x3:3, 4xinfinite:4 or"
                f" infinite:9, not {quote(text)}"
            )
        both = match["both"]
        return cls(_side(both or match["width"]), _side(both or match["height"]), int(match["k"]))

    @classmethod
    def of(cls, rules: Rules | str) -> AtlasBoard:
        """Return the board of these rules."""
        rules = as_type(rules, Rules, "the board")
        return cls(rules.width, rules.height, rules.k)

    def __str__(self) -> str:
        if self.width == self.height == inf:
            return f"infinite:{self.k}"
        return f"{_name(self.width)}x{_name(self.height)}:{self.k}"

    @property
    def wide(self) -> AtlasBoard:
        """The board turned as in the atlas, with the longer side as the width."""
        return AtlasBoard(self.longer, self.shorter, self.k)

    @property
    def longer(self) -> Side:
        """The length of the longer side."""
        return max(self.width, self.height)

    @property
    def shorter(self) -> Side:
        """The length of the shorter side."""
        return min(self.width, self.height)


def _side(text: str) -> Side:
    return inf if text == "infinite" else int(text)


def _name(side: Side) -> str:
    return "infinite" if side == inf else str(side)


@dataclass(frozen=True, slots=True)
class Theorem:
    """A value for X, who begins; `certificate` is the file that proves it, if one is needed."""

    value: Value
    claim: str
    certificate: Path | None


@dataclass(frozen=True, slots=True)
class Family(Theorem):
    """The theorem of a family certificate, and the boards it is about."""

    k: int
    is_low: bool  # only boards less than k high
    holds: tuple[int, int] | None  # only boards that hold this, the longer side first
    high: int | None  # only boards of this height
    most: Side  # only boards of this height at most

    @classmethod
    def read(cls, path: Path) -> Family:
        """Read the claim of a certificate; raises OSError and NotationError."""
        with path.open(encoding="utf-8") as file:
            match = _CLAIM.fullmatch(file.readline().rstrip("\n"))
        if match is None:
            raise NotationError(f"{path} does not begin as a family certificate does")
        value = Value.WIN if match["value"] == "x wins" else Value.DRAW
        high = None if match["high"] is None else int(match["high"])
        longer, shorter = map(int, (match["size"] or "0x0").split("x"))
        if longer < shorter:  # its squares would be counted in rows of another length
            raise NotationError(f"{path} is about a part that is higher than wide")
        holds = (longer, shorter) if match["size"] else None
        most = int(match["most"]) if match["most"] else inf
        k, is_low = int(match["k"]), match["low"] is not None
        return cls(value, match["claim"], path, k, is_low, holds, high, most)

    def covers(self, board: AtlasBoard) -> bool:
        """True if the claim says what a board is worth."""
        if self.holds is None:
            most = board.k - 1 if self.is_low else self.most
            return board.k >= self.k and board.shorter <= most
        longer, shorter = self.holds
        fits = board.longer >= longer and board.shorter >= shorter
        return board.k == self.k and fits and self.high in {None, board.shorter}

    def first_moves(self, rules: Rules) -> tuple[Move, ...]:
        """Return X's first moves that win, wherever on a board the part lies in which X wins.

        >>> find_family(AtlasBoard(4, 4, 3)).first_moves(Rules(4, 4, 3))
        (5, 6, 9, 10)
        """
        assert self.holds is not None
        longer, shorter = self.holds
        assert self.certificate is not None
        strategy = self.certificate.read_text(encoding="utf-8").splitlines()[1]
        row, column = divmod(ord(strategy[0]) - ord("0"), longer)
        moves = {
            (y + inner_y) * rules.width + x + inner_x
            for width, height, own_x, own_y in (
                (longer, shorter, column, row),
                (shorter, longer, row, column),
            )
            for x in range(rules.width - width + 1)
            for y in range(rules.height - height + 1)
            for inner_x in (own_x, width - 1 - own_x)
            for inner_y in (own_y, height - 1 - own_y)
        }
        return tuple(sorted(moves))


def find_theorem(board: AtlasBoard | str) -> Theorem | None:
    """Return the theorem that says what a board is worth, or None if none does.

    >>> find_theorem("infinite:9").value
    Value.DRAW
    >>> find_theorem("15x15:5")
    """
    board = as_type(board, AtlasBoard, "the board")
    if board.k > board.longer:
        return Theorem(Value.DRAW, "no line fits on the board", None)
    if board.longer <= LONGEST_SIDE:
        entry = find_entry(Rules(int(board.width), int(board.height), board.k))
        if entry is not None and entry.proof is not None:
            claim = f"{entry.rules}: {entry.claim}"
            return Theorem(entry.proof.value, claim, PROOFS / proof_name(wide(entry.rules)))
    return find_family(board)


def find_family(board: AtlasBoard | str) -> Family | None:
    """Return the simplest family with a board."""
    board = as_type(board, AtlasBoard, "the board")
    return next((family for family in families() if family.covers(board)), None)


@cache
def families() -> tuple[Family, ...]:
    """Return the families of the package, the simplest first; reads them once."""
    by_size = sorted(FAMILIES.iterdir(), key=lambda path: path.stat().st_size)
    return tuple(
        sorted(map(Family.read, by_size), key=lambda family: (not family.is_low, -family.k))
    )
