"""A recorded game as a recording of a terminal, which asciinema and its player show.

The format is asciicast 2, https://docs.asciinema.org/manual/asciicast/v2: a header, then a line for
each piece of output with its time. All versions of asciinema play it.
"""

from __future__ import annotations

import io
import json

from noughts.core.drawing import draw
from noughts.core.record import Record
from noughts.core.text import title
from noughts.terminal.in_place import InPlaceConsole
from noughts.terminal.replay import show_record

_PACE = 0.9  # seconds from move to move, or as many as make a long game ...
_LONGEST = 30.0  # ... last so long
_REST = 3.0  # seconds at the end
_COLUMNS, _ABOVE_AND_BELOW = 60, 9  # rows of sentences above and below the board


def cast(record: Record) -> str:
    """The recording, as the text of a `.cast` file.

    >>> from noughts import Game, Mark
    >>> cast(Record(Game().play("b2"), {Mark.X: "human", Mark.O: "easy"}))[:42]
    '{"version": 2, "width": 60, "height": 14, '
    """
    rules = record.game.rules
    board = draw(record.game.start).split("\n")
    size = max(_COLUMNS, *(len(line) + 1 for line in board)), len(board) + _ABOVE_AND_BELOW
    tape = _Tape(min(_PACE, _LONGEST / max(len(record.game.moves), 1)))
    console = InPlaceConsole(io.BytesIO(), tape, colour=True, size=lambda: size)

    def after_board() -> None:
        tape.cut()
        console.turn_page()

    show_record(console, record, after_board)
    tape.cut()
    header = {"version": 2, "width": size[0], "height": size[1], "title": title(rules)}
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
