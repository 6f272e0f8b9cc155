"""Exact values: `solve` gives a proved verdict or raises Unsolved, never a guess."""

from noughts.solver.exact import (
    MOST_SQUARES,
    MoveValue,
    best_line,
    can_solve,
    keeping_moves,
    solve,
    values,
)
from noughts.solver.verdict import Limit, Value, Verdict

__all__ = [
    "MOST_SQUARES",
    "Limit",
    "MoveValue",
    "Value",
    "Verdict",
    "best_line",
    "can_solve",
    "keeping_moves",
    "solve",
    "values",
]
