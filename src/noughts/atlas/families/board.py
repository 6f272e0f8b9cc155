"""Boards of any size, the infinite ones included."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf

from noughts.core.errors import NotationError
from noughts.core.notation import quote
from noughts.core.rules import Rules

Side = int | float  # a whole number, or `inf`

_BOARD = r"(?P<both>infinite)|(?P<width>infinite|[1-9]\d{0,8})x(?P<height>infinite|[1-9]\d{0,8})"
_TEXT = re.compile(rf"(?:{_BOARD}):(?P<k>[1-9]\d{{0,8}})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Board:
    """A board of any width and height, on which k in a row win.

    >>> Board.parse("infinite:9")
    Board(width=inf, height=inf, k=9)
    >>> str(Board.parse("4xinfinite:4"))
    '4xinfinite:4'
    """

    width: Side
    height: Side
    k: int

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read `WIDTHxHEIGHT:K`, each side a number or "infinite"; raises NotationError."""
        found = _TEXT.fullmatch(text.strip())
        if found is None:
            raise NotationError(
                "a board of the atlas is written WIDTHxHEIGHT:K, as in 3x3:3, 4xinfinite:4 or"
                f" infinite:9, not {quote(text)}"
            )
        both = found["both"]
        return cls(_side(both or found["width"]), _side(both or found["height"]), int(found["k"]))

    @classmethod
    def of(cls, rules: Rules) -> Board:
        """The board of these rules."""
        return cls(rules.width, rules.height, rules.k)

    def __str__(self) -> str:
        if self.width == self.height == inf:
            return f"infinite:{self.k}"
        return f"{_name(self.width)}x{_name(self.height)}:{self.k}"

    @property
    def wide(self) -> Board:
        """The board turned as in the atlas, with the longer side as the width."""
        return Board(self.longer, self.shorter, self.k)

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
