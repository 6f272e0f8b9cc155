"""How large a board is drawn in the room there is, and which part of it is seen."""

from __future__ import annotations

from dataclasses import dataclass, replace

from noughts.core.bits import Move
from noughts.core.rules import Rules

PANEL = 28  # columns that the text beside the board would like
_NARROWEST_PANEL = 15
_LOW = 15  # rows of a text below the board, at least
_HIGHEST = 11  # rows of a square; larger ones look no better


@dataclass(frozen=True, slots=True)
class Cell:
    """The size of a square in letters, and whether there are lines between squares."""

    width: int
    height: int
    ruled: bool

    @property
    def pitch(self) -> tuple[int, int]:
        """From one square to the next, in columns and rows."""
        return self.width + self.ruled, self.height + self.ruled


_SMALLEST = Cell(3, 1, ruled=False)
_CELLS = (
    *(Cell(2 * height + 1, height, ruled=True) for height in range(_HIGHEST, 2, -1)),
    Cell(3, 1, ruled=True),
    _SMALLEST,
)


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a board is drawn: its cells, and how many squares fit across and down."""

    rules: Rules
    cell: Cell
    columns: int
    rows: int
    edge: int  # columns, and in ruled boards rows, of plain board around the squares

    @property
    def margin(self) -> int:
        """The columns of the numbers of the rows."""
        return len(str(self.rules.height)) + 1

    @property
    def head(self) -> int:
        """The rows of the letters of the columns."""
        return 1

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the whole picture, with an edge around the squares."""
        right, down = self.cell.pitch
        width = self.columns * right - self.cell.ruled
        height = self.rows * down - self.cell.ruled
        return self.margin + width + 2 * self.edge, self.head + height + 2 * self.rise

    @property
    def rise(self) -> int:
        """The rows of plain board above and below the squares."""
        return self.edge if self.cell.height > 1 else 0

    @property
    def is_whole(self) -> bool:
        """Whether all squares are seen at once."""
        return (self.columns, self.rows) == (self.rules.width, self.rules.height)

    def square_at(self, x: int, y: int, left: int, top: int) -> Move | None:
        """The square at a place of the picture, whose first is in column `left`, row `top`."""
        right, down = self.cell.pitch
        column, x = divmod(x - self.margin - self.edge, right)
        row, y = divmod(y - self.head - self.rise, down)
        is_inside = 0 <= column < self.columns and 0 <= row < self.rows
        if not is_inside or x >= self.cell.width or y >= self.cell.height:
            return None
        return (top + row) * self.rules.width + left + column

    def place_of(self, move: Move, left: int, top: int) -> tuple[int, int]:
        """The place of the middle of a square, the other way round."""
        row, column = divmod(move, self.rules.width)
        right, down = self.cell.pitch
        x = self.margin + self.edge + (column - left) * right + self.cell.width // 2
        y = self.head + self.rise + (row - top) * down + self.cell.height // 2
        return x, y


def frame_for(rules: Rules, width: int, height: int) -> Frame:
    """The largest squares with which a board fits into so many columns and rows.

    Where none do, the smallest, and as many of them as fit.

    >>> frame_for(Rules(), 40, 20).cell
    Cell(width=11, height=5, ruled=True)
    """
    for cell in _CELLS:
        for edge in (1, 0):
            frame = Frame(rules, cell, rules.width, rules.height, edge)
            if frame.size[0] <= width and frame.size[1] <= height:
                return frame
    frame = Frame(rules, _SMALLEST, 0, 0, edge=1)  # without any square
    columns = max((width - frame.size[0]) // _SMALLEST.width, 1)
    rows = max(height - frame.size[1], 1)
    return replace(frame, columns=min(columns, rules.width), rows=min(rows, rules.height))


@dataclass(frozen=True, slots=True)
class Plan:
    """How a screen is shared out: the board, and the panel beside or below it."""

    frame: Frame
    is_stacked: bool


def plan_for(rules: Rules, width: int, height: int) -> Plan:
    """The plan for a screen of so many columns and rows, those of the keys not counted."""
    panel = PANEL if width >= 2 * PANEL else _NARROWEST_PANEL
    beside = frame_for(rules, width - panel, height)
    if height <= _LOW:
        return Plan(beside, is_stacked=False)
    below = frame_for(rules, width, height - max(height // 3, 6))
    area = [frame.columns * frame.rows * frame.cell.width for frame in (beside, below)]
    return Plan(below, is_stacked=True) if area[1] > area[0] else Plan(beside, is_stacked=False)
