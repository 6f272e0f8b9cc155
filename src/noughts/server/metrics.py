"""Metrics for Prometheus, served at an address of their own.

The address can be private: metrics are not meant for players.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import accumulate
from typing import Any

from prometheus_client import CollectorRegistry, ProcessCollector, core, start_http_server
from prometheus_client.registry import Collector

from noughts import __version__
from noughts.server.counters import Histogram
from noughts.server.games.repository import Games
from noughts.server.settings import CannotListen, InvalidSettings

_ADDRESS = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^\s:\[\]/]+):(\d{1,5})", re.ASCII)


@contextmanager
def serve_metrics(address: str, number: int, games: Games) -> Iterator[str]:
    """Serve metrics at HOST:PORT in a thread until the block ends; yields their URL.

    The server process with a `number` uses the port that is higher by that number.

    Raises InvalidSettings and CannotListen.
    """
    host, port = read_address(address)
    port += number if port else 0
    registry = CollectorRegistry()
    registry.register(CountersCollector(games))
    ProcessCollector(registry=registry)
    try:
        server, thread = start_http_server(port, host.strip("[]"), registry)
    except (OSError, OverflowError, UnicodeError) as error:  # the latter for impossible addresses
        reason = f"{address}: {getattr(error, 'strerror', None) or error}"
        raise CannotListen(f"cannot listen on {reason}; choose with --metrics-address") from None
    try:
        yield f"http://{host}:{server.server_port}/metrics"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def read_address(text: str) -> tuple[str, int]:
    """Parse HOST:PORT; raises InvalidSettings.

    >>> read_address("[::1]:9100")
    ('[::1]', 9100)
    """
    if not (found := _ADDRESS.fullmatch(text)):
        raise InvalidSettings("--metrics-address: an address is HOST:PORT, as 127.0.0.1:9100")
    return found.group(1), int(found.group(2))


class CountersCollector(Collector):
    """Reads the counters on each scrape, and costs nothing in between."""

    def __init__(self, games: Games) -> None:
        self._games = games

    def collect(self) -> Iterator[core.Metric]:
        counters, batches = self._games.log.counters, self._games.log.store.batches
        refused = {(reason,): count for reason, count in list(counters.refused.items())}
        answers, responses = ("method", "route", "status"), counters.responses
        yield _gauge("build_info", "The version of the server.", {(__version__,): 1}, "version")
        yield _gauge("games_in_memory", "Games held in memory.", self._games.count_in_memory())
        yield _counter("moves", "Committed moves.", counters.appends["Played"])
        yield _histogram("append_seconds", "Seconds to commit an append.", counters.append_seconds)
        yield _histogram("append_batch_size", "Appends in one transaction.", batches.sizes)
        yield _gauge("appends_waiting", "Appends not committed yet.", batches.count_waiting())
        latency = counters.transport_latency
        yield _histogram("transport_latency_seconds", "Latency between nodes.", latency)
        yield _histogram("response_seconds", "Seconds until a response began.", responses, *answers)
        yield _counter("commands_refused", "Commands that were refused.", refused, "reason")
        yield _gauge("subscribers", "Live connections.", counters.subscribers, "protocol", "show")


def _metric(family: Any, name: str, help_: str, values: Any, *labels: str) -> Any:
    """A metric with its value, or with a value for each combination of its labels."""
    found = family(f"noughts_{name}", help_, labels=labels)
    # A list, since the server's thread goes on counting.
    for key, value in list(values.items()) if labels else [((), values)]:
        if isinstance(value, Histogram):
            bounds = [*map(str, value.bounds), "+Inf"]
            buckets = list(zip(bounds, accumulate(value.counts), strict=True))
            found.add_metric([str(label) for label in key], buckets, value.total)
        else:
            found.add_metric(key, value)
    return found


_gauge = partial(_metric, core.GaugeMetricFamily)
_counter = partial(_metric, core.CounterMetricFamily)
_histogram = partial(_metric, core.HistogramMetricFamily)
