"""Noughts and crosses, done properly: one proved engine behind every surface.

>>> import noughts
>>> position = noughts.Position.parse("xo./.../... x 3")
>>> noughts.solve(position).value
Value.WIN
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from noughts.atlas import solve, values
from noughts.core import Ending, Game, Mark, Outcome, Position, Rules, Termination
from noughts.core.errors import (
    IllegalAction,
    IllegalMove,
    InvalidPosition,
    InvalidRules,
    MissingExtra,
    NotationError,
    NoughtsError,
    TooManyPositions,
    UncompiledWarning,
    Unsolved,
    UnsupportedRules,
    WrongType,
)
from noughts.core.symmetry import canonical
from noughts.solver import Limit, Value, Verdict
from noughts.wording.notebook import show_pictures

if TYPE_CHECKING:
    from noughts.arena import Match, certify, match
    from noughts.coach import explain
    from noughts.coach.puzzle import puzzle
    from noughts.core.record import Record
    from noughts.kernels import Playouts, playouts
    from noughts.players import UnknownPlayer, player
    from noughts.search import Searched, best_move
    from noughts.solver.prover import Proof, prove
    from noughts.wording.drawing import draw
    from noughts.wording.pictures.svg import draw_svg

__version__ = "0.1.0"

__all__ = [
    "Ending",
    "Game",
    "IllegalAction",
    "IllegalMove",
    "InvalidPosition",
    "InvalidRules",
    "Limit",
    "Mark",
    "Match",
    "MissingExtra",
    "NotationError",
    "NoughtsError",
    "Outcome",
    "Playouts",
    "Position",
    "Proof",
    "Record",
    "Rules",
    "Searched",
    "Termination",
    "TooManyPositions",
    "UncompiledWarning",
    "UnknownPlayer",
    "Unsolved",
    "UnsupportedRules",
    "Value",
    "Verdict",
    "WrongType",
    "best_move",
    "canonical",
    "certify",
    "draw",
    "draw_svg",
    "explain",
    "match",
    "player",
    "playouts",
    "prove",
    "puzzle",
    "solve",
    "values",
]

# What only some need is imported once it is asked for.
_LAZY = {
    "noughts.arena": ("Match", "certify", "match"),
    "noughts.coach": ("explain",),
    "noughts.coach.puzzle": ("puzzle",),
    "noughts.core.record": ("Record",),
    "noughts.kernels": ("Playouts", "playouts"),
    "noughts.players": ("UnknownPlayer", "player"),
    "noughts.search": ("Searched", "best_move"),
    "noughts.solver.prover": ("Proof", "prove"),
    "noughts.wording.drawing": ("draw",),
    "noughts.wording.pictures.svg": ("draw_svg",),
}


def __getattr__(name: str) -> Any:
    for module, names in _LAZY.items():
        if name in names:
            value = globals()[name] = getattr(import_module(module), name)
            return value
    raise AttributeError(f"module 'noughts' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


show_pictures()
