"""A board on its tile in a picture to share; of a big one the part where there was play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from noughts.core import Mark, Move, Outcome, Position, squares
from noughts.wording.pictures.palette import BOARD, BOARD_EDGE, LATTICE, MARKS, PAPER
from noughts.wording.pictures.shapes import Pen, Shape, Tile
from noughts.wording.pictures.strokes import Stroke, lattice, strokes

_BIG = 9  # squares across, beyond which marks are too small on a phone
_FEWEST = 7  # that are shown of a big board, either way
_AROUND = 1  # squares around what was played


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a board that is shown."""

    left: int
    top: int
    width: int
    height: int

    @classmethod
    def of(cls, position: Position) -> Self:
        """Return all of a board or, of a big one with marks on it, what is around them.

        >>> from noughts import Rules
        >>> Window.of(Rules.parse("15x15:5").start().play("h8"))
        Window(left=4, top=4, width=7, height=7)
        """
        rules = position.rules
        taken = squares(position.occupied)
        if not taken or max(rules.width, rules.height) <= _BIG:
            return cls(0, 0, rules.width, rules.height)
        left, width = _shown({square % rules.width for square in taken}, rules.width)
        top, height = _shown({square // rules.width for square in taken}, rules.height)
        return cls(left, top, width, height)


def _shown(taken: set[int], size: int) -> tuple[int, int]:
    """Return the first column, or row, that is shown of so many, and how many are."""
    first, last = min(taken) - _AROUND, max(taken) + _AROUND
    count = min(size, max(last - first + 1, _FEWEST))
    start = first - (count - (last - first + 1)) // 2  # in the middle, if that can be
    return min(max(start, 0), size - count), count


@dataclass(frozen=True, slots=True)
class BoardTile:
    """A place for a board in a picture: its window, and where the corner of that is."""

    columns: int  # of the whole board
    window: Window
    left: float
    top: float
    cell: float
    rim: float

    @classmethod
    def within(
        cls, position: Position, left: float, top: float, side: float, rim: float
    ) -> BoardTile:
        """Return the place of a board as large as fits into a square, in its middle."""
        window = Window.of(position)
        cell = (side - 2 * rim) / max(window.width, window.height)
        across, down = side - cell * window.width, side - cell * window.height
        columns = position.rules.width
        return cls(columns, window, left + across / 2, top + down / 2, cell, rim)

    def empty(self) -> Iterator[Shape]:
        """Yield the tile and the lines between its squares."""
        window, rim = self.window, self.rim
        right, bottom = self.left + self.cell * window.width, self.top + self.cell * window.height
        for lower, colour in ((rim / 2, BOARD_EDGE), (0, BOARD)):
            corner = self.left - rim, self.top - rim + lower
            yield Tile(*corner, right + rim, bottom + rim + lower, colour, 2.2 * rim)
        width = min(6.0, self.cell / 12)
        yield self._pen(lattice(window.width, window.height), width, LATTICE)

    def mark(self, mark: Mark, square: Move, colour: str = "") -> Pen:
        """Return a mark on a square, in its own colour or in another."""
        column, row = self._place(square)
        drawn = strokes(mark, column + 0.2, row + 0.2, 0.6)
        return self._pen(drawn, self.cell * 0.09, colour or MARKS[mark])

    def marks(self, position: Position, shown: Iterable[Move]) -> Iterator[Pen]:
        """Yield the marks on some squares of a position."""
        for square in shown:
            mark = position.mark_at(square)
            if mark is not None:
                yield self.mark(mark, square)

    def won(self, outcome: Outcome | None) -> Iterator[Pen]:
        """Yield the lines that won, with their marks cut out of them."""
        if outcome is None or outcome.winner is None:
            return
        for line in outcome.lines:
            start, end = (
                (column + 0.5, row + 0.5)
                for column, row in (self._place(square) for square in (line[0], line[-1]))
            )
            colour = MARKS[outcome.winner]
            yield self._pen([[start, start, end, end]], self.cell * 0.82, colour)
        for square in sorted(outcome.squares):
            yield self.mark(outcome.winner, square, PAPER)

    def _place(self, square: Move) -> tuple[int, int]:
        """Return the column and the row of a square in the window."""
        row, column = divmod(square, self.columns)
        return column - self.window.left, row - self.window.top

    def _pen(self, drawn: list[Stroke], thickness: float, colour: str) -> Pen:
        """Return strokes that are given in squares from the corner of the window."""
        placed = [
            [(self.left + x * self.cell, self.top + y * self.cell) for x, y in stroke]
            for stroke in drawn
        ]
        return Pen(placed, thickness, colour)
