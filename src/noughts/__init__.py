"""Noughts and crosses on any board up to 26×26: positions, players, exact values and proofs.

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
    InvalidProof,
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
    from noughts.arena import Match, certify, match, odds
    from noughts.coach import explain, review
    from noughts.coach.puzzle import puzzle
    from noughts.core.record import Record
    from noughts.files.records import read_records, write_records
    from noughts.kernels import Playouts, playouts
    from noughts.players import Player, UnknownPlayer, player
    from noughts.search import Searched, best_move
    from noughts.solver.prover import Proof, prove
    from noughts.solver.verification import Verified, verify
    from noughts.wording.drawing import draw
    from noughts.wording.pictures.svg import draw_svg

__version__ = "0.1.0"

__all__ = [
    "Ending",
    "Game",
    "IllegalAction",
    "IllegalMove",
    "InvalidPosition",
    "InvalidProof",
    "InvalidRules",
    "Limit",
    "Mark",
    "Match",
    "MissingExtra",
    "NotationError",
    "NoughtsError",
    "Outcome",
    "Player",
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
    "Verified",
    "WrongType",
    "best_move",
    "canonical",
    "certify",
    "draw",
    "draw_svg",
    "explain",
    "match",
    "odds",
    "player",
    "playouts",
    "prove",
    "puzzle",
    "read_records",
    "review",
    "solve",
    "values",
    "verify",
    "write_records",
]

# What only some need is imported once it is asked for.
_LAZY = {
    "noughts.arena": ("Match", "certify", "match", "odds"),
    "noughts.coach": ("explain", "review"),
    "noughts.coach.puzzle": ("puzzle",),
    "noughts.core.record": ("Record",),
    "noughts.files.records": ("read_records", "write_records"),
    "noughts.kernels": ("Playouts", "playouts"),
    "noughts.players": ("Player", "UnknownPlayer", "player"),
    "noughts.search": ("Searched", "best_move"),
    "noughts.solver.prover": ("Proof", "prove"),
    "noughts.solver.verification": ("Verified", "verify"),
    "noughts.wording.drawing": ("draw",),
    "noughts.wording.pictures.svg": ("draw_svg",),
}


if not TYPE_CHECKING:  # for a type checker it would make every name one of ours

    def __getattr__(name: str) -> Any:
        for module, names in _LAZY.items():
            if name in names:
                value = globals()[name] = getattr(import_module(module), name)
                return value
        raise AttributeError(f"module 'noughts' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


show_pictures()
