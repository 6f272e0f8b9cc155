"""Token buckets: they limit how often something may be done, and say how long to wait."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from time import monotonic

from noughts.core.errors import NoughtsError

_HOUSEHOLD = 64  # bits that the addresses of one household share, in IPv6
_MAX_ADDRESSES = 10_000  # the least recently used one is dropped first


class RateLimited(NoughtsError):
    """Too many requests or connections; try again after `retry_seconds`."""

    status = 429

    def __init__(self, reason: str, retry_seconds: int) -> None:
        super().__init__(reason)
        self.retry_seconds = retry_seconds


class TokenBucket:
    """A bucket of tokens, refilled at `rate` tokens per second up to its capacity.

    `reason` says why somebody is refused, in their language.

    >>> bucket = TokenBucket(0.001, 2, lambda: "slow down")
    >>> bucket.take()
    >>> bucket.take()
    >>> bucket.take()
    Traceback (most recent call last):
    noughts.server.http.token_bucket.RateLimited: slow down
    """

    __slots__ = ("_capacity", "_rate", "_reason", "_tokens", "_updated")

    def __init__(self, rate: float, capacity: float, reason: Callable[[], str]) -> None:
        self._rate = rate
        self._capacity = capacity
        self._reason = reason
        self._tokens = capacity
        self._updated = monotonic()

    def check(self) -> None:
        """Raise RateLimited if the bucket is empty."""
        self.take(0)

    def take(self, tokens: int = 1) -> None:
        """Take a token; raises RateLimited if there is none."""
        now = monotonic()
        refilled = self._tokens + (now - self._updated) * self._rate
        self._tokens = min(self._capacity, refilled)
        self._updated = now
        if self._tokens < 1:
            raise RateLimited(self._reason(), int((1 - self._tokens) / self._rate) + 1)
        self._tokens -= tokens

    def spend(self, tokens: float) -> None:
        """Take tokens for what was done already, even more than there are."""
        self._tokens -= tokens


@lru_cache(maxsize=4_096)
def network(address: str) -> str:
    """The network that stands for one household in a limit: an IPv4 address, a /64 of IPv6.

    >>> network("2001:db8::1:2:3:4"), network("::ffff:192.0.2.7"), network("192.0.2.7")
    ('2001:db8::/64', '192.0.2.7', '192.0.2.7')
    """
    try:
        found = ip_address(address)
    except ValueError:  # a Unix socket, or what a proxy made up
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    mapped = found.ipv4_mapped
    return str(IPv6Network((found, _HOUSEHOLD), strict=False) if mapped is None else mapped)


class AddressBuckets:
    """A token bucket for each address that has spent a token, refilled by the minute."""

    def __init__(self, per_minute: int, reason: Callable[[], str]) -> None:
        self._per_minute = per_minute
        self._reason = reason
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def check(self, address: str) -> None:
        """Raise RateLimited if the bucket of an address is empty."""
        if address in self._buckets:
            self._buckets[address].check()

    def take(self, address: str) -> None:
        """Take a token from the bucket of an address; raises RateLimited if there is none."""
        if address not in self._buckets:
            rate = self._per_minute / 60
            self._buckets[address] = TokenBucket(rate, self._per_minute, self._reason)
        self._buckets.move_to_end(address)
        if len(self._buckets) > _MAX_ADDRESSES:
            self._buckets.popitem(last=False)
        self._buckets[address].take()
