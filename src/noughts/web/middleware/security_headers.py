"""Security headers of every response, and the check of a request's origin."""

from __future__ import annotations

from urllib.parse import urlsplit

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import HttpMethod, ScopeType
from litestar.exceptions import ClientException, PermissionDeniedException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def add_headers(app: ASGIApp) -> ASGIApp:
    """Wrap an application to set security headers on every response, errors included."""

    async def with_headers(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        # A hook of the framework would also see every message of a WebSocket.
        await app(scope, receive, send_with_headers if scope["type"] == ScopeType.HTTP else send)

    return with_headers


def answer_head(app: ASGIApp) -> ASGIApp:
    """Wrap an application to answer HEAD like GET, without the body: a stream's never ends."""

    async def with_head(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and scope["method"] == HttpMethod.HEAD:
            await app({**scope, "method": HttpMethod.GET}, receive, _without_body(send))
        else:
            await app(scope, receive, send)

    return with_head


def _without_body(send: Send) -> Send:
    """A `send` that ends the response where its body would begin."""
    is_over = False

    async def send_head(message: Message) -> None:
        nonlocal is_over
        if message["type"] != "http.response.body":
            await send(message)
        elif not is_over:
            is_over = True
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return send_head


def check_origin(app: ASGIApp) -> ASGIApp:
    """Middleware: refuse requests from other sites' pages that may change something."""

    async def checked(scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers.from_scope(scope)
        if not _is_valid(headers.get("host", "")):
            raise ClientException("the Host header is not an address")
        if scope["type"] != ScopeType.HTTP or scope["method"] not in _SAFE_METHODS:
            origin = headers.get("origin")
            if origin is not None and _host(origin) != headers.get("host"):
                raise PermissionDeniedException("this came from another site's page")
        await app(scope, receive, send)

    return checked


def _is_valid(host: str) -> bool:
    """Whether a host and port can be part of an address: the framework reads it as one."""
    try:
        _ = urlsplit(f"//{host}").port
    except ValueError:
        return False
    return True


def _host(origin: str) -> str | None:
    """The host and port in an origin; None in `null` and whatever is no origin."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None
