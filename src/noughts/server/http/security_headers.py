"""Security headers of every response, and the check of a request's origin."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import HttpMethod, ScopeType
from litestar.exceptions import ClientException, PermissionDeniedException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from noughts.language import gettext as _

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
# Files that are cached for good are no pages, and a first visit asks for a score of them: the rest
# would be 11 kB of it.
_FILE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


def add_headers(app: ASGIApp) -> ASGIApp:
    """Wrap an application to set security headers on every response, errors included."""

    async def with_headers(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                is_file = "immutable" in headers.get("cache-control", "")
                headers.update(_FILE_HEADERS if is_file else _HEADERS)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        # A hook of the framework would also see every message of a WebSocket.
        await app(scope, receive, send_with_headers if scope["type"] == ScopeType.HTTP else send)

    return with_headers


def answer_head(app: ASGIApp) -> ASGIApp:
    """Wrap an application to answer HEAD like GET, without the body: a stream's never ends."""

    async def with_head(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != HttpMethod.HEAD:
            await app(scope, receive, send)
            return
        is_over = False

        async def send_head(message: Message) -> None:
            nonlocal is_over
            if message["type"] != "http.response.body":
                await send(message)
            elif not is_over:
                is_over = True
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        await app({**scope, "method": HttpMethod.GET}, receive, send_head)

    return with_head


def check_origin(allowed_hosts: Collection[str] = ()) -> Callable[[ASGIApp], ASGIApp]:
    """Middleware: refuse other hosts, and pages of other sites that may change something."""

    def middleware(app: ASGIApp) -> ASGIApp:
        async def checked(scope: Scope, receive: Receive, send: Send) -> None:
            headers = Headers.from_scope(scope)
            host = _checked_host(headers, allowed_hosts)
            if scope["type"] != ScopeType.HTTP or scope["method"] not in _SAFE_METHODS:
                _check_origin(headers, scope["scheme"], host)
            await app(scope, receive, send)

        return checked

    return middleware


def _checked_host(headers: Headers, allowed: Collection[str]) -> str:
    """The one Host; raises ClientException unless it is an address, and allowed if not all are."""
    hosts = headers.getall("host", [])
    found = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
    if found is None or int(found["port"] or 0) > _LAST_PORT:
        raise ClientException(_("The Host header isn't an address"))
    if allowed and found["name"].lower() not in allowed:
        raise ClientException(_("This server has another name (--allowed-hosts)"))
    return hosts[0]


def _check_origin(headers: Headers, scheme: str, host: str) -> None:
    """Raise PermissionDeniedException for a page of another site; programs name no origin.

    Of some requests browsers tell only in Sec-Fetch-Site that they come from elsewhere.
    """
    scheme = {"ws": "http", "wss": "https"}.get(scheme, scheme)
    origins = headers.getall("origin", [])
    is_from_here = headers.getall("sec-fetch-site", []) in _FROM_HERE
    if is_from_here and origins in ([], [_origin(scheme, host)]):
        return
    if is_from_here and origins == [_origin("https", host)]:
        raise PermissionDeniedException(
            "the page came over https, and this over http: the proxy has to send X-Forwarded-Proto"
        )
    raise PermissionDeniedException(_("This came from another site's page"))


def _origin(scheme: str, host: str) -> str:
    """The origin of the pages at a host, as browsers write it."""
    default = ":443" if scheme == "https" else ":80"
    return f"{scheme}://{host.lower().removesuffix(default)}"
