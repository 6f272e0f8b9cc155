"""What a person can type on their turn: a square, or one of these words."""

from __future__ import annotations

from enum import Enum

from noughts.language import gettext as _


class Command(Enum):
    """A word typed instead of a square."""

    HINT = "hint"
    WHY = "why"
    UNDO = "undo"
    BOARD = "board"
    NEW = "new"
    HELP = "help"
    RESIGN = "resign"
    QUIT = "quit"

    @property
    def description(self) -> str:
        """What it does."""
        match self:
            case Command.HINT:
                return _("see the best square, and why")
            case Command.WHY:
                return _("have the last move explained")
            case Command.UNDO:
                return _("take back your last move")
            case Command.BOARD:
                return _("see the board again")
            case Command.NEW:
                return _("start this game again")
            case Command.HELP:
                return _("read this again")
            case Command.RESIGN:
                return _("give up this game")
            case Command.QUIT:
                return _("leave")


_SHORT = {  # the same letters as on the page
    "h": Command.HINT,
    "u": Command.UNDO,
    "n": Command.NEW,
    "?": Command.HELP,
    "q": Command.QUIT,
    "exit": Command.QUIT,
}
_WORDS = {command.value: command for command in Command} | _SHORT
_LIKENESS = 0.7  # `hnt` is as like `hint` as 0.86, `hello` as like `help` as 0.67


def read_command(text: str) -> Command | None:
    """The command a line stands for, or None.

    >>> read_command("Undo")
    <Command.UNDO: 'undo'>
    """
    return _WORDS.get(text.lower())


def near_miss(text: str) -> Command | None:
    """The command that was probably meant, or None.

    >>> near_miss("hnt")
    <Command.HINT: 'hint'>
    """
    from difflib import get_close_matches  # 2 ms, only after a mistake

    words = [command.value for command in Command]
    near = get_close_matches(text[:20].lower(), words, n=1, cutoff=_LIKENESS)
    return Command(near[0]) if near else None
