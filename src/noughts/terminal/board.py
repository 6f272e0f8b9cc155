"""The board of a game as the terminal shows it."""

from __future__ import annotations

from collections.abc import Collection

from noughts.core.bits import Move
from noughts.core.drawing import Labels, Paint, draw
from noughts.core.game import Game
from noughts.language import gettext as _
from noughts.terminal.colour import painter
from noughts.terminal.console import Console, Size, wrapped

_BELOW = 2  # rows, for a sentence and the prompt


def show_game(
    console: Console, game: Game, labels: Labels, *, caption: str = "", brief: bool = False
) -> None:
    """Show the board, with the winning line or the last move marked, if there is room for it.

    The caption stays below it; a `brief` board is followed by the next at once.
    """
    size = console.size
    compact = size is not None and not _fits(_draw(game, labels, _solid), size)
    if compact and size is not None:
        needed = _width(_draw(game, labels, _solid, compact=True))
        if needed > size[0]:
            if not brief:
                console.say(_no_room(needed, labels, size[0]))
                console.say(caption)
            return
    paint = painter(game.position, _won(game)) if console.colour else None
    drawing = _draw(game, labels, paint, compact=compact)
    if caption:
        drawing += f"\n\n{caption if size is None else wrapped(caption, size[0])}"
    console.show_board(drawing, brief=brief)


def _draw(game: Game, labels: Labels, paint: Paint | None, *, compact: bool = False) -> str:
    won = _won(game)
    last = None if game.rules.is_common else game.last_move  # small enough to see it without a mark
    return draw(game.position, labels=labels, line=won, last=last, paint=paint, compact=compact)


def _won(game: Game) -> Collection[Move]:
    """The squares of the winning lines."""
    outcome = game.position.outcome
    return outcome.squares if outcome is not None else ()


def _solid(_square: Move, text: str) -> str:
    """A paint to measure by: as a coloured board does, it keeps the blanks at the right edge."""
    return "#" * len(text)


def _fits(drawing: str, size: Size) -> bool:
    columns, rows = size
    return _width(drawing) <= columns and drawing.count("\n") + 1 + _BELOW <= rows


def _width(drawing: str) -> int:
    return max(map(len, drawing.split("\n")))


def _no_room(needed: int, labels: Labels, columns: int) -> str:
    """What is missing to show a board, and what there would be room for."""
    margin = max(map(len, labels.rows), default=0) + 2
    square = max(map(len, labels.columns), default=1) + 1
    return _(
        "The board needs {needed} columns, and the terminal has {columns}. Make it wider, then "
        "type board; as it is, it has room for boards of up to {most} columns of squares.",
        needed=needed,
        columns=columns,
        most=max((columns - margin) // square, 0),
    )
