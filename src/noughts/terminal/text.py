"""The words you can type instead of a square, and the sentences of line mode only."""

from __future__ import annotations

from enum import Enum

from noughts.core import Mark, Move, Position
from noughts.core.errors import NotationError
from noughts.terminal.styles import Style
from noughts.wording.grammar import listing, sentence, worded
from noughts.wording.language import gettext as _
from noughts.wording.text import paragraph

_MOST_SQUARES_LISTED = 16


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
        """The effect of the command, for the help."""
        return {
            Command.HINT: _("see the best square, and why"),
            Command.WHY: _("have the last move explained"),
            Command.UNDO: _("take back your last move"),
            Command.BOARD: _("see the board again"),
            Command.NEW: _("start this game again"),
            Command.HELP: _("read this again"),
            Command.RESIGN: _("give up this game"),
            Command.QUIT: _("leave"),
        }[self]


_WORDS = {command.value: command for command in Command} | {
    "h": Command.HINT,  # the same letters as on the page
    "u": Command.UNDO,
    "n": Command.NEW,
    "?": Command.HELP,
    "q": Command.QUIT,
    "exit": Command.QUIT,
}
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


def how_to_type(style: Style) -> str:
    """All the answers a prompt accepts."""
    commands = "\n".join(f"  {command.value:8}{command.description}" for command in Command)
    heading = _("On your turn: {squares}; or a word:", squares=style.wanted)
    return f"{heading}\n{commands}"


def thinking(seconds: float) -> str:
    """Return what the computer does, and how to have the move at once."""
    return _(
        "Thinking for up to {seconds} seconds – press Ctrl-C for an answer now",
        seconds=f"{seconds:g}",
    )


def prompt(mark: Mark, *, is_own: bool = False) -> str:
    """The prompt for a move; `is_own` where one person plays the computer."""
    return _("Your move ({side}): ", side=mark) if is_own else _("{side}, your move: ", side=mark)


def mistake(style: Style, text: str, error: NotationError) -> str:
    """Return why a line was not understood, and what to type instead."""
    if (meant := near_miss(text)) is not None:
        return paragraph(sentence(worded(error)), _("Did you mean {word}?", word=meant.value))
    wanted = _("Type {squares}; or help.", squares=style.wanted)
    return paragraph(sentence(worded(error)), wanted) if text else wanted


def already_taken(style: Style, position: Position, move: Move, typed: str) -> str:
    """Return why a square cannot be taken, and on a small board which squares are free."""
    square, mark = style.name(move), position.mark_at(move)
    if typed.isdigit() and typed != style.spell(move):
        text = _(
            "{typed} is {square}, which is already taken by {side}.",
            typed=typed,
            square=square,
            side=mark,
        )
    else:
        text = _("{square} is already taken by {side}.", square=sentence(square), side=mark)
    if position.rules.size > _MOST_SQUARES_LISTED:
        return text
    free = listing(map(style.spell, position.moves))
    return paragraph(text, _("Free: {squares}", squares=free))
