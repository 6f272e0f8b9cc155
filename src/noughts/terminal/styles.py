"""The ways to type a square; the program never guesses between them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from noughts.core import Move, Rules
from noughts.core.errors import NotationError
from noughts.core.notation import quote, read_square, square_name
from noughts.wording.drawing import Labels, name_labels, number_labels
from noughts.wording.language import gettext as _
from noughts.wording.text import Numbers, Spell

_SCREEN = 80  # columns
_NUMBER = r"[0-9]{1,4}"  # compiled on first use, as in core/notation.py
_PAIR = r"([0-9]{1,4})[\s,]+([0-9]{1,4})"


class Style(Protocol):
    """One way to type and show squares, on one board."""

    @property
    def wanted(self) -> str:
        """The squares to type, as a phrase after the word `type`."""

    @property
    def labels(self) -> Labels:
        """The labels on the board that show what to type."""

    def read(self, text: str) -> Move:
        """The square that was typed; raises NotationError."""

    def spell(self, move: Move) -> str:
        """The square as it is typed."""

    @property
    def name(self) -> Spell:
        """The names of squares in sentences, the same everywhere in a game."""
        return self.spell


@dataclass(frozen=True, slots=True)
class NameStyle(Style):
    """`b2`: the column's letter and the row's number; with `numbers`, `5` is read too."""

    rules: Rules
    numbers: bool = False

    @property
    def wanted(self) -> str:
        last, name = self.rules.size, self.spell(self.rules.size - 1)
        if self.numbers:
            return _("a square, {first} to {last} or a1 to {name}", first=1, last=last, name=name)
        return _("a square, a1 to {last}", last=name)

    @property
    def labels(self) -> Labels:
        numbers = number_labels(self.rules).squares if self.numbers else ()
        return replace(name_labels(self.rules), squares=numbers)

    def read(self, text: str) -> Move:
        if self.numbers and text[:1].isdigit():
            return NumberStyle(self.rules).read(text)
        try:
            return read_square(self.rules.width, self.rules.height, text)
        except NotationError:
            raise _no_square(text) from None

    def spell(self, move: Move) -> str:
        return square_name(self.rules.width, move)


@dataclass(frozen=True, slots=True)
class NumberStyle(Style):
    """`5`: squares numbered in reading order from `first`."""

    rules: Rules
    first: int = 1

    @property
    def wanted(self) -> str:
        last = self.spell(self.rules.size - 1)
        return _("a square, {first} to {last}", first=self.first, last=last)

    @property
    def labels(self) -> Labels:
        labels = number_labels(self.rules, self.first)
        if self.rules.width * (len(labels.squares[-1]) + 3) < _SCREEN:
            return labels
        # The numbers do not fit into the squares, so that row and column are to be added.
        columns = range(self.first, self.first + self.rules.width)
        rows = range(0, self.rules.size, self.rules.width)
        return Labels(columns=tuple(map(str, columns)), rows=tuple(f"{row}+" for row in rows))

    def read(self, text: str) -> Move:
        move = int(text) - self.first if re.fullmatch(_NUMBER, text) else -1
        if not 0 <= move < self.rules.size:
            raise _no_square(text)
        return move

    def spell(self, move: Move) -> str:
        return str(move + self.first)

    @property
    def name(self) -> Spell:
        return Numbers(self.first)


@dataclass(frozen=True, slots=True)
class PairStyle(Style):
    """`2 3`: row and column numbered from 1, in either order."""

    rules: Rules
    row_first: bool

    @property
    def wanted(self) -> str:
        rows, columns = self.rules.height, self.rules.width
        if self.row_first:
            return _(
                "the row (1-{rows}), then the column (1-{columns})", rows=rows, columns=columns
            )
        return _("the column (1-{columns}), then the row (1-{rows})", rows=rows, columns=columns)

    @property
    def labels(self) -> Labels:
        return Labels(
            columns=tuple(str(column + 1) for column in range(self.rules.width)),
            rows=tuple(str(row + 1) for row in range(self.rules.height)),
        )

    def read(self, text: str) -> Move:
        found = re.fullmatch(_PAIR, text)
        if found is None:
            raise _no_square(text)
        row, column = (int(number) - 1 for number in self._in_order(*found.groups()))
        if not (0 <= row < self.rules.height and 0 <= column < self.rules.width):
            raise _no_square(text)
        return row * self.rules.width + column

    def spell(self, move: Move) -> str:
        row, column = divmod(move, self.rules.width)
        return " ".join(self._in_order(str(row + 1), str(column + 1)))

    def _in_order(self, first: str, second: str) -> tuple[str, str]:
        return (first, second) if self.row_first else (second, first)


def _no_square(text: str) -> NotationError:
    return NotationError(_("{text} isn't a square here", text=quote(text)))


STYLES: dict[str, Callable[[Rules], Style]] = {
    "auto": lambda rules: NameStyle(rules, numbers=rules.is_common),
    "name": NameStyle,
    "number": NumberStyle,
    "index": lambda rules: NumberStyle(rules, first=0),
    "row-col": lambda rules: PairStyle(rules, row_first=True),
    "col-row": lambda rules: PairStyle(rules, row_first=False),
}
