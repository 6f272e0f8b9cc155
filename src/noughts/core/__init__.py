"""The rules of k-in-a-row on any board: values and pure functions, standard library only."""

from noughts.core.bits import Move, Square, squares
from noughts.core.ending import Ending, Termination
from noughts.core.game import Game, PositionLike, as_position
from noughts.core.mark import Mark
from noughts.core.position import Outcome, Position
from noughts.core.rules import Rules

__all__ = [
    "Ending",
    "Game",
    "Mark",
    "Move",
    "Outcome",
    "Position",
    "PositionLike",
    "Rules",
    "Square",
    "Termination",
    "as_position",
    "squares",
]
