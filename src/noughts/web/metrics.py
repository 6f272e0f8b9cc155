"""What a server counts, for Prometheus, at an address of its own.

That address need not be where the game is: what is not meant for everybody is not beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
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
from noughts.web.aggregates.games import Games
from noughts.web.counters import Counters, Histogram
from noughts.web.settings import InvalidSettings
from noughts.web.storage.store import Store

_ADDRESS = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^\s:\[\]/]+):(\d{1,5})", re.ASCII)

Stop = Callable[[], None]


def publish(address: str, number: int, games: Games, store: Store) -> tuple[str, Stop]:
    """Serve metrics at HOST:PORT by a thread; where they are, and what ends that.

    Of several processes, one with a `number` takes the port that is so much higher.

    Raises InvalidSettings, and OSError where nothing can listen there.
    """
    host, port = read_address(address)
    port += number if port else 0
    registry = CollectorRegistry()
    registry.register(Counted(games, store))
    ProcessCollector(registry=registry)
    try:
        server, thread = start_http_server(port, host.strip("[]"), registry)
    except (OverflowError, UnicodeError) as error:  # a port or a host beyond all that there are
        raise OSError(str(error)) from None

    def stop() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return f"http://{host}:{server.server_port}/metrics", stop


def read_address(text: str) -> tuple[str, int]:
    """The host and the port of HOST:PORT; raises InvalidSettings.

    >>> read_address("[::1]:9100")
    ('[::1]', 9100)
    """
    if not (found := _ADDRESS.fullmatch(text)):
        raise InvalidSettings("--metrics-address: an address is HOST:PORT, as 127.0.0.1:9100")
    return found.group(1), int(found.group(2))


class Counted(Collector):
    """Reads what is counted whenever it is asked, and so costs nothing in between."""

    def __init__(self, games: Games, store: Store) -> None:
        self._games = games
        self._store = store

    def collect(self) -> Iterator[Metric]:
        counters, batches = self._games.counters, self._store.batches
        yield _info()
        yield _gauge("games_in_memory", "Games held in memory.", self._games.count_in_memory())
        yield _counter("moves_kept", "Moves that are in the log.", counters.moves)
        yield _histogram("append_seconds", "Time until an append was kept.", counters.appends)
        yield _histogram("append_group_size", "Appends kept together.", batches.groups)
        yield _gauge("appends_waiting", "Appends that wait to be kept.", batches.count_waiting())
        yield _histogram("bus_seconds", "Time until what was told was heard.", counters.wire)
        yield _answers(counters)
        yield _refused(counters)
        yield _watchers(counters)


def _info() -> Metric:
    info = GaugeMetricFamily("noughts_build_info", "The version that runs.", labels=["version"])
    info.add_metric([__version__], 1)
    return info


def _answers(counters: Counters) -> Metric:
    labels = ["method", "route", "status"]
    family = HistogramMetricFamily(
        "noughts_answer_seconds", "Time until an answer began.", labels=labels
    )
    for (method, route, status), histogram in list(counters.answers.items()):
        family.add_metric([method, route, str(status)], _buckets(histogram), histogram.total)
    return family


def _refused(counters: Counters) -> Metric:
    family = CounterMetricFamily(
        "noughts_commands_refused", "Commands that were refused.", labels=["reason"]
    )
    for reason, count in list(counters.refused.items()):
        family.add_metric([reason], count)
    return family


def _watchers(counters: Counters) -> Metric:
    labels = ["door", "show"]
    family = GaugeMetricFamily("noughts_watchers", "Live connections.", labels=labels)
    for (door, show), count in list(counters.watchers.items()):
        family.add_metric([door, show], count)
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
    """How many were at most so large, for each bound and for all."""
    bounds = [*map(str, histogram.bounds), "+Inf"]
    return list(zip(bounds, accumulate(histogram.counts), strict=True))
