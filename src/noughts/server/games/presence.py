"""Presence: the people connected to a game or a room, on any number of nodes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal

from noughts.core import Mark
from noughts.server.games.types import Computer, Free, Person, SharedGame

Presence = Literal["here", "reconnecting", "away", "computer", "free"]


@dataclass(slots=True)
class _Attendee:
    since: float  # when they last had a visible page or acted
    on_nodes: tuple[tuple[str, int, int], ...] = ()  # each with connections, and those visible
    connections: int = 0  # on all nodes
    visible: int = 0  # of these, with a visible page
    disconnected: float | None = None  # when their last connection closed
    active: float | None = None  # when they last read or did something without one


class Attendance:
    """The people connected; those who lose their connection have `grace` seconds to come back.

    `clock` gives the time in seconds.
    """

    def __init__(self, grace: float, fair_seconds: float, clock: Callable[[], float]) -> None:
        self.grace = grace
        self._fair_seconds = fair_seconds
        self._clock = clock
        self._opened = clock()
        self._attendees = defaultdict[str, _Attendee](lambda: _Attendee(clock()))

    def update(self, key: str, connections: int, visible: int, node: str = "") -> None:
        """Set how many connections a person has on a node, by default this one."""
        attendee = self._attendees[key]
        was_connected, was_visible = attendee.connections > 0, attendee.visible > 0
        found = [each for each in attendee.on_nodes if each[0] != node]
        if connections:
            found.append((node, connections, visible))
        attendee.on_nodes = tuple(found)  # mostly one: a dictionary would take 130 bytes more
        attendee.connections = sum(each[1] for each in found)
        attendee.visible = sum(each[2] for each in found)
        if was_visible and not attendee.visible:
            attendee.since = self._clock()
        if was_connected and not attendee.connections:
            attendee.disconnected = self._clock()
            attendee.active = None  # before that

    def lose(self, node: str) -> bool:
        """Drop the connections on a node that has stopped; True if there were any."""
        lost = [
            key
            for key, attendee in self._attendees.items()
            if any(each[0] == node for each in attendee.on_nodes)
        ]
        for key in lost:
            self.update(key, 0, 0, node)
        return bool(lost)

    def forget_disconnected(self, key: str) -> None:
        """Forget a person who is not connected, even one who was a moment ago."""
        if key in self._attendees and not self._attendees[key].connections:
            del self._attendees[key]

    def forget_gone(self, players: Collection[str] = ()) -> None:
        """Forget people who are gone, except players: the time they have been away still counts."""
        for key in [key for key in self._attendees if key not in players and self.is_gone(key)]:
            del self._attendees[key]

    def present(self) -> frozenset[str]:
        """The keys of people who are connected or expected back."""
        return frozenset(key for key in self._attendees if not self.is_gone(key))

    def spectators(self, shared: SharedGame, viewer: str | None = None) -> int:
        """Return the number of spectators' connections, not counting those of a viewer.

        Viewers without a key all have the empty one: one of them is not counted.
        """
        found = 0
        for key, attendee in self._attendees.items():
            if not shared.sides_of(key):
                own = 0 if key != viewer else attendee.connections if key else 1
                found += max(0, attendee.connections - own)
        return found

    def record_activity(self, key: str) -> None:
        """Note that a person just read or did something, connected or not."""
        attendee = self._attendees[key]
        attendee.since = attendee.active = self._clock()

    def presence(self, shared: SharedGame, side: Mark) -> Presence:
        """The presence of a side's player."""
        match shared.seat(side):
            case Computer():
                return "computer"
            case Free():
                return "free"
            case Person(key=key):
                return self._presence_of(self._attendees.get(key))

    def away_seconds(self, shared: SharedGame, side: Mark) -> float:
        """Return the seconds a side's player has been away; 0 while present."""
        seat = shared.seat(side)
        if not isinstance(seat, Person):
            return 0.0
        attendee = self._attendees.get(seat.key)
        if attendee is None:
            return self._clock() - self._opened
        return 0.0 if attendee.visible else self._clock() - attendee.since

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

    def is_gone(self, key: str) -> bool:
        """True if a person has left and is not expected back."""
        attendee = self._attendees.get(key)
        is_connected = attendee is not None and attendee.connections > 0
        return not is_connected and self._presence_of(attendee) == "away"

    def summary(self, shared: SharedGame) -> tuple[object, ...]:
        """Return the presence of both players, and what else must be sent when it changes."""
        sides = [self.presence(shared, mark) for mark in Mark]
        return *sides, shared.names, self.spectators(shared), self.claim_in(shared) is not None

    def _presence_of(self, attendee: _Attendee | None) -> Presence:
        if attendee is not None and attendee.visible:
            return "here"
        if attendee is None or attendee.connections:
            return "away"
        now, active, left = self._clock(), attendee.active, attendee.disconnected
        if active is not None and now - active < self._fair_seconds / 2:
            return "here"  # without a connection, they read the page a short while ago
        return "reconnecting" if left is not None and now - left < self.grace else "away"
