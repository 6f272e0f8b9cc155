"""The sentences of line mode only."""

from __future__ import annotations

from noughts.core.bits import Move
from noughts.core.errors import NotationError
from noughts.core.grammar import listing, sentence, worded
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.text import level_name, paragraph, title
from noughts.language import gettext as _
from noughts.solver import Limit
from noughts.terminal.commands import Command, near_miss
from noughts.terminal.styles import Style
from noughts.terminal.table import Table

_MOST_SQUARES_LISTED = 16
_SHORT = 1.0  # seconds


def how_to_type(style: Style) -> str:
    """All the answers a prompt accepts."""
    commands = "\n".join(f"  {command.value:8}{command.description}" for command in Command)
    heading = _("On your turn: {squares}; or a word:", squares=style.wanted)
    return f"{heading}\n{commands}"


def introduction(table: Table) -> str:
    """Who plays whom, and what to type."""
    if not table.people:
        x, o = (sentence(table.seats[mark].name) for mark in Mark)
        sides = _("{x} plays X, {o} plays O.", x=x, o=o)
        return f"{title(table.start.rules)}.\n{sides}"
    typing = _("On your turn: {squares}; or help.", squares=table.style.wanted)
    return f"{title(table.start.rules)}.\n{_sides(table)}\n{typing}"


def _sides(table: Table) -> str:
    """Who plays which side."""
    if len(table.people) > 1:
        return _("Two players take turns, X and O.")
    own = table.people[0]
    level = level_name(table.seats[own.other].name).lower()
    return _(
        "You're {side}; the computer ({level}) is {other}.", side=own, level=level, other=own.other
    )


def is_long(limit: Limit) -> bool:
    """Whether somebody who waits for so long is told how to end it."""
    return limit.seconds is not None and limit.seconds > _SHORT


def thinking(limit: Limit) -> str:
    """What the computer does, and how to have the move at once."""
    return _(
        "Thinking for up to {seconds} seconds – press Ctrl-C for an answer now",
        seconds=f"{limit.seconds:g}",
    )


def prompt(table: Table, mark: Mark) -> str:
    """The prompt for a move."""
    if len(table.people) == 1:
        return _("Your move ({side}): ", side=mark)
    return prompt_of(mark)


def prompt_of(mark: Mark) -> str:
    """The prompt for the move of one of several people."""
    return _("{side}, your move: ", side=mark)


def mistake(style: Style, text: str, error: NotationError) -> str:
    """Why a line was not understood, and what to type instead."""
    meant = near_miss(text)
    if meant is not None:
        return paragraph(sentence(worded(error)), _("Did you mean {word}?", word=meant.value))
    wanted = _("Type {squares}; or help.", squares=style.wanted)
    return paragraph(sentence(worded(error)), wanted) if text else wanted


def already_taken(style: Style, position: Position, move: Move, typed: str) -> str:
    """Why a square cannot be taken, and on a small board which squares are free."""
    square, mark = style.name(move), position.mark_at(move)
    if typed[:1].isalpha() and typed.lower() != style.spell(move):
        text = _(
            "{typed} is {square}, which is already taken by {side}.",
            typed=typed.lower(),
            square=square,
            side=mark,
        )
    else:
        text = _("{square} is already taken by {side}.", square=sentence(square), side=mark)
    if position.rules.size > _MOST_SQUARES_LISTED:
        return text
    free = listing(map(style.spell, position.moves))
    return paragraph(text, _("Free: {squares}", squares=free))
