"""A session at the terminal without a process: typed lines go in, output comes out."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from noughts import Game, InvalidPosition, Mark, Position, Rules
from noughts.core.record import Record
from noughts.players import Player
from noughts.terminal.console import Console
from noughts.terminal.session import Table, play_session
from noughts.terminal.text import INPUTS, by_name

RULE = "---+---+---"
STYLES = {"name": by_name, **INPUTS}  # all ways to type squares


def table_of(
    *,
    x: Player | None = None,
    o: Player | None = None,
    start: Position | None = None,
    style: str = "name",
    **more: Any,
) -> Table:
    """A table at which a player of None is a person, who types."""
    start = Rules().start() if start is None else start
    return Table(start, {Mark.X: x, Mark.O: o}, STYLES[style](start.rules), **more)


def play_typed(typed: bytes, **table: Any) -> tuple[str, list[Game]]:
    """Play a session at a table; return its output and the finished games."""
    finished: list[Record] = []
    said = io.StringIO()
    play_session(table_of(keep=finished.append, **table), Console(io.BytesIO(typed), said))
    return said.getvalue(), [record.game for record in finished]


def lines(*answers: str | int) -> bytes:
    """Answers as a person would type them, one per line."""
    return "".join(f"{answer}\n" for answer in answers).encode()


def boards(said: str) -> Iterable[Position]:
    """Every 3×3 board in an output, parsed; raises if one is not reachable."""
    shown = said.split("\n")
    for number, line in enumerate(shown):
        if line.endswith(RULE) and shown[number + 2] == line:
            margin = len(line) - len(RULE)
            rows = (shown[number + offset][margin:] for offset in (-1, 1, 3))
            yield _read_board("/".join(map(_read_row, rows)))


def _read_row(row: str) -> str:
    cells = row.ljust(len(RULE)).split("|")
    letters = [cell.strip(" []()").lower() for cell in cells]
    return "".join(letter if letter in ("x", "o") else "." for letter in letters)


def _read_board(text: str) -> Position:
    try:
        return Position.parse(f"{text} x 3")
    except InvalidPosition:
        return Position.parse(f"{text} o 3")
