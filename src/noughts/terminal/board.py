"""The board of a game as the terminal shows it; colours say no more than letters and brackets."""

from __future__ import annotations

from noughts.core import Game, Mark, Move
from noughts.terminal.console import Console, wrapped
from noughts.wording.drawing import Labels, Paint, draw
from noughts.wording.language import gettext as _

_BELOW = 2  # rows, for a sentence and the prompt
_FAINT, _BOLD = "2", "1"
_COLOURS = {Mark.X: "36", Mark.O: "35"}  # cyan and magenta are readable on dark and light


def show_game(
    console: Console, game: Game, labels: Labels, *, caption: str = "", brief: bool = False
) -> None:
    """Show the board, with the winning line or the last move marked, if there is space for it.

    The caption stays below it; a `brief` board is followed by the next at once.
    """
    won = game.position.outcome.squares if game.position.outcome is not None else ()
    last = None if game.rules.is_common else game.last_move  # small enough to see it without a mark

    def drawn(paint: Paint | None, *, compact: bool = False) -> str:
        return draw(game.position, labels=labels, line=won, last=last, paint=paint, compact=compact)

    def in_colour(square: Move, text: str) -> str:
        mark = game.position.mark_at(square)
        code = _FAINT if mark is None else _COLOURS[mark]
        if square in won:
            code = f"{_BOLD};{code}"
        return f"\x1b[{code}m{text}\x1b[0m"

    size, compact = console.size, False
    if size is not None:
        columns, rows = size
        whole = drawn(_solid)
        compact = _width(whole) > columns or whole.count("\n") + 1 + _BELOW > rows
        if compact and (needed := _width(drawn(_solid, compact=True))) > columns:
            if not brief:
                console.say(_too_narrow(needed, labels, columns))
                console.say(caption)
            return
    drawing = drawn(in_colour if console.colour else None, compact=compact)
    if caption:
        drawing += f"\n\n{caption if size is None else wrapped(caption, size[0])}"
    console.show_board(drawing, brief=brief)


def _solid(_square: Move, text: str) -> str:
    """Paint to measure by: as a coloured board does, keep the blanks at the right edge."""
    return "#" * len(text)


def _width(drawing: str) -> int:
    return max(map(len, drawing.split("\n")))


def _too_narrow(needed: int, labels: Labels, columns: int) -> str:
    """Return what is missing to show a board, and what there would be space for."""
    margin = max(map(len, labels.rows), default=0) + 2
    square = max(map(len, labels.columns), default=1) + 1
    return _(
        "The board needs {needed} columns, and the terminal has {columns}. Make it wider, then "
        "type board; as it is, it has room for boards of up to {most} columns of squares.",
        needed=needed,
        columns=columns,
        most=max((columns - margin) // square, 0),
    )
