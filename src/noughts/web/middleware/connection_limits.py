"""How many live connections an address may have, and how much may be said over each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import TooManyRequestsException

from noughts.web.settings import Settings

_BURST = 30  # messages at once: somebody clicking fast, or a page that sends again what was lost


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where a connection comes from, as far as that is known."""
    return connection.client.host if connection.client is not None else ""


class ConnectionLimit:
    """Counts the live connections of each address."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.sockets_per_address
        self._rate = settings.moves_per_minute / 60
        self._connected: Counter[str] = Counter()

    @contextmanager
    def admit(self, address: str) -> Iterator[TokenBucket]:
        """Let a connection in until the block ends; raises TooManyRequestsException."""
        if self._connected[address] >= self._most:
            raise TooManyRequestsException(
                "there are too many live connections from your address: close one",
                headers={"RateLimit-Reset": "10"},
            )
        self._connected[address] += 1
        try:
            yield TokenBucket(self._rate)
        finally:
            self._connected[address] -= 1
            if not self._connected[address]:
                del self._connected[address]


class TokenBucket:
    """A bucket of messages that fills at a rate (a second) and may be emptied at once."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._full = max(_BURST, rate)
        self._left = self._full
        self._then = monotonic()

    def take(self) -> bool:
        """Whether one more message is allowed now."""
        now = monotonic()
        self._left = min(self._full, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
