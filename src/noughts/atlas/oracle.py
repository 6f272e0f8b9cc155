"""The questions about positions of one board, within one limit for all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod

from noughts.core import Move, Position
from noughts.solver.verdict import RULES, MoveValue, Value, Verdict


class Oracle(ABC):
    """What is known of the positions of one board, within one limit for all it is asked.

    What one question proved serves the next. Each method answers as the function of this name in
    `noughts.atlas`, and raises Unsolved where that does.
    """

    def solve(self, position: Position) -> Verdict:
        """Return the verdict on a position."""
        return finished(position) if position.is_over else self._verdict(position)

    @abstractmethod
    def values(self, position: Position) -> dict[Move, MoveValue]:
        """Return the value of each move, in reading order."""

    @abstractmethod
    def keeping_moves(self, position: Position) -> tuple[Move, ...]:
        """Return all moves that keep the value."""

    @abstractmethod
    def best_line(self, position: Position) -> tuple[Move, ...]:
        """Return a line of best play."""

    @abstractmethod
    def _verdict(self, position: Position) -> Verdict:
        """Return the verdict on an unfinished position."""


def finished(position: Position) -> Verdict:
    """Return the verdict on a position in which the game is over."""
    value = Value.LOSS if position.has_winner else Value.DRAW
    return Verdict(value, 0, (), True, RULES, 0, position.rules)
