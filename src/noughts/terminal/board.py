"""The board of a game as the terminal shows it."""

from __future__ import annotations

from noughts.core.drawing import Labels, draw
from noughts.core.game import Game
from noughts.terminal.colour import painter
from noughts.terminal.console import Console

# On the common board the eye finds the last move by itself.
_LAST_MOVE_SHOWN_ABOVE = 9


def show_game(console: Console, game: Game, labels: Labels) -> None:
    """Say the board as it stands, with its winning line or its last move marked."""
    outcome = game.position.outcome
    line = frozenset(square for run in outcome.lines for square in run) if outcome else frozenset()
    last = game.last_move if game.rules.size > _LAST_MOVE_SHOWN_ABOVE else None
    paint = painter(game.position, line) if console.colour else None
    console.say()
    console.say(draw(game.position, labels=labels, line=line, last=last, paint=paint))
    console.say()
