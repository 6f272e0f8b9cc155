"""The board as a widget: drawn as large as fits, with a cursor, and panned if it is larger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from noughts.core.bits import Move
from noughts.core.drawing import name_labels
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.screen.layout import Frame, frame_for
from noughts.screen.marks import drawn


class Tone(Enum):
    """What the colour of a note says; its text says it too."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Note:
    """A word in an empty square, and a sign of one letter where there is no room for it."""

    text: str
    sign: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class Picture:
    """What a board shows."""

    position: Position
    last: Move | None = None
    line: frozenset[Move] = frozenset()
    notes: Mapping[Move, Note] = field(default_factory=dict)
    has_cursor: bool = True


def picture_of(
    game: Game, notes: Mapping[Move, Note] | None = None, *, has_cursor: bool = True
) -> Picture:
    """A game with its last move or winning line marked, and no cursor once it is over."""
    outcome = game.position.outcome
    line = outcome.squares if outcome is not None else frozenset[Move]()
    has_cursor = has_cursor and game.ending is None
    return Picture(game.position, game.last_move, line, notes or {}, has_cursor)


# Around a square: what line mode writes as [X], (X) and, for the cursor, corners.
_WON = "┌┐│└┘"
_LAST = "╭╮│╰╯"
_CURSOR = "▛▜ ▙▟"
_PLAIN = "     "
_INSIDE = 2  # squares seen beyond the one that matters


class BoardView(Widget):
    """A board; posts `Chosen` when a square is clicked."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"board--{name}"
        for name in ("board", "label", "number", "x", "o", "cursor", "win", "draw", "loss")
    }
    DEFAULT_CSS = """
    BoardView {
        width: auto; height: auto; background: $board; color: $lattice;
        & > .board--board { background: $board; color: $lattice; }
        & > .board--label { background: $board; color: $label; }
        & > .board--number { background: $board; color: $label; }
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
        is_news = picture.last is not None and picture.last != self._picture.last
        self._picture = picture
        if is_news and picture.last is not None:
            self._bring_into_sight(picture.last)
            self.pan(0, 0)
        self.refresh()

    def use(self, frame: Frame) -> None:
        """Draw in a frame; the picture is as large as that."""
        if frame == self._frame:
            return
        self._frame = frame
        self.styles.width, self.styles.height = frame.size
        self._bring_into_sight(self.cursor)
        self.refresh()

    def place_of(self, move: Move) -> tuple[int, int]:
        """The column and the row of the middle of a square that is in sight."""
        return self._frame.place_of(move, self._left, self._top)

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
        row, column = divmod(move, self.rules.width)
        frame = self._frame
        self._left = _shifted(self._left, column, frame.columns, self.rules.width)
        self._top = _shifted(self._top, row, frame.rows, self.rules.height)

    def _square_under(self, event: events.MouseEvent) -> Move | None:
        return self._frame.square_at(event.x, event.y, self._left, self._top)

    def on_click(self, event: events.Click) -> None:
        move = self._square_under(event)
        if move is not None and event.button == 1:
            self.point_at(move)
            self.post_message(self.Chosen(move))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        move = self._square_under(event)
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

    # --- drawing

    def render_line(self, y: int) -> Strip:
        frame = self._frame
        if y >= frame.size[1]:
            return Strip.blank(self.size.width)
        if y < frame.head:
            return self._column_names()
        row, inner = divmod(y - frame.head - frame.rise, frame.cell.pitch[1])
        if not 0 <= row < frame.rows or y >= frame.size[1] - frame.rise:
            return self._empty_line()
        if inner == frame.cell.height:
            return self._ruling()
        return self._squares(row, inner)

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"board--{name}")

    def _strip(self, segments: list[Segment]) -> Strip:
        return Strip(segments).adjust_cell_length(self.size.width, self._style("board"))

    def _empty_line(self) -> Strip:
        return self._strip([Segment(" " * self._frame.size[0], self._style("board"))])

    def _column_names(self) -> Strip:
        frame, names = self._frame, name_labels(self.rules).columns
        seen = names[self._left : self._left + frame.columns]
        between = " " * frame.cell.ruled
        text = between.join(name.center(frame.cell.width) for name in seen)
        more = "◂" if self._left else " ", "▸" if self._left + frame.columns < len(names) else " "
        line = f"{' ' * frame.margin}{more[0][: frame.edge]}{text}{more[1][: frame.edge]}"
        return self._strip([Segment(line, self._style("label"))])

    def _ruling(self) -> Strip:
        frame = self._frame
        line = "┼".join(["─" * frame.cell.width] * frame.columns)
        text = f"{' ' * (frame.margin + frame.edge)}{line}"
        return self._strip([Segment(text, self._style("board"))])

    def _squares(self, row: int, inner: int) -> Strip:
        frame = self._frame
        first = (self._top + row) * self.rules.width + self._left
        segments = [Segment(self._row_name(row, inner), self._style("label"))]
        for column in range(frame.columns):
            if column and frame.cell.ruled:
                segments.append(Segment("│", self._style("board")))
            segments.extend(self._square(first + column, inner))
        return self._strip(segments)

    def _row_name(self, row: int, inner: int) -> str:
        frame, names = self._frame, name_labels(self.rules).rows
        more_above = row == 0 and self._top > 0
        more_below = row == frame.rows - 1 and self._top + frame.rows < self.rules.height
        sign = "↑" if more_above and inner == 0 else "↓" if more_below else " "
        name = names[self._top + row] if inner == frame.cell.height // 2 else ""
        return f"{name:>{frame.margin - 1}}{sign}{' ' * frame.edge}"

    def _square(self, move: Move, inner: int) -> list[Segment]:
        """One row of one square: its frame on both sides, and what is between."""
        style, around = self._look(move)
        left, right = _sides(around, inner, self._frame.cell.height)
        middle, own = self._content(move, inner, style)
        edge = (
            style
            if not self._is_pointed_at(move)
            else style + Style(color=self._style("cursor").color)
        )
        return [Segment(left, edge), Segment(middle, own), Segment(right, edge)]

    def _is_pointed_at(self, move: Move) -> bool:
        return move == self.cursor and self._picture.has_cursor

    def _look(self, move: Move) -> tuple[Style, str]:
        """The style of a square, and what is drawn around it."""
        picture, mark = self._picture, self._picture.position.mark_at(move)
        style = self._style("board" if mark is None else mark.value)
        if move in picture.notes:
            style = self._style(picture.notes[move].tone.value)
        if move in picture.line:
            return Style(color=style.bgcolor, bgcolor=style.color, bold=True), _WON
        if self._is_pointed_at(move):
            cursor = self._style("cursor")
            return style + Style(bgcolor=cursor.bgcolor), _cursor(move == picture.last)
        return style, _LAST if move == picture.last else _PLAIN

    def _content(self, move: Move, inner: int, style: Style) -> tuple[str, Style]:
        cell, picture = self._frame.cell, self._picture
        width = cell.width - 2
        mark = picture.position.mark_at(move)
        if mark is not None:
            return drawn(mark, width, cell.height)[inner], style
        if inner != cell.height // 2:
            return " " * width, style
        if move in picture.notes:
            note = picture.notes[move]
            return (note.text if len(note.text) <= width else note.sign).center(width), style
        return self._empty_sign(move).center(width), style + Style(color=self._style("label").color)

    def _empty_sign(self, move: Move) -> str:
        """On 3×3 the digit that takes the square; a dot where no lines tell squares apart."""
        if self.rules.is_common:
            return str(move + 1)
        return " " if self._frame.cell.ruled else "·"


def _sides(around: str, inner: int, height: int) -> tuple[str, str]:
    """What stands left and right of a row of a square, given the corners and the side."""
    if height == 1:
        return {_WON: ("[", "]"), _LAST: ("(", ")"), _PLAIN: (" ", " ")}.get(around, ("▐", "▌"))
    if inner == 0:
        return around[0], around[1]
    return (around[3], around[4]) if inner == height - 1 else (around[2], around[2])


def _cursor(is_last: bool) -> str:
    return "▛▜│▙▟" if is_last else _CURSOR


def _shifted(first: int, wanted: int, seen: int, all_: int) -> int:
    """The first of `seen` columns such that the wanted one is among them, if possible inside."""
    inside = min(_INSIDE, (seen - 1) // 2)
    first = min(max(first, wanted + inside - seen + 1), wanted - inside)
    return max(min(first, all_ - seen), 0)


def _centre(rules: Rules) -> Move:
    return rules.height // 2 * rules.width + rules.width // 2
