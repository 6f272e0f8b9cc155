"""Token buckets: so much at once, and then by the rate."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from noughts.server.http import limits
from noughts.server.http.limits import RateLimited, TokenBucket, buckets_by_address


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A time that passes when it is told to."""
    clock = SimpleNamespace(now=1_000.0)
    monkeypatch.setattr(limits, "monotonic", lambda: clock.now)
    return clock


def test_a_bucket_is_emptied_at_once_and_refills_by_its_rate(clock: SimpleNamespace) -> None:
    bucket = TokenBucket(0.5, 3, lambda: "slow down")
    for _ in range(3):
        bucket.take()
    with pytest.raises(RateLimited, match="slow down") as refused:
        bucket.take()
    assert refused.value.retry_seconds == 3  # whole seconds, at least the two that it takes
    clock.now += 2
    bucket.take()
    clock.now += 1_000
    for _ in range(3):
        bucket.take()
    with pytest.raises(RateLimited):
        bucket.take()


@pytest.mark.usefixtures("clock")
def test_each_address_has_a_bucket_and_that_of_longest_ago_is_dropped_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "_MAX_ADDRESSES", 2)
    bucket_of = buckets_by_address(1, lambda: "wait")
    for address in ("ann", "ben"):
        bucket_of(address).take(0)
        bucket_of(address).take()
    for tokens in (0, 1):  # which makes ben's the oldest
        with pytest.raises(RateLimited, match="wait"):
            bucket_of("ann").take(tokens)
    bucket_of("cat").take()
    with pytest.raises(RateLimited):
        bucket_of("ann").take(0)
    bucket_of("ben").take(0)
