"""What a person can type on their turn: a square, or one of these words."""

from __future__ import annotations

from enum import Enum


class Command(Enum):
    """A word typed instead of a square; the value is what it does."""

    UNDO = "take your last move back"
    HINT = "be shown the best square, and why"
    WHY = "have the last move explained"
    HELP = "read this again"
    RESIGN = "give the game up"
    QUIT = "leave the program"


_WORDS = {
    "undo": Command.UNDO,
    "u": Command.UNDO,
    "hint": Command.HINT,
    "why": Command.WHY,
    "help": Command.HELP,
    "h": Command.HELP,
    "?": Command.HELP,
    "resign": Command.RESIGN,
    "quit": Command.QUIT,
    "exit": Command.QUIT,
    "q": Command.QUIT,
}


def read_command(text: str) -> Command | None:
    """The command a line stands for, or None.

    >>> read_command("Undo")
    <Command.UNDO: 'take your last move back'>
    """
    return _WORDS.get(text.lower())
