"""Running the server: the socket, the processes, the shutdown."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from ctypes import c_bool
from dataclasses import dataclass
from ipaddress import ip_address
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from threading import Thread
from time import monotonic
from types import FrameType

import structlog
import uvicorn
from msgspec import structs

from noughts.core.errors import NoughtsError
from noughts.server.app import create_app
from noughts.server.backends import Backend, check_database, open_backend, reserve_database
from noughts.server.http.connections import HttpConnection, cut_slow, raise_descriptor_limit
from noughts.server.http.middleware import wrap
from noughts.server.http.site_files import check_site
from noughts.server.http.websocket import MAX_MESSAGE_SIZE, Handshake
from noughts.server.logging import configure_logging, count_dropped
from noughts.server.metrics import read_address, serve_metrics
from noughts.server.output import write_in_background
from noughts.server.settings import CannotListen, Settings

log = structlog.get_logger()

_FAILED_STARTS = 5  # in a row: something is wrong
_STOP_TIMEOUT = 20.0  # seconds for a process to exit before it is killed
_BACKLOG = 2_048  # connections waiting to be accepted
_SHUTDOWN_TIMEOUT = 6  # seconds for open requests to finish; most think for five at most
# Addresses of nobody, kept for documentation (RFC 5737, RFC 3849).
_DOCUMENTATION = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
# Ticks of uvicorn, a tenth of a second each, between looks for slow connections, and for lines that
# were left out of the log.
_TICKS, _DROPPED_TICKS = 5, 100
_SEND_TIMEOUT = 30_000  # milliseconds without an acknowledgement, after which a connection is cut


class WorkersFailed(NoughtsError):
    """Server processes that end as soon as they start."""


@dataclass(frozen=True, slots=True)
class _Worker:
    """One of several processes; the flag is in memory that both share, and outlives a kill."""

    process: SpawnProcess
    is_ready: c_bool


def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serve until interrupted; `announce` gets the lines that say where the server is.

    Raises CannotListen, InvalidSettings, MissingExtra, UnsuitableDatabase and WorkersFailed.
    """
    check_database(settings)
    if settings.site:  # as what follows
        check_site(Path(settings.site))
    if settings.metrics_address is not None:  # raises here rather than in each worker process
        read_address(settings.metrics_address)
    with _listen(settings) as listener, reserve_database(settings):
        backend = open_backend(settings)
        write_in_background()
        configure_logging(settings)
        address = f"Noughts and crosses at {_url(listener)} (Ctrl-C ends it)."
        line = f"{address} Games are in {backend.description}."
        if settings.workers > 1:
            announce(line)
            _supervise(settings, listener)
        else:
            _run(settings, backend, listener, announce, line)


def _supervise(settings: Settings, listener: socket.socket) -> None:
    """Serve in several processes until a signal arrives; replace those that end before.

    Each process gets its number, from 0; its replacement gets the same. Raises WorkersFailed if
    they end before they are ready; the log has the reason.
    """
    context = multiprocessing.get_context("spawn")
    ending, end = context.Pipe(duplex=False)

    def finish(_number: int, _frame: FrameType | None) -> None:
        end.send(None)

    signal.signal(signal.SIGINT, finish)
    _end_with(finish)

    def start(number: int) -> _Worker:
        is_ready = context.RawValue(c_bool)
        arguments = number, settings, listener, is_ready
        worker = _Worker(context.Process(target=_serve_as_worker, args=arguments), is_ready)
        worker.process.start()
        return worker

    workers = [start(number) for number in range(settings.workers)]
    failed_starts = 0
    try:
        while failed_starts < _FAILED_STARTS:
            ended = wait([ending, *(worker.process.sentinel for worker in workers)])
            if ending in ended:
                return
            for number, worker in enumerate(workers):
                if worker.process.sentinel in ended:
                    failed_starts = 0 if worker.is_ready.value else failed_starts + 1
                    worker.process.join()  # or its exit code would not be known yet
                    log.warning("a server process ended", code=worker.process.exitcode)
                    workers[number] = start(number)
        raise WorkersFailed("the server processes end as soon as they start: the log says why")
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.process.join(_STOP_TIMEOUT)
            worker.process.kill()


def _serve_as_worker(
    number: int, settings: Settings, listener: socket.socket, is_ready: c_bool
) -> None:
    """Serve as one of several processes, whose metrics are on consecutive ports."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C: the process that began this ends it
    Thread(target=_end_with_parent, daemon=True).start()
    write_in_background()
    configure_logging(settings)

    def announce(line: str) -> None:
        is_ready.value = True
        log.info(line)

    line = "a server process is ready"
    try:
        _run(settings, open_backend(settings), listener, announce, line, number=number)
    except NoughtsError as error:
        log.error("a server process cannot start", reason=str(error))
        sys.exit(1)


def _end_with(handler: Callable[[int, FrameType | None], None]) -> None:
    """Handle SIGTERM, and SIGHUP of a terminal that closes, unless `nohup` has us ignore it."""
    signal.signal(signal.SIGTERM, handler)
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, handler)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _run(
    settings: Settings,
    backend: Backend,
    listener: socket.socket,
    announce: Callable[[str], None],
    *lines: str,
    number: int = 0,
) -> None:
    """Serve until a signal arrives; once ready, announces lines and the address of the metrics."""
    descriptors = raise_descriptor_limit()
    HttpConnection.share(descriptors)
    live = min(settings.sockets_per_address, descriptors // 4)
    settings = structs.replace(settings, sockets_per_address=live)
    app = create_app(settings, backend.store, backend.transport)
    counters = app.state["games"].log.counters
    config = uvicorn.Config(
        wrap(app, counters),
        http=HttpConnection,
        ws=Handshake,
        ws_max_size=MAX_MESSAGE_SIZE,
        # Messages are too small to benefit, and it takes 100 kB per connection.
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_SHUTDOWN_TIMEOUT,
    )
    # What was created so far is exempt from garbage collection, and the rest is collected less
    # often: games hold no cycles, and it took 9 % of the time of a move, and as long a pause. But
    # each closed connection leaves cycles of uvicorn and websockets, 4 kB: the oldest generation is
    # collected after 1.25 million new objects, and a busy server stays 24 MB above its first size.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 5, 5)
    with ExitStack() as stack:
        if settings.metrics_address is not None:
            address, batches = settings.metrics_address, backend.store.batches
            metrics = serve_metrics(address, number, counters, batches)
            lines = (*lines, f"Metrics are at {stack.enter_context(metrics)}.")

        def say() -> None:
            for line in lines:
                announce(line)

        server = _Server(config, say, app.state["end_connections"])
        # uvicorn raises a signal again once it has shut down: then this has no effect any more,
        # and the log is still written.
        _end_with(server.handle_exit)
        server.run(sockets=[listener])


class _Server(uvicorn.Server):
    """A server that says when it is ready, cuts slow connections, and ends streams at shutdown.

    uvicorn only waits for them.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        announce: Callable[[], None],
        end_streams: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._announce = announce
        self._end_streams = end_streams
        self._dropped = 0  # lines of the log, as it says itself

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        # uvicorn takes Ctrl-C after another signal for a wish to drop everything. But a terminal
        # tells all server processes, which the first tells too; and the end takes seconds at most.
        self.force_exit = False

    async def on_tick(self, counter: int) -> bool:
        if counter % _TICKS == 0:
            cut_slow(monotonic())
        if counter % _DROPPED_TICKS == 0:
            self._report_dropped()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end_streams()
        await super().shutdown(sockets)
        self._report_dropped()

    def _report_dropped(self) -> None:
        """Log how many lines were dropped, if more were; later again if this line is dropped."""
        dropped = count_dropped()
        if dropped > self._dropped:
            log.warning("lines were left out of the log", since_start=dropped)
            self._dropped = dropped


def _listen(settings: Settings) -> socket.socket:
    try:
        family, *_, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except (OSError, UnicodeError) as error:  # the latter for a host with an overlong label
        where = f"{settings.host} port {settings.port}"
        reason = f"{where}: {getattr(error, 'strerror', None) or error}"
        raise CannotListen(f"cannot listen on {reason}; choose with --host and --port") from None
    # Connections inherit this. Without it, one that was cut off stays open until the client has
    # read what is queued, and one to a dead client for a quarter of an hour.
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SEND_TIMEOUT)
    return listener


def _url(listener: socket.socket) -> str:
    """Return the address of the server, for people: one by which other machines reach this one."""
    host, port = listener.getsockname()[:2]
    if ip_address(host).is_unspecified:
        family = socket.AddressFamily(listener.family)
        with socket.socket(family, socket.SOCK_DGRAM) as asking, suppress(OSError):  # no network
            asking.connect((_DOCUMENTATION[family], 9))  # sends nothing
            host = str(asking.getsockname()[0])
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
