"""Middleware: the id, the language and the origin of a request, and security headers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection
from http import HTTPStatus
from secrets import token_hex
from time import perf_counter
from typing import cast

import structlog
from litestar.connection import ASGIConnection
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bind_contextvars, clear_contextvars

from noughts.server.http.health import Draining
from noughts.server.http.identity import is_embedded
from noughts.server.http.language import language_of
from noughts.server.http.limits import address_of
from noughts.server.http.requests import Rejected
from noughts.server.ids import read_code
from noughts.server.metrics import Counters
from noughts.server.worker_pool import asked_from
from noughts.wording.language import choose
from noughts.wording.language import gettext as _

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_NAME = re.compile(r"[A-Za-z0-9-]{1,32}")
_METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_OTHER = "other"  # for unknown methods and paths, which must not fill the memory
_HOST = re.compile(
    r"(?P<name>[\w.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:(?P<port>\d{1,5}))?", flags=re.ASCII
)
_LAST_PORT = 65_535

_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# What Sec-Fetch-Site says; the last one of what no page asked for.
_FROM_HERE: tuple[list[str], ...] = ([], ["same-origin"], ["none"])
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
# Pages that are made for it may be framed by every site: they know no visitor.
_FRAMED_HEADERS = {
    **{name: value for name, value in _HEADERS.items() if name != "X-Frame-Options"},
    "Content-Security-Policy": _HEADERS["Content-Security-Policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    ),
}
# A first visit asks for some twenty files that are cached for good: the other headers, which only
# matter to pages, would add 11 kB to it.
_FILE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}

log = structlog.get_logger()


def wrap(app: ASGIApp, counters: Counters) -> ASGIApp:
    """Wrap an application: every request gets an id and a language, every response its headers.

    The time until a response is measured. HEAD is answered like GET, without the body: a stream's
    never ends. A WebSocket and a stream keep the language that they were opened in.
    """

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await app(scope, receive, send)
            return
        started, asked = perf_counter(), Headers.from_scope(scope)
        given = asked.get("X-Request-ID", "")  # by a proxy
        id_ = given if _REQUEST_ID.fullmatch(given) else token_hex(8)
        clear_contextvars()
        bind_contextvars(request=id_)
        language = language_of(scope, asked)
        # For the task of the request, which a WebSocket's handler goes on in.
        choose(language)
        asked_from.set(address_of(ASGIConnection(scope)))
        method = scope["method"] if scope["type"] == ScopeType.HTTP else _OTHER
        is_head = method == "HEAD"
        if is_head:  # in a copy: the server sends no body for its own
            scope, method = cast(Scope, {**scope, "method": "GET"}), "GET"

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                _complete(headers, id_, language, is_framed=is_embedded(scope))
                if "allow" in headers:
                    headers["Allow"] = _allowed(headers["allow"], scope)
                counted = method if method in _METHODS else _OTHER
                answer = counted, scope.get("path_template") or _OTHER, message["status"]
                counters.responses.labels(*answer).observe(perf_counter() - started)
                if is_head:  # all of it: the body that follows is dropped
                    await send(message)
                    message = {"type": "http.response.body", "body": b"", "more_body": False}
            elif is_head:
                return
            elif message["type"] == "websocket.close":
                log.info("socket refused", code=message["code"], reason=message["reason"])
            await send(message)

        # Outside of the framework, whose own hooks would also see every message of a WebSocket.
        await app(scope, receive, send_on)

    return wrapped


def _complete(headers: MutableScopeHeaders, id_: str, language: str, *, is_framed: bool) -> None:
    """Add what every response has to its headers."""
    headers["X-Request-ID"] = id_
    cached = headers.get("cache-control", "")
    is_file = "immutable" in cached  # as static files are
    # A policy of its own says who may frame it.
    may_be_framed = is_framed or "content-security-policy" in headers
    own = _FILE_HEADERS if is_file else _FRAMED_HEADERS if may_be_framed else _HEADERS
    for name, value in own.items():
        headers.setdefault(name, value)
    if not is_file and "public" not in cached:  # else it is by its address, and so is its language
        headers["Content-Language"] = language
        headers.extend_header_value("vary", "Accept-Language")
        headers.extend_header_value("vary", "Cookie")
        headers.setdefault("Cache-Control", "no-store")


def _allowed(given: str, scope: Scope) -> str:
    """Return all methods of a path: Litestar lists those of the first handler, and never HEAD.

    What it calls `websocket` begins with a GET.
    """
    path, methods = scope.get("path_template"), set(given.split(", "))
    if "websocket" in methods:
        return "GET"
    for route in scope["litestar_app"].routes:
        if isinstance(route, HTTPRoute) and route.path_format == path:
            methods |= route.methods
    return ", ".join(sorted(methods | {"HEAD"} if "GET" in methods else methods))


def guard(app: ASGIApp, allowed_hosts: Collection[str] = ()) -> ASGIApp:
    """Wrap an application: refuse other hosts, and pages of other sites that may change something.

    The log gets the game or the room of the request. If a request is cancelled, which only a
    shutdown does, it raises Draining.
    """

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        params = scope["path_params"]
        if _NAME.fullmatch(params.get("game", "")):
            bind_contextvars(game=params["game"])
        code, _proof = read_code(params.get("code", ""))
        if code:
            bind_contextvars(room=code)
        headers = Headers.from_scope(scope)
        host = _checked_host(headers, allowed_hosts)
        if scope["type"] != ScopeType.HTTP or scope["method"] not in _SAFE_METHODS:
            _check_origin(headers, scope["scheme"], host)
        has_started = scope["type"] != ScopeType.HTTP

        async def send_noted(message: Message) -> None:
            nonlocal has_started
            has_started = True
            await send(message)

        try:
            await app(scope, receive, send_noted)
        except asyncio.CancelledError:
            if has_started:
                raise
            raise Draining(_("The server is restarting")) from None

    return guarded


def _checked_host(headers: Headers, allowed: Collection[str]) -> str:
    """Return the one Host; raises Rejected unless it is an address, and allowed if not all are."""
    hosts = headers.getall("host", [])
    address = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
    if address is None or int(address["port"] or 0) > _LAST_PORT:
        raise Rejected(_("The Host header isn't an address"))
    if allowed and address["name"].lower() not in allowed:
        raise Rejected(_("This server has another name (--allowed-hosts)"))
    return hosts[0]


def _check_origin(headers: Headers, scheme: str, host: str) -> None:
    """Raise Rejected for a page of another site; programs name no origin.

    Of some requests browsers tell only in Sec-Fetch-Site that they come from elsewhere.
    """
    scheme = {"ws": "http", "wss": "https"}.get(scheme, scheme)
    origins = headers.getall("origin", [])
    is_from_here = headers.getall("sec-fetch-site", []) in _FROM_HERE
    if is_from_here and origins in ([], [_origin(scheme, host)]):
        return
    if is_from_here and origins == [_origin("https", host)]:
        raise Rejected(
            _(
                "The page came over https and this over http: "
                "the proxy has to send X-Forwarded-Proto"
            ),
            status_code=HTTPStatus.FORBIDDEN,
        )
    raise Rejected(_("This came from another site's page"), status_code=HTTPStatus.FORBIDDEN)


def _origin(scheme: str, host: str) -> str:
    """Return the origin of the pages at a host, as browsers write it."""
    default = ":443" if scheme == "https" else ":80"
    return f"{scheme}://{host.lower().removesuffix(default)}"
