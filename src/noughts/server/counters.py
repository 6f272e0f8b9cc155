"""Plain counters and histograms, which `metrics` exports to Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)

Response = tuple[str, str, int]  # method, route and status


class Histogram:
    """Counts values by upper bound; only one thread may count.

    >>> sizes = Histogram((1, 10))
    >>> for size in (1, 2, 3, 100):
    ...     sizes.observe(size)
    >>> sizes.counts, sizes.total
    ([1, 2, 1], 106.0)
    """

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)  # the last is above all bounds
        self.total = 0.0

    def observe(self, value: float) -> None:
        """Count a value; 0.2 µs."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class BatchCounters:
    """How a store batches its appends."""

    def __init__(self, count_waiting: Callable[[], int]) -> None:
        self.count_waiting = count_waiting
        self.sizes = Histogram(_SIZES)


class Counters:
    """What one server process counts."""

    def __init__(self) -> None:
        self.appends: Counter[str] = Counter()  # by the class of their first event
        self.append_seconds = Histogram(_SECONDS)  # until an append was committed
        self.transport_latency = Histogram(_SECONDS)  # until this node received its own heartbeat
        self.responses: defaultdict[Response, Histogram] = defaultdict(lambda: Histogram(_SECONDS))
        self.refused: Counter[str] = Counter()  # commands, by the class of the error
        self.subscribers: Counter[tuple[str, str]] = Counter()  # by protocol and form
