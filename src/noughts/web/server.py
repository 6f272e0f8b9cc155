"""Running the server: the socket, the log, the end."""

from __future__ import annotations

import gc
import logging
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog
import uvicorn
from structlog.typing import Processor

from noughts.core.errors import NoughtsError
from noughts.core.extras import extra
from noughts.web.aggregates.games import Games
from noughts.web.api.websocket import LARGEST_MESSAGE
from noughts.web.api.websocket_protocol import Line
from noughts.web.app import create_app
from noughts.web.backends import Database, open_database
from noughts.web.middleware.security_headers import add_headers, answer_head
from noughts.web.middleware.tracing import trace
from noughts.web.settings import Settings
from noughts.web.storage.store import Store
from noughts.web.supervisor import supervise

log = structlog.get_logger()

_BACKLOG = 2_048  # connections waiting to be accepted
_PATIENCE = 10  # seconds for open requests at the end
_LONGEST_SILENCE = 30_000  # milliseconds for which what was sent is not taken, before a line is cut


class CannotListen(NoughtsError):
    """An address that cannot be listened on, and what to do."""


def serve(settings: Settings, tell: Callable[[str], None]) -> None:
    """Serve until interrupted; `tell` hears the address.

    Raises CannotListen, CannotWork, InvalidSettings, MissingExtra and UnsuitableDatabase.
    """
    _check_metrics(settings)
    with _listen(settings) as listening:
        database = open_database(settings)
        _configure_log(settings)
        address = _address(listening)
        told = f"Noughts and crosses at {address} (Ctrl-C ends it). Games are in {database.where}."
        if settings.workers > 1:
            tell(told)
            supervise(settings.workers, work, settings, listening)
        else:
            _run(settings, database, listening, lambda *more: list(map(tell, (told, *more))))


def work(number: int, settings: Settings, listening: socket.socket) -> None:
    """Serve as one of several processes, which have their metrics at ports in a row."""
    _configure_log(settings)
    try:
        _run(settings, open_database(settings), listening, _log_all, number)
    except NoughtsError as error:
        log.error("a server process cannot begin", reason=str(error))
        sys.exit(1)


def _log_all(*told: str) -> None:
    for each in told:
        log.info(each)


def _run(
    settings: Settings,
    database: Database,
    listening: socket.socket,
    begun: Callable[..., object],
    number: int = 0,
) -> None:
    app = create_app(settings, database.store, database.node, database.transport)
    config = uvicorn.Config(
        add_headers(answer_head(trace(app, app.state["games"].log.counters))),
        ws=Line,
        ws_max_size=LARGEST_MESSAGE,
        # A message is too small to gain by it, and it takes 100 kB a connection.
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_PATIENCE,
    )
    _collect_less()
    with _publishing(settings, number, app.state["games"], database.store) as metrics:
        begun(*([] if metrics is None else [f"Metrics are at {metrics}."]))
        _Server(config, app.state["end_lines"]).run(sockets=[listening])


def _check_metrics(settings: Settings) -> None:
    """Raise InvalidSettings or MissingExtra, before a process begins that would."""
    if settings.metrics_address is None:
        return
    with extra("host"):
        from noughts.web.metrics import read_address  # noqa: PLC0415
    read_address(settings.metrics_address)


@contextmanager
def _publishing(
    settings: Settings, number: int, games: Games, store: Store
) -> Iterator[str | None]:
    """Publish metrics until the block ends, if that is asked for; where they are."""
    if settings.metrics_address is None:
        yield None
        return
    from noughts.web.metrics import start_metrics  # noqa: PLC0415

    try:
        where, stop = start_metrics(settings.metrics_address, number, games, store)
    except OSError as error:
        reason = f"{settings.metrics_address}: {error.strerror or error}"
        raise CannotListen(f"cannot listen on {reason}; choose with --metrics-address") from None
    try:
        yield where
    finally:
        stop()


def _collect_less() -> None:
    """Leave what stands from the start out of the search for garbage, and search less often.

    Games hold no cycles; the search took 9 % of the time of a move, and as long a pause. But a
    connection that ends leaves cycles of uvicorn's and websockets', 4 kB: old objects are searched
    after 1.25 million new ones, and a server where many come and go stays 24 MB above its start.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 5, 5)


class _Server(uvicorn.Server):
    """A server that ends what is streamed when it ends: nobody else would."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._end_streams = end_streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end_streams()
        await super().shutdown(sockets)


def _listen(settings: Settings) -> socket.socket:
    try:
        family, *_, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except (OSError, UnicodeError) as error:  # a host with an endless label is the latter
        where = f"{settings.host} port {settings.port}"
        reason = getattr(error, "strerror", None) or error
        raise CannotListen(
            f"cannot listen on {where}: {reason}; choose with --host and --port"
        ) from None
    # Each line inherits it. Without it one that is cut stays open until its end has read what
    # waits, and one whose end is dead for a quarter of an hour.
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _LONGEST_SILENCE)
    return listening


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _configure_log(settings: Settings) -> None:
    """Our log and the libraries' in one form, on standard error."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if settings.log == "json"
        else [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(),
                # The plain one: others show local variables, and with them the secrets of visitors.
                exception_formatter=structlog.dev.plain_traceback,
            )
        ]
    )
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(settings.log_level),
        processors=[*shared, *renderer],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler()
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
    )
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
