"""Who is there: known by the connections they have and had, on any number of nodes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Literal

from noughts.core.mark import Mark
from noughts.online.games.state import Computer, Free, Person, Seat, SharedGame

Presence = Literal["here", "reconnecting", "away", "computer", "free"]


@dataclass(slots=True)
class _Attendant:
    since: float  # when they were last here, unless they are
    on_nodes: dict[str, tuple[int, int]] = field(default_factory=dict)  # connections and visible
    connections: int = 0  # on all nodes
    visible: int = 0  # of them, with a page that is shown
    disconnected: float | None = None  # when their last connection ended

    def update(self, node: str, connections: int, visible: int) -> None:
        self.on_nodes[node] = connections, visible
        if not connections:
            del self.on_nodes[node]
        self.connections = sum(connections for connections, _ in self.on_nodes.values())
        self.visible = sum(visible for _, visible in self.on_nodes.values())


class Attendance:
    """Who is connected; whoever was disconnected is expected back within `grace` seconds.

    `clock` gives the time in seconds.
    """

    def __init__(self, grace: float, fair_seconds: float, clock: Callable[[], float]) -> None:
        self.grace = grace
        self._fair_seconds = fair_seconds
        self._clock = clock
        self._opened = clock()
        self._attendants: dict[str, _Attendant] = {}

    def update(self, key: str, connections: int, visible: int, node: str = "") -> None:
        """Somebody has so many connections on a node, so many of them with a visible page.

        The node is this one, unless it is named.
        """
        attendant = self._attendant(key)
        before = attendant.connections, attendant.visible
        attendant.update(node, connections, visible)
        if before[1] and not attendant.visible:
            attendant.since = self._clock()
        if before[0] and not attendant.connections:
            attendant.disconnected = self._clock()

    def _attendant(self, key: str) -> _Attendant:
        return self._attendants.setdefault(key, _Attendant(self._clock()))

    def lose(self, node: str) -> bool:
        """Drop the connections on a node that has stopped; whether there were any."""
        lost = [key for key, attendant in self._attendants.items() if node in attendant.on_nodes]
        for key in lost:
            self.update(key, 0, 0, node)
        return bool(lost)

    def forget_gone(self, players: Collection[str] = ()) -> None:
        """Forget who is gone, but for players: of those it is known since when."""
        for key in [key for key in self._attendants if key not in players and self.is_gone(key)]:
            del self._attendants[key]

    def present(self) -> frozenset[str]:
        """The keys of those who are connected, or expected back."""
        return frozenset(key for key in self._attendants if not self.is_gone(key))

    def spectators(self, shared: SharedGame) -> int:
        """How many connections watch without playing."""
        return sum(
            attendant.connections
            for key, attendant in self._attendants.items()
            if not shared.sides_of(key)
        )

    def seen(self, key: str) -> None:
        """Somebody did something, with or without a connection."""
        self._attendant(key).since = self._clock()

    def presence(self, shared: SharedGame, side: Mark) -> Presence:
        """Whether a side is there."""
        match shared.seat(side):
            case Computer():
                return "computer"
            case Free():
                return "free"
            case Person(key=key):
                return self._presence_of(self._attendants.get(key))

    def away_seconds(self, shared: SharedGame, side: Mark) -> float:
        """For how long a side has been away; 0 while it is there."""
        seat = shared.seat(side)
        if not isinstance(seat, Person):
            return 0.0
        attendant = self._attendants.get(seat.key)
        if attendant is None:
            return self._clock() - self._opened
        return 0.0 if attendant.visible else self._clock() - attendant.since

    def claim_in(self, shared: SharedGame) -> float | None:
        """In how many seconds the side to move, if it is away, loses to a claim; else None."""
        turn = shared.game.position.turn
        is_open = shared.game.ending is None and shared.is_between_two
        if not is_open or shared.free_seat is not None or self.presence(shared, turn) == "here":
            return None
        return round(max(0.0, self._fair_seconds - self.away_seconds(shared, turn)), 1)

    def is_anybody_away(self, shared: SharedGame) -> bool:
        """Whether somebody who plays is not there."""
        return self._is_away(shared.x) or self._is_away(shared.o)

    def _is_away(self, seat: Seat) -> bool:
        if not isinstance(seat, Person):
            return False
        attendant = self._attendants.get(seat.key)
        return attendant is None or not attendant.visible

    def is_gone(self, key: str) -> bool:
        """Whether somebody left and is not expected back."""
        attendant = self._attendants.get(key)
        is_connected = attendant is not None and attendant.connections > 0
        return not is_connected and self._presence_of(attendant) == "away"

    def summary(self, shared: SharedGame) -> str:
        """Differs whenever there is something to send."""
        sides = [self.presence(shared, mark) for mark in Mark]
        return f"{sides} {self.spectators(shared)} {self.claim_in(shared) is not None}"

    def _presence_of(self, attendant: _Attendant | None) -> Presence:
        if attendant is None:
            return "away"
        if attendant.visible:
            return "here"
        is_expected = (
            not attendant.connections
            and attendant.disconnected is not None
            and self._clock() - attendant.disconnected < self.grace
        )
        return "reconnecting" if is_expected else "away"
