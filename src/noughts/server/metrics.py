"""Metrics for Prometheus, served at an address of their own.

The address can be private: metrics are not meant for players.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from noughts import __version__
from noughts.server.settings import CannotListen, InvalidSettings

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)
_ADDRESS = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^\s:\[\]/]+):(\d{1,5})", re.ASCII)

# Each process has counters of its own, and a test has several in one.
_counter = partial(Counter, namespace="noughts", registry=None)
_gauge = partial(Gauge, namespace="noughts", registry=None)
_histogram = partial(Histogram, namespace="noughts", registry=None)  # 0.7 µs to observe a value
_seconds = partial(_histogram, buckets=_SECONDS)

prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]

# Of the whole process, as its standard error is.
log_lines_dropped = _counter("log_lines_dropped", "Lines that the log had to leave out.")


class BatchCounters:
    """Counters of how a store batches its appends."""

    def __init__(self, count_waiting: Callable[[], int]) -> None:
        about = "Appends in one transaction."
        self.sizes = _histogram("append_batch_size", about, buckets=_SIZES)
        self.waiting = _gauge("appends_waiting", "Appends not committed yet.")
        self.waiting.set_function(count_waiting)


class Counters:
    """The counters of one server process."""

    def __init__(self) -> None:
        self.build_info = _gauge("build_info", "The version of the server.", ["version"])
        self.build_info.labels(__version__).set(1)
        self.games_in_memory = _gauge("games_in_memory", "Games held in memory.")
        self.moves = _counter("moves", "Committed moves.")
        self.append_seconds = _seconds("append_seconds", "Seconds to commit an append.")
        # Until this node received its own heartbeat.
        self.transport_latency = _seconds("transport_latency_seconds", "Latency between nodes.")
        answers = ("method", "route", "status")
        self.responses = _seconds("response_seconds", "Seconds until a response began.", answers)
        self.refused = _counter("commands_refused", "Commands that were refused.", ["reason"])
        self.subscribers = _gauge("subscribers", "Live connections.", ["protocol", "subject"])


@contextmanager
def serve_metrics(
    address: str, number: int, counters: Counters, batches: BatchCounters
) -> Iterator[str]:
    """Serve metrics at HOST:PORT in a thread until the block ends; yields their URL.

    The server process with a `number` uses the port that is higher by that number.

    Raises InvalidSettings and CannotListen.
    """
    host, port = read_address(address)
    port += number if port else 0
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    for metric in (*vars(counters).values(), *vars(batches).values(), log_lines_dropped):
        registry.register(metric)
    try:
        server, thread = prometheus_client.start_http_server(port, host.strip("[]"), registry)
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
    if not (address := _ADDRESS.fullmatch(text)):
        raise InvalidSettings("--metrics-address: an address is HOST:PORT, as 127.0.0.1:9100")
    return address.group(1), int(address.group(2))
