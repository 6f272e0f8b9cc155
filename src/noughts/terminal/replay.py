"""Recorded games, shown move by move, or recorded anew as asciinema and its player show them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

from noughts.core import Game, Mark
from noughts.core.record import Record
from noughts.terminal.board import show_game
from noughts.terminal.console import Console
from noughts.terminal.text import by_name
from noughts.wording import text
from noughts.wording.drawing import draw
from noughts.wording.language import gettext as _

_PACE = 0.9  # seconds from move to move, or as many as make a long game ...
_LONGEST = 30.0  # ... last so long
_REST = 3.0  # seconds at the end
_COLUMNS, _ABOVE_AND_BELOW = 60, 9  # rows of sentences above and below the board


def show_record(
    console: Console, record: Record, after_board: Callable[[], None] = lambda: None
) -> None:
    """Show a recorded game: the players, each move with the board, and the ending."""
    game = record.game
    style = by_name(game.rules)
    x, o = (text.printable(record.players[mark]) for mark in Mark)
    console.say(text.paragraph(text.title(game.rules)))
    if record.started:
        date = text.printable(record.started)
        console.say(_("{x} (X) against {o} (O), {date}.", x=x, o=o, date=date))
    else:
        console.say(_("{x} (X) against {o} (O).", x=x, o=o))
    for ply in range(len(game.moves) + 1):
        so_far = Game(game.start, game.moves[:ply])
        if ply:
            mark = so_far.position.turn.other
            console.say(
                f"{ply}. {text.paragraph(text.taken(mark, style.name(game.moves[ply - 1])))}"
            )
        show_game(console, so_far, style.labels)
        after_board()
    if game.ending is None:
        console.say(_("The game wasn't finished."))
    else:
        ending = text.ending_text(text.subjects_for([]), game.ending)
        console.say(text.paragraph(ending, text.lines_text(style.name, game)))


def cast(record: Record) -> str:
    """Return the text of a `.cast` file: asciicast 2, which all versions of asciinema play.

    After a header there is a line for each piece of output with its time:
    https://docs.asciinema.org/manual/asciicast/v2.

    >>> from noughts import Game, Mark
    >>> cast(Record(Game().play("b2"), {Mark.X: "human", Mark.O: "easy"}))[:42]
    '{"version": 2, "width": 60, "height": 15, '
    """
    rules = record.game.rules
    board = draw(record.game.start).split("\n")
    size = max(_COLUMNS, *(len(line) + 1 for line in board)), len(board) + _ABOVE_AND_BELOW
    tape = _Tape(min(_PACE, _LONGEST / max(len(record.game.moves), 1)))
    console = Console(io.BytesIO(), tape, colour=True, redraws=True, size=lambda: size)

    def after_board() -> None:
        tape.cut()
        console.turn_page()

    show_record(console, record, after_board)
    tape.cut()
    header = {"version": 2, "width": size[0], "height": size[1], "title": text.title(rules)}
    events = [*tape.events, (tape.time + _REST, "o", "")]
    return "".join(f"{json.dumps(line)}\n" for line in (header, *events))


class _Tape(io.StringIO):
    """An output that remembers what was written when."""

    def __init__(self, pace: float) -> None:
        super().__init__(newline="\r\n")  # as a terminal ends lines
        self.time = 0.0
        self.events: list[tuple[float, str, str]] = []
        self._pace = pace

    def cut(self) -> None:
        """Make an event of what was written since the last cut, and let time pass."""
        self.events.append((round(self.time, 3), "o", self.getvalue()))
        self.seek(0)
        self.truncate()
        self.time += self._pace
