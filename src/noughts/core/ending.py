"""The ways in which a game can end."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from noughts.core.checks import check_type
from noughts.core.errors import IllegalAction
from noughts.core.mark import Mark


class Termination(Enum):
    """The cause that ended a game; the value is the word used in records."""

    LINE = "line"
    FULL = "full"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"
    ABANDONED = "abandoned"

    def __repr__(self) -> str:
        return f"Termination.{self.name}"

    @property
    def on_board(self) -> bool:
        """True if the position itself shows the ending."""
        return self in (Termination.LINE, Termination.FULL)


@dataclass(frozen=True, slots=True)
class Ending:
    """The ending of a game: what ended it, and the winner, if there is one.

    Raises IllegalAction if the termination does not fit the winner, and WrongType.
    """

    termination: Termination
    winner: Mark | None = None

    def __post_init__(self) -> None:
        check_type(self.termination, Termination, "the termination")
        check_type(self.winner, Mark | None, "the winner")
        if self.termination is Termination.ABANDONED:
            return  # with a winner or without
        drawn = self.termination in (Termination.FULL, Termination.AGREEMENT)
        if drawn != (self.winner is None):
            wanted = "no winner" if drawn else "a winner"
            raise IllegalAction(f"an ending by {self.termination.value} has {wanted}")

    @property
    def result(self) -> str:
        """`x`, `o`, `draw`, or `*` for a game without a result."""
        if self.winner is not None:
            return self.winner.value
        return "*" if self.termination is Termination.ABANDONED else "draw"
