"""The language of a request: the visitor's choice, in a cookie, or what their browser accepts."""

from __future__ import annotations

import re

from litestar.datastructures import Cookie, Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from noughts.language import LANGUAGES, choose
from noughts.language.choice import accepted

COOKIE = "language"
_COOKIE = re.compile(rf"(?:^|;) *{COOKIE}=([a-z]{{2}}) *(?:;|$)")
_YEAR = 365 * 24 * 3600  # seconds


def speak(app: ASGIApp) -> ASGIApp:
    """Wrap an application to answer each request in its language.

    A WebSocket and a stream keep the language that they were opened in.
    """

    async def speaking(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await app(scope, receive, send)
            return
        language = requested(Headers.from_scope(scope))
        choose(language)  # for the task of the request, which a WebSocket's handler goes on in

        async def send_labelled(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                if "immutable" not in headers.get("cache-control", ""):  # as static files are
                    headers["Content-Language"] = language
                    headers.extend_header_value("vary", "Accept-Language")
                    headers.extend_header_value("vary", "Cookie")
            await send(message)

        await app(scope, receive, send_labelled if scope["type"] == ScopeType.HTTP else send)

    return speaking


def requested(headers: Headers) -> str:
    """The language that the headers of a request ask for."""
    chosen = _COOKIE.search(headers.get("cookie", ""))
    if chosen is not None and chosen[1] in LANGUAGES:
        return chosen[1]
    return accepted(headers.get("accept-language", ""))


def cookie(language: str, *, secure: bool) -> Cookie:
    """The cookie that remembers the choice of a language."""
    return Cookie(
        COOKIE, value=language, max_age=_YEAR, httponly=True, samesite="lax", secure=secure
    )
