"""Who of a game is there: known by the connections they have, and had."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic

from msgspec import Struct

from noughts.core.mark import Mark
from noughts.online.games import Computer, Free, Person, Seat, SharedGame
from noughts.web.live.messages import Presence


class PresenceUpdate(Struct, frozen=True, array_like=True, tag="attends"):
    """Somebody has so many lines to a game on a node, so many of them with a page that is shown."""

    game: str
    key: str
    connections: int
    visible: int


class PresenceQuery(Struct, frozen=True, array_like=True, tag="asks"):
    """A node wants to know who attends a game."""

    game: str


@dataclass(slots=True)
class _Attendant:
    lines: dict[str, tuple[int, int]] = field(default_factory=dict)  # by the node they lead to
    connections: int = 0  # of all nodes
    visible: int = 0  # of them, with a page that is shown
    since: float = field(default_factory=monotonic)  # when they were last here, unless they are
    cut_off: float | None = None  # when their last connection ended

    def update(self, node: str, connections: int, visible: int) -> None:
        self.lines[node] = connections, visible
        if not connections:
            del self.lines[node]
        self.connections = sum(connections for connections, _ in self.lines.values())
        self.visible = sum(visible for _, visible in self.lines.values())


class Attendance:
    """Who is at a table; somebody whose line broke is expected back within `grace` seconds."""

    def __init__(self, grace: float, fair_seconds: float) -> None:
        self.grace = grace
        self._fair_seconds = fair_seconds
        self._opened = monotonic()
        self._attendants: dict[str, _Attendant] = {}

    def update(self, key: str, connections: int, visible: int, node: str = "") -> None:
        """Somebody has so many connections now, so many of them with a page that is shown.

        The node is another one, if not this.
        """
        attendant = self._attendants.setdefault(key, _Attendant())
        before = attendant.connections, attendant.visible
        attendant.update(node, connections, visible)
        if before[1] and not attendant.visible:
            attendant.since = monotonic()
        if before[0] and not attendant.connections:
            attendant.cut_off = monotonic()

    def lose(self, node: str) -> bool:
        """Nobody attends on another node any more; whether anybody did."""
        lost = [key for key, attendant in self._attendants.items() if node in attendant.lines]
        for key in lost:
            self.update(key, 0, 0, node)
        return bool(lost)

    def spectators(self, shared: SharedGame) -> int:
        """How many look on."""
        return sum(
            attendant.connections
            for key, attendant in self._attendants.items()
            if not shared.sides_of(key)
        )

    def seen(self, key: str) -> None:
        """Somebody did something, with or without a connection."""
        self._attendants.setdefault(key, _Attendant()).since = monotonic()

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
            return monotonic() - self._opened
        return 0.0 if attendant.visible else monotonic() - attendant.since

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
        has_line = attendant is not None and attendant.connections > 0
        return not has_line and self._presence_of(attendant) == "away"

    def summary(self, shared: SharedGame) -> str:
        """What differs when there is something to tell."""
        sides = [self.presence(shared, mark) for mark in Mark]
        return f"{sides} {self.spectators(shared)} {self.claim_in(shared) is not None}"

    def _presence_of(self, attendant: _Attendant | None) -> Presence:
        if attendant is None:
            return "away"
        if attendant.visible:
            return "here"
        is_expected = (
            not attendant.connections
            and attendant.cut_off is not None
            and monotonic() - attendant.cut_off < self.grace
        )
        return "reconnecting" if is_expected else "away"
