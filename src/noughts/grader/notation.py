"""How a program writes boards, marks and squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from noughts.core import Mark, Move, Position, Rules, squares
from noughts.grader.values import Thing

RULES = Rules()


class Layout(Enum):
    """The form of a board; the value is the word of the option."""

    FLAT = "flat"  # nine cells
    ROWS = "rows"  # three rows of three
    TEN = "ten"  # ten cells, of which the first is not used


class Squares(Enum):
    """The form of a square; the value is the word of the option."""

    INDEX = "0-8"
    NUMBER = "1-9"
    PAIR = "row-column"  # a pair, from 0

    def write(self, move: Move) -> object:
        """Return a square in this form."""
        match self:
            case Squares.INDEX:
                return move
            case Squares.NUMBER:
                return move + 1
            case Squares.PAIR:
                return divmod(move, RULES.width)

    def read(self, value: object) -> Move | None:
        """Return the square that a value stands for; None if it is none."""
        if isinstance(value, str) and len(value) == 1 and value.isdigit():
            return None  # text is no square
        if self is not Squares.PAIR:
            first = 0 if self is Squares.INDEX else 1
            is_whole = isinstance(value, int) and not isinstance(value, bool)
            if is_whole and 0 <= value - first < RULES.size:  # type: ignore[operator]
                return value - first  # type: ignore[operator]
            return None
        match value:
            case [int(row), int(column)] if 0 <= row < RULES.height and 0 <= column < RULES.width:
                return row * RULES.width + column
        return None

    def spell(self, move: Move) -> str:
        """Return a square as a sentence names it."""
        return str(self.write(move))


@dataclass(frozen=True, slots=True)
class Notation:
    """The forms of boards, marks and squares.

    `empty` are the cells of an empty board, `unused` the first of ten.
    """

    layout: Layout
    squares: Squares
    marks: Mapping[Mark, object]
    empty: tuple[object, ...]
    is_tuple: bool = False
    unused: object = " "

    def write(self, position: Position) -> object:
        """Return a board, fresh lists each time."""
        cells = list(self.empty)
        for mark, written in self.marks.items():
            for square in squares(position.marks(mark)):
                cells[square] = written
        form = tuple if self.is_tuple else list
        if self.layout is Layout.FLAT:
            return form(cells)
        if self.layout is Layout.TEN:
            return form((self.unused, *cells))
        return form(form(cells[start : start + 3]) for start in range(0, RULES.size, 3))

    def mark_of(self, value: object) -> Mark | None:
        """Return the mark that a value stands for, if it is one."""
        for mark, written in self.marks.items():
            if value == written and type(value) is type(written):
                return mark
        return None

    def shown(self, value: object) -> str:
        """Return a value as a sentence shows it: a board by its rows, all else as Python does."""
        flat = cells_of(value)
        if flat is not None and self.layout is Layout.TEN:
            flat = flat[1:]
        if flat is None or len(flat) != RULES.size:
            return repr(value)
        letters = []
        for square, cell in enumerate(flat):
            mark = self.mark_of(cell)
            if mark is None and cell != self.empty[square]:
                return repr(value)
            letters.append("." if mark is None else str(mark))
        return "/".join("".join(letters[start : start + 3]) for start in range(0, RULES.size, 3))


def cells_of(value: object) -> Sequence[object] | None:
    """Return the cells of a board in either layout, of any number; None for what is no board."""
    if not isinstance(value, list | tuple) or not value:
        return None
    if all(isinstance(row, list | tuple) for row in value):
        return [cell for row in value for cell in row]
    if any(isinstance(cell, list | tuple | dict | Thing) for cell in value):
        return None
    return value


def board_text(position: Position) -> str:
    """Return the marks of a position, row by row.

    >>> board_text(Position.parse("xxx/oo./... o 3"))
    'XXX/OO./...'
    """
    return position.notation.partition(" ")[0].upper()
