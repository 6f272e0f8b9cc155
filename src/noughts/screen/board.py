"""The board as a widget: drawn as large as fits, with a cursor, and panned if it is larger.

The marks are drawn as on the pages, in quarters of a letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from noughts.core import Game, Mark, Move, Position, Rules
from noughts.solver import Value
from noughts.wording.drawing import name_labels
from noughts.wording.pictures.strokes import Point, points_on, strokes

_SIGNS = {Value.WIN: "+", Value.DRAW: "=", Value.LOSS: "-"}
# Around a square: what line mode writes as [X], (X) and, for the cursor, corners.
_WON = "┌┐│└┘"
_LAST = "╭╮│╰╯"
_CURSOR, _CURSOR_ON_LAST = "▛▜ ▙▟", "▛▜│▙▟"
_PLAIN = "     "
_INSIDE = 2  # squares seen beyond the one that matters
_PANEL, _NARROWEST_PANEL = 28, 15  # columns that the text beside the board would like, and needs
_LOW = 15  # rows of a text below the board, at least
_HIGHEST, _TIGHT = 11, 3  # rows of a square: larger ones look no better, and marks fill this
_HEAD = 1  # the row of the letters of the columns


@dataclass(frozen=True, slots=True)
class Note:
    """A word in an empty square, or the sign of its value where there is no space for it."""

    text: str
    value: Value


@dataclass(frozen=True, slots=True)
class Picture:
    """A position with the marks, notes and cursor to draw on it."""

    position: Position
    last: Move | None
    line: frozenset[Move]
    notes: Mapping[Move, Note]
    has_cursor: bool


def picture_of(
    game: Game, notes: Mapping[Move, Note] | None = None, *, has_cursor: bool = True
) -> Picture:
    """Return a game with its last move or winning line marked, and no cursor once it is over."""
    outcome = game.position.outcome
    line = outcome.squares if outcome is not None else frozenset[Move]()
    has_cursor = has_cursor and game.ending is None
    return Picture(game.position, game.last_move, line, notes or {}, has_cursor)


@dataclass(frozen=True, slots=True)
class Cell:
    """The size of a square in letters, and whether there are lines between squares."""

    width: int
    height: int
    ruled: bool

    @property
    def pitch(self) -> tuple[int, int]:
        """The way from one square to the next, in columns and rows."""
        return self.width + self.ruled, self.height + self.ruled


_CELLS = (
    *(Cell(2 * height + 1, height, ruled=True) for height in range(_HIGHEST, 2, -1)),
    Cell(3, 1, ruled=True),
    Cell(3, 1, ruled=False),
)


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of a board that is drawn: its cells, and how many squares fit across and down."""

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
    def size(self) -> tuple[int, int]:
        """The columns and rows of the whole picture, with an edge around the squares."""
        right, down = self.cell.pitch
        width = self.columns * right - self.cell.ruled
        height = self.rows * down - self.cell.ruled
        return self.margin + width + 2 * self.edge, _HEAD + height + 2 * self.rise

    @property
    def rise(self) -> int:
        """The rows of plain board above and below the squares."""
        return self.edge if self.cell.height > 1 else 0


def frame_for(rules: Rules, width: int, height: int) -> Frame:
    """Return the largest squares with which a board fits into a width and a height.

    Where none do, the smallest, and as many of them as fit.

    >>> frame_for(Rules(), 40, 20).cell
    Cell(width=11, height=5, ruled=True)
    """
    for cell in _CELLS:
        for edge in (1, 0):
            frame = Frame(rules, cell, rules.width, rules.height, edge)
            if frame.size[0] <= width and frame.size[1] <= height:
                return frame
    frame = Frame(rules, _CELLS[-1], 0, 0, edge=1)  # without any square
    columns = max((width - frame.size[0]) // frame.cell.width, 1)
    rows = max(height - frame.size[1], 1)
    return replace(frame, columns=min(columns, rules.width), rows=min(rows, rules.height))


def plan_for(rules: Rules, width: int, height: int) -> tuple[Frame, bool]:
    """Return the frame of a board with its panel beside or below it, and whether it is below.

    The width and the height are without the rows of the keys.
    """
    panel = _PANEL if width >= 2 * _PANEL else _NARROWEST_PANEL
    beside = frame_for(rules, width - panel, height)
    if height <= _LOW:
        return beside, False
    below = frame_for(rules, width, height - max(height // 3, 6))
    area = [frame.columns * frame.rows * frame.cell.width for frame in (beside, below)]
    return (below, True) if area[1] > area[0] else (beside, False)


def legend(notes: Mapping[Move, Note], frame: Frame) -> str:
    """Return what the signs mean that stand in squares with no space for the words.

    >>> legend({4: Note("win", Value.WIN)}, frame_for(Rules(15, 15, 5), 60, 20))
    '+ win'
    """
    short = {note for note in notes.values() if not _fits(note, frame.cell)}
    ordered = sorted(short, key=lambda note: -note.value)
    return "  ".join(f"{_SIGNS[note.value]} {note.text}" for note in ordered)


def _fits(note: Note, cell: Cell) -> bool:
    return len(note.text) <= cell.width - 2


class BoardView(Widget):
    """A board; posts `Chosen` when a square is clicked."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"board--{name}" for name in ("board", "label", "x", "o", "cursor", "win", "draw", "loss")
    }
    DEFAULT_CSS = """
    BoardView {
        width: auto; height: auto; background: $board; color: $lattice;
        & > .board--board { background: $board; color: $lattice; }
        & > .board--label { background: $board; color: $label; }
        & > .board--x { background: $board; color: $x; text-style: bold; }
        & > .board--o { background: $board; color: $o; text-style: bold; }
        & > .board--cursor { background: $board-raised; color: $cursor; }
        & > .board--win { background: $win-tint; color: $win; text-style: bold; }
        & > .board--draw { background: $draw-tint; color: $draw; }
        & > .board--loss { background: $loss-tint; color: $loss; }
    }
    """

    class Chosen(Message):
        """A square was clicked."""

        def __init__(self, move: Move) -> None:
            super().__init__()
            self.move = move

    def __init__(self, picture: Picture) -> None:
        super().__init__()
        self._picture = picture
        self._frame = frame_for(picture.position.rules, 0, 0)
        self.styles.width, self.styles.height = self._frame.size
        self._left = self._top = 0  # the first square that is seen
        self.cursor: Move = _centre(picture.position.rules)
        self._bring_into_sight(self.cursor)

    @property
    def rules(self) -> Rules:
        """The board that is shown."""
        return self._picture.position.rules

    def show(self, picture: Picture) -> None:
        """Show another picture; on another board the cursor goes to the middle."""
        if picture.position.rules != self.rules:
            self.cursor = _centre(picture.position.rules)
        before, self._picture = self._picture.last, picture
        if picture.last is not None and picture.last != before:
            self._bring_into_sight(picture.last)
            self.pan(0, 0)
        self.refresh()

    def use(self, frame: Frame) -> None:
        """Draw in a frame; the picture is as large as that."""
        if frame != self._frame:
            self._frame = frame
            self.styles.width, self.styles.height = frame.size
            self._bring_into_sight(self.cursor)
            self.refresh()

    def point_at(self, move: Move) -> None:
        """Move the cursor, and pan until it is seen."""
        self.cursor = move
        self._bring_into_sight(move)
        self.refresh()

    def pan(self, right: int, down: int) -> None:
        """Show another part of a board larger than its frame; the cursor stays in sight."""
        rules, frame = self.rules, self._frame
        self._left = min(max(self._left + right, 0), rules.width - frame.columns)
        self._top = min(max(self._top + down, 0), rules.height - frame.rows)
        row, column = divmod(self.cursor, rules.width)
        row = min(max(row, self._top), self._top + frame.rows - 1)
        column = min(max(column, self._left), self._left + frame.columns - 1)
        self.cursor = row * rules.width + column
        self.refresh()

    def _bring_into_sight(self, move: Move) -> None:
        (row, column), frame = divmod(move, self.rules.width), self._frame
        self._left = _shifted(self._left, column, frame.columns, self.rules.width)
        self._top = _shifted(self._top, row, frame.rows, self.rules.height)

    def square_at(self, x: int, y: int) -> Move | None:
        """Return the square that is seen in a column and row of the widget, if one is."""
        frame, (right, down) = self._frame, self._frame.cell.pitch
        column, x = divmod(x - frame.margin - frame.edge, right)
        row, y = divmod(y - _HEAD - frame.rise, down)
        is_inside = 0 <= column < frame.columns and 0 <= row < frame.rows
        if not is_inside or x >= frame.cell.width or y >= frame.cell.height:
            return None
        return (self._top + row) * self.rules.width + self._left + column

    def on_click(self, event: events.Click) -> None:
        move = self.square_at(event.x, event.y)
        if move is not None and event.button == 1:
            self.point_at(move)
            self.post_message(self.Chosen(move))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        move = self.square_at(event.x, event.y)
        if move is not None and move != self.cursor:
            self.point_at(move)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.pan(*((1, 0) if event.shift else (0, 1)))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.pan(*((-1, 0) if event.shift else (0, -1)))

    def on_mouse_scroll_right(self) -> None:
        self.pan(1, 0)

    def on_mouse_scroll_left(self) -> None:
        self.pan(-1, 0)

    def render_line(self, y: int) -> Strip:
        frame, board = self._frame, self._style("board")
        width, height = frame.size
        row, inner = divmod(y - _HEAD - frame.rise, frame.cell.pitch[1])
        if y >= height:
            return Strip.blank(self.size.width)
        if y < _HEAD:
            segments = [Segment(self._column_names(), self._style("label"))]
        elif not 0 <= row < frame.rows or y >= height - frame.rise:
            segments = [Segment(" " * width, board)]
        elif inner == frame.cell.height:
            ruling = "┼".join(["─" * frame.cell.width] * frame.columns)
            segments = [Segment(" " * (frame.margin + frame.edge) + ruling, board)]
        else:
            segments = [Segment(self._row_name(row, inner), self._style("label"))]
            first = (self._top + row) * self.rules.width + self._left
            for column in range(frame.columns):
                if column and frame.cell.ruled:
                    segments.append(Segment("│", board))
                segments.extend(self._square(first + column, inner))
        return Strip(segments).adjust_cell_length(self.size.width, board)

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"board--{name}")

    def _column_names(self) -> str:
        frame, names = self._frame, name_labels(self.rules).columns
        seen = names[self._left : self._left + frame.columns]
        text = (" " * frame.cell.ruled).join(name.center(frame.cell.width) for name in seen)
        more = "◂" if self._left else " ", "▸" if self._left + frame.columns < len(names) else " "
        return f"{' ' * frame.margin}{more[0][: frame.edge]}{text}{more[1][: frame.edge]}"

    def _row_name(self, row: int, inner: int) -> str:
        frame, names = self._frame, name_labels(self.rules).rows
        more_above = row == 0 and self._top > 0
        more_below = row == frame.rows - 1 and self._top + frame.rows < self.rules.height
        sign = "↑" if more_above and inner == 0 else "↓" if more_below else " "
        name = names[self._top + row] if inner == frame.cell.height // 2 else ""
        return f"{name:>{frame.margin - 1}}{sign}{' ' * frame.edge}"

    def _square(self, move: Move, inner: int) -> list[Segment]:
        """Return one row of one square: its frame on both sides, and what is between."""
        picture, cursor = self._picture, self._style("cursor")
        mark, note = picture.position.mark_at(move), picture.notes.get(move)
        is_pointed_at = move == self.cursor and picture.has_cursor
        style = self._style("board" if mark is None else mark.value)
        if note is not None:
            style = self._style(note.value.name.lower())
        around = _LAST if move == picture.last else _PLAIN
        if move in picture.line:
            style, around = Style(color=style.bgcolor, bgcolor=style.color, bold=True), _WON
        elif is_pointed_at:
            style += Style(bgcolor=cursor.bgcolor)
            around = _CURSOR_ON_LAST if move == picture.last else _CURSOR
        left, right = _sides(around, inner, self._frame.cell.height)
        edge = style + Style(color=cursor.color) if is_pointed_at else style
        return [Segment(left, edge), self._content(move, inner, style), Segment(right, edge)]

    def _content(self, move: Move, inner: int, style: Style) -> Segment:
        """Return the inside of a square: a mark, a note, or a dot without lines."""
        cell, picture = self._frame.cell, self._picture
        width, mark = cell.width - 2, picture.position.mark_at(move)
        if mark is not None:
            return Segment(drawn(mark, width, cell.height)[inner], style)
        if inner != cell.height // 2:
            return Segment(" " * width, style)
        if move in picture.notes:
            note = picture.notes[move]
            text = note.text if _fits(note, cell) else _SIGNS[note.value]
            return Segment(text.center(width), style)
        sign = " " if cell.ruled else "·"
        return Segment(sign.center(width), style + Style(color=self._style("label").color))


def _sides(around: str, inner: int, height: int) -> tuple[str, str]:
    """Return what stands left and right of a row of a square, given the corners and the side."""
    if height == 1:
        return {_WON: ("[", "]"), _LAST: ("(", ")"), _PLAIN: (" ", " ")}.get(around, ("▐", "▌"))
    if height == _TIGHT and around != _CURSOR:  # corners would touch those of an O
        brackets = {_WON: ("[", "]"), _PLAIN: (" ", " ")}.get(around, ("(", ")"))
        if inner == height // 2:
            return brackets
        around = _CURSOR if around == _CURSOR_ON_LAST else _PLAIN
    if inner == 0:
        return around[0], around[1]
    return (around[3], around[4]) if inner == height - 1 else (around[2], around[2])


def _shifted(first: int, wanted: int, seen: int, all_: int) -> int:
    """Return the first of `seen` columns so that the wanted one is seen, if possible inside."""
    inside = min(_INSIDE, (seen - 1) // 2)
    first = min(max(first, wanted + inside - seen + 1), wanted - inside)
    return max(min(first, all_ - seen), 0)


def _centre(rules: Rules) -> Move:
    return rules.height // 2 * rules.width + rules.width // 2


# By which quarters are full: 1 the upper left, 2 the upper right, 4 and 8 those below.
_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_SMALL: dict[int, dict[Mark, tuple[str, ...]]] = {  # by height; quarters would be too coarse
    1: {mark: (str(mark),) for mark in Mark},
    3: {Mark.X: ("╲ ╱", " ╳ ", "╱ ╲"), Mark.O: ("╭───╮", "│   │", "╰───╯")},  # noqa: RUF001
}
_STEPS = 24  # points on each curve
_THICKNESS, _THINNEST = 0.16, 1.1  # of the size, and in columns


@lru_cache(maxsize=64)
def drawn(mark: Mark, width: int, height: int) -> tuple[str, ...]:
    """Return a mark of this width and height, a string for each row.

    A letter is twice as high as it is wide, so a square has twice as many columns as rows.

    >>> print("|".join(drawn(Mark.X, 7, 4)))
    ▄▄   ▗▖| ▀▜▄▟▀ | ▗▟▀▜▄ |▝▀   ▝▘
    """
    if height in _SMALL:
        return tuple(row.center(width) for row in _SMALL[height][mark])
    size = min(width, 2 * height)
    left, top = (width - size) / 2, (2 * height - size) / 2
    marked = strokes(mark, left, top, size)
    points = [point for stroke in marked for point in points_on(stroke, _STEPS)]
    reach = max(size * _THICKNESS, _THINNEST) / 2
    return tuple(
        "".join(_letter(points, reach, column, row) for column in range(width))
        for row in range(height)
    )


def _letter(points: list[Point], reach: float, column: int, row: int) -> str:
    quarters = ((column + right, 2 * row + down) for down in (0.5, 1.5) for right in (0.25, 0.75))
    full = [any((x - a) ** 2 + (y - b) ** 2 <= reach**2 for a, b in points) for x, y in quarters]
    return _QUARTERS[sum(1 << bit for bit, is_full in enumerate(full) if is_full)]
