"""The board of a game as the terminal shows it."""

from __future__ import annotations

from noughts.core.drawing import Labels, draw
from noughts.core.game import Game
from noughts.terminal.colour import painter
from noughts.terminal.console import Console


def show_game(console: Console, game: Game, labels: Labels) -> None:
    """Say the board as it stands, with its winning line or its last move marked."""
    outcome = game.position.outcome
    line = outcome.squares if outcome is not None else frozenset()
    last = None if game.rules.is_common else game.last_move  # there the eye finds it by itself
    paint = painter(game.position, line) if console.colour else None
    console.say()
    console.say(draw(game.position, labels=labels, line=line, last=last, paint=paint))
    console.say()
