"""Rate limits per address: token buckets for requests of each kind, and live connections."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache, partial
from ipaddress import IPv4Address, IPv6Network, ip_address
from itertools import islice
from time import monotonic
from typing import Any

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler

from noughts.core.errors import NoughtsError
from noughts.server.settings import Settings
from noughts.wording.language import gettext as _

_HOUSEHOLD = 64  # bits that the addresses of one household share, in IPv6
_MAX_ADDRESSES = 10_000
_COMPARED = 8  # buckets, of which the fullest is forgotten
_BURST = 30  # frames at once: fast clicks, or a page that resends after a reconnection
_RETRY_SECONDS = 10  # by then a connection may have closed

# To look at something, of which pages do more than they move: 100 boards that ask twice a second
# where live connections are blocked, or the pages of a class, which ask whenever its room changes.
_READS_PER_MOVE = 4

_A_DAY = 24 * 60  # minutes

_COUNTED = "noughts.counted"  # of the state of a request

# Options of routes: which limit applies; without any, that of all that is read.
UNLIMITED: dict[str, Any] = {"limit": None}
GAMES: dict[str, Any] = {"limit": "games"}
MOVES: dict[str, Any] = {"limit": "moves"}
QUESTIONS: dict[str, Any] = {"limit": "questions"}

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class RateLimited(NoughtsError):
    """Too many requests or connections; try again after `retry_seconds`."""

    status = 429

    def __init__(self, reason: str, retry_seconds: int) -> None:
        super().__init__(reason)
        self.retry_seconds = retry_seconds
        self.headers = dict.fromkeys(("RateLimit-Reset", "Retry-After"), str(retry_seconds))


@lru_cache(maxsize=4_096)
def network(address: str) -> str:
    """Return the network that stands for one household in a limit: an IPv4 address, a /64 of IPv6.

    >>> network("2001:db8::1:2:3:4"), network("::ffff:192.0.2.7"), network("192.0.2.7")
    ('2001:db8::/64', '192.0.2.7', '192.0.2.7')
    """
    try:
        ip = ip_address(address)
    except ValueError:  # a Unix socket, or what a proxy made up
        return address
    if isinstance(ip, IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or IPv6Network((ip, _HOUSEHOLD), strict=False))


def address_of(connection: AnyConnection) -> str:
    """Return the address of a client, as limits count it."""
    return "" if connection.client is None else network(connection.client.host)


def too_fast() -> str:
    """Return the message about too many requests or frames."""
    return _("That was too fast – slow down a little")


def _too_many_today() -> str:
    return _("Too many games were begun at your address today – wait a little")


class TokenBucket:
    """A bucket of tokens, refilled at `rate` tokens per second up to its capacity.

    `reason` gives the message of a refusal, in the language in use.

    >>> bucket = TokenBucket(0.001, 2, lambda: "slow down")
    >>> bucket.take()
    >>> bucket.take()
    >>> bucket.take()
    Traceback (most recent call last):
    noughts.server.http.limits.RateLimited: slow down
    """

    __slots__ = ("_capacity", "_rate", "_reason", "_tokens", "_updated")

    def __init__(self, rate: float, capacity: float, reason: Callable[[], str] = too_fast) -> None:
        self._rate = rate
        self._capacity = self._tokens = capacity
        self._reason = reason
        self._updated = monotonic()

    def take(self, tokens: int = 1) -> None:
        """Take a token, or look for one with 0; raises RateLimited if there is none."""
        now = monotonic()
        refilled = self._tokens + (now - self._updated) * self._rate
        self._tokens, self._updated = min(self._capacity, refilled), now
        if self._tokens < 1:
            raise RateLimited(self._reason(), int((1 - self._tokens) / self._rate) + 1)
        self._tokens -= tokens

    def spend(self, tokens: float) -> None:
        """Take tokens for what was done already, even more than there are."""
        self._tokens -= tokens

    @property
    def missing(self) -> float:
        """The tokens that it lacks to be full."""
        return self._capacity - self._tokens - (monotonic() - self._updated) * self._rate


class AddressBuckets:
    """The buckets of addresses, of which an empty one is full again after some minutes.

    Of too many the fullest are forgotten: others do not make an address's empty bucket full again.
    """

    def __init__(
        self, size: int, reason: Callable[[], str] = too_fast, *, minutes: int = 1
    ) -> None:
        self._made = partial(TokenBucket, size / (60 * minutes), size, reason)
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __call__(self, address: str) -> TokenBucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= _MAX_ADDRESSES:
                self._forget_one()
            bucket = self._buckets[address] = self._made()
        return bucket

    def _forget_one(self) -> None:
        """Forget the fullest bucket of a few; to sort all of them would take 10 ms at once."""
        addresses = list(islice(self._buckets, _COMPARED))
        del self._buckets[min(addresses, key=lambda address: self._buckets[address].missing)]
        for address in addresses:
            if address in self._buckets:
                self._buckets.move_to_end(address)


class Limits:
    """The limits of what an address asks for in a minute, and of its live connections."""

    def __init__(self, settings: Settings) -> None:
        self.moves = AddressBuckets(settings.moves_per_minute)  # and commands over a WebSocket
        self.connected: dict[str, set[object]] = {}  # by address
        # Games of rooms too, which begin without a request for each.
        self.games_today = AddressBuckets(settings.games_per_day, _too_many_today, minutes=_A_DAY)
        self._kinds = {
            "games": (AddressBuckets(settings.games_per_minute), self.games_today),
            "moves": (self.moves,),
            "questions": (AddressBuckets(settings.questions_per_minute),),
            "reads": (AddressBuckets(settings.moves_per_minute * _READS_PER_MOVE),),
        }
        # Answers to heartbeats are frames, too.
        self._frames = max(settings.moves_per_minute / 60, 2 / settings.heartbeat_seconds)
        self._most_connected = settings.sockets_per_address

    async def count_request(self, connection: AnyConnection, handler: BaseRouteHandler) -> None:
        """Count a request by the limit of its route; a guard of routes. Raises RateLimited.

        It is asynchronous, though it waits for nothing: the framework would run another in a
        thread, one of those that all requests share.
        """
        is_read = connection.scope["type"] == ScopeType.HTTP  # live connections have their own
        kind = handler.opt.get("limit", "reads" if is_read else None)
        if kind is not None:
            connection.scope["state"][_COUNTED] = True
            self._take(kind, address_of(connection))

    def count_refused(self, connection: AnyConnection) -> None:
        """Count a request that failed as one that reads, if no other limit did. Raises RateLimited.

        It was refused before the guard of its route, has no route, or asked for a missing file.
        """
        if not connection.scope["state"].get(_COUNTED):
            self._take("reads", address_of(connection))

    def _take(self, kind: str, address: str) -> None:
        for buckets in self._kinds[kind]:
            buckets(address).take()

    def check_connections(self, address: str) -> None:
        """Raise RateLimited if an address may open no further connection."""
        if len(self.connected.get(address, ())) >= self._most_connected:
            reason = _("Too many open games from your address – close one")
            raise RateLimited(reason, _RETRY_SECONDS)

    def frames(self) -> TokenBucket:
        """Return a connection's bucket, with a token for each frame that it may send."""
        return TokenBucket(self._frames, max(_BURST, self._frames))

    def enter(self, address: str, connection: object) -> None:
        """Count a connection until it leaves; raises RateLimited if there are too many."""
        self.check_connections(address)
        self.connected.setdefault(address, set()).add(connection)

    def leave(self, address: str, connection: object) -> None:
        """Count a connection no longer, if it has entered."""
        connected = self.connected.get(address, set())
        connected.discard(connection)
        if not connected:
            self.connected.pop(address, None)


LimitsDep = NamedDependency[Limits]
