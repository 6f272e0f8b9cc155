"""Rate limits per address: requests of each kind, and live connections."""

from __future__ import annotations

from collections import Counter
from typing import Any

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler

from noughts.language import gettext as _
from noughts.server.http.identity import address_of
from noughts.server.http.token_bucket import AddressBuckets, RateLimited, TokenBucket
from noughts.server.settings import Settings

_BURST = 30  # frames at once: fast clicks, or a page that resends after a reconnection
_RETRY_SECONDS = 10  # by then a connection may have closed

# To look at something, of which pages do more than they move: 100 boards that ask twice a second
# where live connections are blocked, or the pages of a class, which ask whenever its room changes.
_READS_PER_MOVE = 4

# Options of routes: which limit applies; without any, that of all that is read.
UNLIMITED: dict[str, Any] = {"limit": None}
GAMES: dict[str, Any] = {"limit": "games"}
MOVES: dict[str, Any] = {"limit": "moves"}
QUESTIONS: dict[str, Any] = {"limit": "questions"}


class RequestLimits:
    """Limits how many requests of each kind an address may make in a minute, over any protocol."""

    def __init__(self, settings: Settings) -> None:
        self.moves = AddressBuckets(settings.moves_per_minute, _too_fast)
        self._kinds = {
            "games": AddressBuckets(settings.games_per_minute, _too_fast),
            "moves": self.moves,
            "questions": AddressBuckets(settings.questions_per_minute, _too_fast),
            "reads": AddressBuckets(settings.moves_per_minute * _READS_PER_MOVE, _too_fast),
        }

    def check(
        self, connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler
    ) -> None:
        """Count a request by the limit of its route; a guard of routes. Raises RateLimited."""
        is_read = connection.scope["type"] == ScopeType.HTTP  # live connections have their own
        kind = handler.opt.get("limit", "reads" if is_read else None)
        if kind is not None:
            self._kinds[kind].take(address_of(connection))


class ConnectionLimit:
    """Counts the live connections of each address; their commands count as its moves."""

    def __init__(self, settings: Settings, commands: AddressBuckets) -> None:
        self.commands = commands
        # Answers to heartbeats are frames, too.
        self.rate = max(settings.moves_per_minute / 60, 2 / settings.heartbeat_seconds)
        self._max = settings.sockets_per_address
        self._connected: Counter[str] = Counter()

    def check(self, address: str) -> None:
        """Raise RateLimited if an address may open no further connection."""
        if self._connected[address] >= self._max:
            raise RateLimited(
                _("Too many open games from your address – close one"), _RETRY_SECONDS
            )

    def admit(self, address: str) -> Admission:
        """The admission of a connection, which counts once it is entered."""
        return Admission(self, address)

    def count(self, address: str, change: int) -> None:
        """Count a connection that was opened or closed."""
        self._connected[address] += change
        if not self._connected[address]:
            del self._connected[address]


class Admission:
    """Counts a live connection from `enter` to `leave`; `frames` limits what is sent on it."""

    def __init__(self, limit: ConnectionLimit, address: str) -> None:
        self.frames = TokenBucket(limit.rate, max(_BURST, limit.rate), _too_fast)
        self._limit = limit
        self._address = address
        self._is_counted = False

    def enter(self) -> None:
        """Count the connection; raises RateLimited if there are too many."""
        self._limit.check(self._address)
        self._limit.count(self._address, 1)
        self._is_counted = True

    def leave(self) -> None:
        """Count it no longer."""
        if self._is_counted:
            self._limit.count(self._address, -1)
            self._is_counted = False

    def __enter__(self) -> None:
        self.enter()

    def __exit__(self, *_: object) -> None:
        self.leave()


def _too_fast() -> str:
    return _("That was too fast – slow down a little")


ConnectionsDep = NamedDependency[ConnectionLimit]
