"""Tracing of requests: an id for the log and the response, and the time until the response."""

from __future__ import annotations

import re
from secrets import token_hex
from time import perf_counter

import structlog
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bind_contextvars, clear_contextvars

from noughts.web.counters import Counters

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
        started, id_ = perf_counter(), _request_id(scope)
        clear_contextvars()
        bind_contextvars(request=id_)

        async def send_traced(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableScopeHeaders.from_message(message)[_HEADER] = id_
                answer = _method(scope), scope.get("path_template") or _OTHER, message["status"]
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


def _request_id(scope: Scope) -> str:
    """The id that a proxy gave the request, if valid, or a new one."""
    given = Headers.from_scope(scope).get(_HEADER, "")
    return given if _REQUEST_ID.fullmatch(given) else token_hex(8)


def _method(scope: Scope) -> str:
    method = scope["method"] if scope["type"] == ScopeType.HTTP else _OTHER
    return method if method in _METHODS else _OTHER
