"""Rate limits per address: requests of each kind, and live connections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar import Request
from litestar.datastructures import State
from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.stores.memory import MemoryStore

from noughts.web.settings import Settings
from noughts.web.token_bucket import RateLimited, TokenBucket

_BURST = 30  # messages at once: fast clicks, or a page that resends after a reconnection
_RETRY_SECONDS = 10  # by then a connection may have closed

# Options of routes: which limit applies.
GAMES: dict[str, Any] = {"limit": "games"}
MOVES: dict[str, Any] = {"limit": "moves"}
QUESTIONS: dict[str, Any] = {"limit": "questions"}


def limiters(settings: Settings) -> list[DefineMiddleware]:
    """The middleware that limits each kind of request."""
    counts = {
        "games": settings.games_per_minute,
        "moves": settings.moves_per_minute,
        "questions": settings.questions_per_minute,
    }
    return [_limiter(kind, count) for kind, count in counts.items()]


def count_stores() -> dict[str, MemoryStore]:
    """The stores in which the middleware counts, by name."""
    return {_store(kind["limit"]): MemoryStore() for kind in (GAMES, MOVES, QUESTIONS)}


class ConnectionLimit:
    """Counts the live connections of each address."""

    def __init__(self, settings: Settings) -> None:
        self._max = settings.sockets_per_address
        self._rate = settings.moves_per_minute / 60
        self._connected: Counter[str] = Counter()

    def check(self, address: str) -> None:
        """Raise RateLimited if an address may open no further connection."""
        if self._connected[address] >= self._max:
            raise RateLimited(
                "there are too many live connections from your address: close one", _RETRY_SECONDS
            )

    @contextmanager
    def admit(self, address: str) -> Iterator[TokenBucket]:
        """Count a connection until the block ends; the bucket limits its messages.

        Raises RateLimited.
        """
        self.check(address)
        self._connected[address] += 1
        try:
            capacity = max(_BURST, self._rate)
            yield TokenBucket(self._rate, capacity, "too many messages: slow down")
        finally:
            self._connected[address] -= 1
            if not self._connected[address]:
                del self._connected[address]


def _limiter(kind: str, count: int) -> DefineMiddleware:
    def is_of_kind(request: Request[Any, Any, State]) -> bool:
        return bool(request.route_handler.opt.get("limit") == kind)

    config = RateLimitConfig(
        rate_limit=("minute", count), check_throttle_handler=is_of_kind, store=_store(kind)
    )
    return config.middleware


def _store(kind: str) -> str:
    return f"limit-{kind}"
