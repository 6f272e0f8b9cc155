"""Presence: the people connected to a game or a room, on any number of nodes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from time import monotonic
from typing import Literal

from noughts.server.cluster.messages import Notice, register

PersonPresence = Literal["here", "reconnecting", "away"]


class PresenceUpdate(Notice, frozen=True, tag="presence"):
    """The number of connections that a person has on a node, and of those that show the page."""

    key: str
    connections: int
    visible: int


register(PresenceUpdate)


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

    A person who does something without a connection is here for `active_seconds`. `clock` gives
    the time in seconds.
    """

    def __init__(
        self, grace: float, active_seconds: float = 0, clock: Callable[[], float] = monotonic
    ) -> None:
        self.grace = grace
        self._active_seconds = active_seconds
        self._clock = clock
        self._opened = clock()
        self._attendees = defaultdict[str, _Attendee](lambda: _Attendee(clock()))

    def update(self, key: str, connections: int, visible: int, node: str = "") -> None:
        """Set how many connections a person has on a node, by default this one."""
        attendee = self._attendees[key]
        was_connected, was_visible = attendee.connections > 0, attendee.visible > 0
        on_nodes = [counts for counts in attendee.on_nodes if counts[0] != node]
        if connections:
            on_nodes.append((node, connections, visible))
        attendee.on_nodes = tuple(on_nodes)  # mostly one: a dictionary would take 130 bytes more
        attendee.connections = sum(count for _, count, _ in on_nodes)
        attendee.visible = sum(count for _, _, count in on_nodes)
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
            if any(name == node for name, *_counts in attendee.on_nodes)
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
        """Return the keys of people who are connected or expected back."""
        return frozenset(key for key in self._attendees if not self.is_gone(key))

    def record_activity(self, key: str) -> bool:
        """Note that a person just did something; False if a visible page says as much."""
        attendee = self._attendees[key]
        if attendee.visible:
            return False
        attendee.since = attendee.active = self._clock()
        return True

    def is_connected_here(self, key: str) -> bool:
        """True if a person has a connection on this node."""
        attendee = self._attendees.get(key)
        return attendee is not None and any(not node for node, *_counts in attendee.on_nodes)

    def is_gone(self, key: str) -> bool:
        """True if a person has left and is not expected back."""
        attendee = self._attendees.get(key)
        is_connected = attendee is not None and attendee.connections > 0
        return not is_connected and self.presence_of(key) == "away"

    def absence(self, key: str) -> float:
        """Return the seconds since a person was last here; 0 while a page of theirs is visible."""
        attendee = self._attendees.get(key)
        if attendee is None:
            return self._clock() - self._opened
        return 0.0 if attendee.visible else self._clock() - attendee.since

    def presence_of(self, key: str) -> PersonPresence:
        """Return the presence of a person."""
        attendee = self._attendees.get(key)
        if attendee is not None and attendee.visible:
            return "here"
        if attendee is None or attendee.connections:
            return "away"
        now, active, left = self._clock(), attendee.active, attendee.disconnected
        if active is not None and now - active < self._active_seconds:
            return "here"  # without a connection, they read the page a short while ago
        return "reconnecting" if left is not None and now - left < self.grace else "away"
