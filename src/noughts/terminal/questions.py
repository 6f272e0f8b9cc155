"""The questions of `--ask` before a game: which piece to play; who starts is drawn."""

from __future__ import annotations

from random import Random

from noughts.core.mark import Mark
from noughts.core.rules import Rules
from noughts.core.text import instructions
from noughts.language import gettext as _
from noughts.terminal.commands import Command, read_command
from noughts.terminal.console import Console, EndOfInput


def ask_side_and_first(console: Console, rules: Rules, rng: Random) -> tuple[Mark, Mark]:
    """Give the instructions, ask for the person's piece, and draw who moves first.

    Raises EndOfInput when the person quits or the input ends.
    """
    console.say(instructions(rules))
    console.say()
    side = _ask_piece(console)
    first = rng.choice((Mark.X, Mark.O))
    if first is side:
        console.say(_("{side} goes first – that's you.", side=first) + "\n")
    else:
        console.say(_("{side} goes first – that's the computer.", side=first) + "\n")
    return side, first


def _ask_piece(console: Console) -> Mark:
    while True:
        answer = console.ask(_("Play as X or O: "))
        if answer.upper() in Mark.__members__:
            return Mark[answer.upper()]
        if read_command(answer) is Command.QUIT:
            raise EndOfInput
        console.say(_("Please type X or O."))
