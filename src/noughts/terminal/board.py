"""The board of a game as the terminal shows it."""

from __future__ import annotations

from noughts.core.drawing import Labels, draw
from noughts.core.game import Game
from noughts.terminal.colour import painter
from noughts.terminal.console import Console


def show_game(console: Console, game: Game, labels: Labels) -> None:
    """Show the board, with the winning line or the last move marked."""
    outcome = game.position.outcome
    line = outcome.squares if outcome is not None else frozenset()
    last = None if game.rules.is_common else game.last_move  # small enough to see it without a mark
    paint = painter(game.position, line) if console.colour else None
    console.say()
    console.say(draw(game.position, labels=labels, line=line, last=last, paint=paint))
    console.say()
