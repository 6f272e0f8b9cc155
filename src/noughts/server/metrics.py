"""Metrics for Prometheus, served at an address of their own.

The address can be private: metrics are not meant for players.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate

from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from noughts import __version__
from noughts.server.counters import Counters, Histogram
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

    def collect(self) -> Iterator[Metric]:
        counters, batches = self._games.log.counters, self._games.log.store.batches
        yield _info()
        yield _gauge("games_in_memory", "Games held in memory.", self._games.count_in_memory())
        yield _counter("moves", "Committed moves.", counters.appends["Played"])
        yield _histogram("append_seconds", "Seconds to commit an append.", counters.append_seconds)
        yield _histogram("append_batch_size", "Appends in one transaction.", batches.sizes)
        yield _gauge("appends_waiting", "Appends not committed yet.", batches.count_waiting())
        yield _histogram(
            "transport_latency_seconds", "Latency between nodes.", counters.transport_latency
        )
        yield _response_seconds(counters)
        yield _refused(counters)
        yield _subscribers(counters)


def _info() -> Metric:
    info = GaugeMetricFamily("noughts_build_info", "The version of the server.", labels=["version"])
    info.add_metric([__version__], 1)
    return info


def _response_seconds(counters: Counters) -> Metric:
    labels = ["method", "route", "status"]
    family = HistogramMetricFamily(
        "noughts_response_seconds", "Seconds until a response began.", labels=labels
    )
    for (method, route, status), histogram in list(counters.responses.items()):
        family.add_metric([method, route, str(status)], _buckets(histogram), histogram.total)
    return family


def _refused(counters: Counters) -> Metric:
    family = CounterMetricFamily(
        "noughts_commands_refused", "Commands that were refused.", labels=["reason"]
    )
    for reason, count in list(counters.refused.items()):
        family.add_metric([reason], count)
    return family


def _subscribers(counters: Counters) -> Metric:
    labels = ["protocol", "show"]
    family = GaugeMetricFamily("noughts_subscribers", "Live connections.", labels=labels)
    for key, count in list(counters.subscribers.items()):
        family.add_metric(list(key), count)
    return family


def _gauge(name: str, help_: str, value: float) -> Metric:
    return GaugeMetricFamily(f"noughts_{name}", help_, value=value)


def _counter(name: str, help_: str, value: float) -> Metric:
    return CounterMetricFamily(f"noughts_{name}", help_, value=value)


def _histogram(name: str, help_: str, histogram: Histogram) -> Metric:
    return HistogramMetricFamily(
        f"noughts_{name}", help_, buckets=_buckets(histogram), sum_value=histogram.total
    )


def _buckets(histogram: Histogram) -> list[tuple[str, float]]:
    """Cumulative counts for each bound and for +Inf."""
    bounds = [*map(str, histogram.bounds), "+Inf"]
    return list(zip(bounds, accumulate(histogram.counts), strict=True))
