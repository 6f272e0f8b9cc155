"""The sentences of line mode."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.core.bits import Move
from noughts.core.errors import NotationError
from noughts.core.game import Ending, Game, Termination
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.wording import listing, numeral, sentence
from noughts.terminal.commands import Command
from noughts.terminal.styles import Style
from noughts.terminal.table import Seat, Table

_MOST_SQUARES_LISTED = 16


def title(rules: Rules) -> str:
    """What is played, in a line."""
    return f"Noughts and crosses on {rules.width}x{rules.height}: {numeral(rules.k)} in a row wins."


def instructions(rules: Rules) -> str:
    """How the game is played, for someone who has never seen it."""
    return (
        "Two players, X and O, take turns to put their mark on a free square.\n"
        f"Whoever first has {numeral(rules.k)} or more of their own marks in a row, across, down\n"
        "or diagonally, wins. When the board is full and nobody has, the game is a draw."
    )


def how_to_type(style: Style) -> str:
    """Every answer a prompt takes."""
    commands = "\n".join(f"  {command.name.lower():8}{command.value}" for command in Command)
    return f"On your turn, type {style.wanted}, or a word:\n{commands}"


def introduction(table: Table) -> str:
    """Who plays whom, and how to take part."""
    if not table.people:
        names = " against ".join(f"{table.seats[mark].name} ({mark})" for mark in Mark)
        return f"{title(table.start.rules)}\n{sentence(names)}."
    who = "Two people take turns, X and O."
    if len(table.people) == 1:
        own = table.people[0]
        who = f"You are {own}. The computer ({table.seats[own.other].name}) is {own.other}."
    typing = f"Type {table.style.wanted}, or help."
    return f"{title(table.start.rules)}\n{who} {typing}"


def prompt(table: Table, mark: Mark) -> str:
    """What asks a person for a move."""
    return f"Your move ({mark}): " if len(table.people) == 1 else f"{mark}, your move: "


def taken(table: Table, mark: Mark, move: Move) -> str:
    """The move of a computer player in words."""
    return sentence(f"{table.seats[mark].does('take')} {table.style.spell(move)}.")


def mistake(style: Style, text: str, error: NotationError) -> str:
    """Why a line is no answer, and what would be one."""
    wanted = f"Type {style.wanted}, or help."
    return f"{error}. {wanted}" if text else wanted


def already_taken(style: Style, position: Position, move: Move) -> str:
    """Why a square cannot be taken, and on a small board which can."""
    text = f"{style.spell(move)} is already taken by {position.mark_at(move)}."
    if position.rules.size > _MOST_SQUARES_LISTED:
        return text
    return f"{text} Free: {listing(map(style.spell, position.moves))}."


def ending_text(seats: Mapping[Mark, Seat], style: Style, game: Game, ending: Ending) -> str:
    """Who won and how, or that nobody did."""
    if ending.winner is None:
        return _UNWON[ending.termination]
    wins, loser = seats[ending.winner].does("win"), seats[ending.winner.other]
    if ending.termination is Termination.LINE:
        return sentence(f"{wins} along {_lines_text(style, game)}.")
    return sentence(f"{loser.does(_FAILING[ending.termination])}: {wins}.")


_UNWON = {
    Termination.FULL: "It is a draw: the board is full and nobody has a row.",
    Termination.AGREEMENT: "It is a draw by agreement.",
    Termination.ABANDONED: "The game was left unfinished.",
}
_FAILING = {
    Termination.RESIGNATION: "resign",
    Termination.TIME: "lose on time",
    Termination.ABANDONED: "leave",
}


def _lines_text(style: Style, game: Game) -> str:
    outcome = game.position.outcome
    lines = outcome.lines if outcome is not None else ()
    return ", and along ".join(listing(map(style.spell, line)) for line in lines)


def score_text(table: Table, score: Mapping[Mark | None, int]) -> str:
    """The games so far."""
    sides = ", ".join(f"{table.seats[mark].subject} {score.get(mark, 0)}" for mark in Mark)
    return f"Score: {sides}, drawn {score.get(None, 0)}."
