"""Noughts and crosses, done properly: one proved engine behind every surface.

>>> import noughts
>>> position = noughts.Position.parse("xo./.../... x 3")
>>> noughts.solve(position).value
Value.WIN
"""

from typing import TYPE_CHECKING, Any

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
from noughts.core.game import Ending, Game, Termination
from noughts.core.mark import Mark
from noughts.core.position import Outcome, Position
from noughts.core.rules import Rules
from noughts.solver import Limit, Value, Verdict, solve

if TYPE_CHECKING:
    from noughts.kernels import Playouts, playouts
    from noughts.solver.prover import Proof, prove

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
    "MissingExtra",
    "NotationError",
    "NoughtsError",
    "Outcome",
    "Playouts",
    "Position",
    "Proof",
    "Rules",
    "Termination",
    "TooManyPositions",
    "UncompiledWarning",
    "Unsolved",
    "UnsupportedRules",
    "Value",
    "Verdict",
    "WrongType",
    "playouts",
    "prove",
    "solve",
]


def __getattr__(name: str) -> Any:
    """What only some need is imported once it is asked for."""
    if name in ("Playouts", "playouts"):
        from noughts import kernels  # noqa: PLC0415

        return getattr(kernels, name)
    if name in ("Proof", "prove"):
        from noughts.solver import prover  # noqa: PLC0415

        return getattr(prover, name)
    raise AttributeError(f"module 'noughts' has no attribute {name!r}")
