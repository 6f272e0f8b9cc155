"""The presence of a game's players and spectators, and what follows from a player's absence."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Literal

from noughts.core import Mark
from noughts.server.cluster.messages import Notice, register
from noughts.server.games.types import Computer, Free, Person, SharedGame
from noughts.server.live.presence import Attendance

Presence = Literal["here", "reconnecting", "away", "computer", "free"]


class Activity(Notice, frozen=True, tag="activity"):
    """A player without a live connection read or did something on a node."""

    key: str


register(Activity)


class GameAttendance(Attendance):
    """The people connected to a game.

    A side to move that is away for `fair_seconds` can lose by a claim.
    """

    def __init__(
        self, grace: float, fair_seconds: float, clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(grace, fair_seconds / 2, clock)
        self._fair_seconds = fair_seconds

    def spectators(self, shared: SharedGame, viewer: str | None = None) -> int:
        """Return the number of spectators' connections, not counting those of a viewer.

        Viewers without a key all have the empty one: one of them is not counted.
        """
        count = 0
        for key, attendee in self._attendees.items():
            if not shared.sides_of(key):
                own = 0 if key != viewer else attendee.connections if key else 1
                count += max(0, attendee.connections - own)
        return count

    def presence(self, shared: SharedGame, side: Mark) -> Presence:
        """Return the presence of a side's player."""
        match shared.seat(side):
            case Computer():
                return "computer"
            case Free():
                return "free"
            case Person(key=key):
                return self.presence_of(key)

    def away_seconds(self, shared: SharedGame, side: Mark) -> float:
        """Return the seconds a side's player has been away; 0 while present."""
        seat = shared.seat(side)
        return self.absence(seat.key) if isinstance(seat, Person) else 0.0

    def is_deserted(self, shared: SharedGame) -> bool:
        """True if the side to move has been away for so long that it can lose by a claim."""
        return self.away_seconds(shared, shared.game.position.turn) >= self._fair_seconds

    def claim_in(self, shared: SharedGame) -> float | None:
        """Return the seconds until an absent side to move can lose by a claim; None if present."""
        turn = shared.game.position.turn
        is_open = shared.game.ending is None and shared.is_between_two
        if not is_open or shared.free_seat is not None or self.presence(shared, turn) == "here":
            return None
        return round(max(0.0, self._fair_seconds - self.away_seconds(shared, turn)), 1)

    def summary(self, shared: SharedGame) -> tuple[object, ...]:
        """Return the presence of both players, and what else must be sent when it changes."""
        sides = [self.presence(shared, mark) for mark in Mark]
        return *sides, shared.names, self.spectators(shared), self.claim_in(shared) is not None
