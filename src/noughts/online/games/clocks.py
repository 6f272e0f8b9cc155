"""The time each side has, per move or per game."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from noughts.core.mark import Mark


class Clock(Struct, frozen=True):
    """How much time a side has for each move, or for all its moves together."""

    per: Literal["move", "game"]
    seconds: int


class Clocks(Struct, frozen=True):
    """What each side had left when its last turn began, and when the current turn began.

    No clock runs while `since` is None: before both players sit, and after the game.
    """

    clock: Clock
    x: float  # seconds
    o: float
    since: str | None = None  # ISO 8601

    @classmethod
    def full(cls, clock: Clock) -> Clocks:
        """Both clocks at the start of a game."""
        return cls(clock, float(clock.seconds), float(clock.seconds))

    def left(self, side: Mark, turn: Mark, now: str) -> float:
        """The seconds `side` has left at a time in the turn of `turn`; never below 0.

        >>> clocks = Clocks.full(Clock("game", 60)).run("2026-01-01T12:00:00+00:00")
        >>> clocks.left(Mark.X, Mark.X, "2026-01-01T12:00:10+00:00")
        50.0
        """
        full = self.x if side is Mark.X else self.o
        if self.since is None or side is not turn:
            return full
        used = max(0.0, seconds_between(self.since, now))  # the machine's time may be set back
        return max(0.0, full - used)

    def run(self, at: str | None) -> Clocks:
        """The clocks with a turn that begins at a time, or stopped for None."""
        return replace(self, since=at)

    def after_turn(self, mover: Mark, at: str) -> Clocks:
        """The clocks after a side's move, when the other side's turn begins."""
        if self.since is None:
            return self
        full = float(self.clock.seconds)
        left = self.left(mover, mover, at) if self.clock.per == "game" else full
        return self._with(mover, left, at)

    def stopped(self, turn: Mark, at: str) -> Clocks:
        """The clocks when the game ends, during a side's turn."""
        return self._with(turn, self.left(turn, turn, at), None)

    def _with(self, side: Mark, left: float, since: str | None) -> Clocks:
        x, o = (left, self.o) if side is Mark.X else (self.x, left)
        return replace(self, x=x, o=o, since=since)


def seconds_between(earlier: str, later: str) -> float:
    """The seconds from one time to another, both ISO 8601."""
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
