"""Recorded games, shown move by move."""

from __future__ import annotations

from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.record import Record
from noughts.core.text import ending_text, subjects_for, taken, title
from noughts.terminal.board import show_game
from noughts.terminal.console import Console, printable
from noughts.terminal.styles import STYLES, Style
from noughts.terminal.table import Seat


def show_record(console: Console, record: Record) -> None:
    """Show a recorded game: the players, each move with the board, and the ending."""
    game = record.game
    style = STYLES["auto"](game.rules)
    seats = {mark: Seat(str(mark), printable(record.players[mark])) for mark in Mark}
    console.say(title(game.rules))
    console.say(_heading(seats, record))
    for ply in range(len(game.moves) + 1):
        _show_ply(console, style, game, ply)
    if game.ending is None:
        console.say("The game goes on from here.")
    else:
        console.say(ending_text(subjects_for([]), style.spell, game, game.ending))


def _heading(seats: dict[Mark, Seat], record: Record) -> str:
    players = " against ".join(f"{seats[mark].name} ({mark})" for mark in Mark)
    return f"{players}, {printable(record.started)}." if record.started else f"{players}."


def _show_ply(console: Console, style: Style, game: Game, ply: int) -> None:
    so_far = Game(game.start, game.moves[:ply])
    if ply:
        mark = so_far.position.turn.other
        console.say(f"{ply}. {taken(str(mark), style.spell(game.moves[ply - 1]))}")
    show_game(console, so_far, style.labels)
