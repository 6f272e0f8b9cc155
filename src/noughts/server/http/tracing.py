"""Tracing: each request has an id, and the log has one format, on standard error."""

from __future__ import annotations

import logging
import re
import sys
from secrets import token_hex
from time import perf_counter
from typing import Literal

import structlog
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from structlog import processors, stdlib
from structlog.contextvars import bind_contextvars, clear_contextvars, merge_contextvars
from structlog.typing import Processor

from noughts.server.counters import Counters

_HEADER = "X-Request-ID"
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_NAME = re.compile(r"[A-Za-z0-9-]{1,32}")
_METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_OTHER = "other"  # for unknown methods and paths, which must not fill the memory

log = structlog.get_logger()


def trace(app: ASGIApp, counters: Counters) -> ASGIApp:
    """Wrap an application to give each request an id and measure the time until its response."""

    async def tracing(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await app(scope, receive, send)
            return
        started = perf_counter()
        given = Headers.from_scope(scope).get(_HEADER, "")  # by a proxy
        id_ = given if _REQUEST_ID.fullmatch(given) else token_hex(8)
        method = scope["method"] if scope["type"] == ScopeType.HTTP else _OTHER
        clear_contextvars()
        bind_contextvars(request=id_)

        async def send_traced(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableScopeHeaders.from_message(message)[_HEADER] = id_
                counted = method if method in _METHODS else _OTHER
                answer = counted, scope.get("path_template") or _OTHER, message["status"]
                counters.responses[answer].observe(perf_counter() - started)
            elif message["type"] == "websocket.close":
                log.info("socket refused", code=message["code"], reason=message["reason"])
            await send(message)

        await app(scope, receive, send_traced)

    return tracing


def bind_log_context(app: ASGIApp) -> ASGIApp:
    """Middleware: add the game or the room of a request to the log's context."""

    async def naming(scope: Scope, receive: Receive, send: Send) -> None:
        for kind, name in (("game", "game"), ("room", "code")):
            found = scope["path_params"].get(name)
            if found is not None and _NAME.fullmatch(found):
                bind_contextvars(**{kind: found})
        await app(scope, receive, send)

    return naming


def configure_logging(log_format: Literal["text", "json"], level: str) -> None:
    """Write the log in a format, from a level on; of libraries, warnings and errors."""
    if log_format == "json":
        renderers: list[Processor] = [processors.format_exc_info, processors.JSONRenderer()]
    else:
        # The plain formatter: others show local variables, and with them the secrets of visitors.
        plain = structlog.dev.plain_traceback
        colors = sys.stderr.isatty()
        renderers = [structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain)]
    stamp = processors.TimeStamper(fmt="iso", utc=True)
    shared: list[Processor] = [merge_contextvars, processors.add_log_level, stamp]
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        processors=[*shared, *renderers],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler()
    remove_meta = stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(
        stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[remove_meta, *renderers])
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
