"""Recorded games, shown move by move."""

from __future__ import annotations

from collections.abc import Callable

from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.record import Record
from noughts.core.text import (
    ending_text,
    lines_text,
    paragraph,
    printable,
    subjects_for,
    taken,
    title,
)
from noughts.language import gettext as _
from noughts.terminal.board import show_game
from noughts.terminal.console import Console
from noughts.terminal.styles import STYLES, Style
from noughts.terminal.table import Seat


def show_record(
    console: Console, record: Record, after_board: Callable[[], None] = lambda: None
) -> None:
    """Show a recorded game: the players, each move with the board, and the ending."""
    game = record.game
    style = STYLES["auto"](game.rules)
    seats = {mark: Seat(str(mark), printable(record.players[mark])) for mark in Mark}
    console.say(paragraph(title(game.rules)))
    console.say(_heading(seats, record))
    for ply in range(len(game.moves) + 1):
        _show_ply(console, style, game, ply)
        after_board()
    if game.ending is None:
        console.say(_("The game wasn't finished."))
    else:
        console.say(
            paragraph(ending_text(subjects_for([]), game.ending), lines_text(style.name, game))
        )


def _heading(seats: dict[Mark, Seat], record: Record) -> str:
    x, o = (seats[mark].name for mark in Mark)
    if record.started:
        return _("{x} (X) against {o} (O), {date}.", x=x, o=o, date=printable(record.started))
    return _("{x} (X) against {o} (O).", x=x, o=o)


def _show_ply(console: Console, style: Style, game: Game, ply: int) -> None:
    so_far = Game(game.start, game.moves[:ply])
    if ply:
        mark = so_far.position.turn.other
        console.say(f"{ply}. {paragraph(taken(str(mark), style.name(game.moves[ply - 1])))}")
    show_game(console, so_far, style.labels)
