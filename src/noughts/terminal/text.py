"""The sentences of line mode only."""

from __future__ import annotations

from noughts.core.bits import Move
from noughts.core.errors import NotationError
from noughts.core.grammar import listing, sentence
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.text import title
from noughts.terminal.commands import Command
from noughts.terminal.styles import Style
from noughts.terminal.table import Table

_MOST_SQUARES_LISTED = 16


def how_to_type(style: Style) -> str:
    """All the answers a prompt accepts."""
    commands = "\n".join(f"  {command.name.lower():8}{command.value}" for command in Command)
    return f"On your turn, type {style.wanted}, or a word:\n{commands}"


def introduction(table: Table) -> str:
    """Who plays whom, and what to type."""
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
    """The prompt for a move."""
    return f"Your move ({mark}): " if len(table.people) == 1 else f"{mark}, your move: "


def mistake(style: Style, text: str, error: NotationError) -> str:
    """Why a line was not understood, and what to type instead."""
    wanted = f"Type {style.wanted}, or help."
    return f"{error}. {wanted}" if text else wanted


def already_taken(style: Style, position: Position, move: Move) -> str:
    """Why a square cannot be taken, and on a small board which squares are free."""
    text = f"{style.spell(move)} is already taken by {position.mark_at(move)}."
    if position.rules.size > _MOST_SQUARES_LISTED:
        return text
    return f"{text} Free: {listing(map(style.spell, position.moves))}."
