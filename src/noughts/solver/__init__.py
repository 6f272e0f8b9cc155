"""Methods that prove values; `noughts.atlas` answers what is known of a position."""

from noughts.solver.exact import MOST_SQUARES, can_solve
from noughts.solver.verdict import Limit, MoveValue, Value, Verdict

__all__ = ["MOST_SQUARES", "Limit", "MoveValue", "Value", "Verdict", "can_solve"]
