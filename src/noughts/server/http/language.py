"""The language of a request, and the switch of the pages' language."""

from __future__ import annotations

import re
from typing import Annotated

from litestar import Controller, post
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.params import URLEncodedBody
from litestar.response import Redirect
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import Meta, Struct

from noughts.core.errors import IllegalAction
from noughts.language import LANGUAGES, choose
from noughts.language import gettext as _
from noughts.language.choice import accepted
from noughts.server.http.identity import YEAR, ContextDep

COOKIE = "language"
_COOKIE = re.compile(rf"(?:^|;) *{COOKIE}=([a-z]{{2}}) *(?:;|$)")
# A path of ours: `//host` and `/\host` would lead to another site.
_PATH = r"^/([^/\\\x00-\x20][^\\\x00-\x20]*)?\Z"


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


class LanguageForm(Struct, frozen=True):
    """The chosen language, and the page that it was chosen on."""

    language: str
    back: Annotated[str, Meta(pattern=_PATH, max_length=2_000)] = "/"


class LanguagePages(Controller):
    """The switch of the language, which a cookie remembers."""

    include_in_schema = False

    @post("/language")
    async def choose(self, context: ContextDep, data: URLEncodedBody[LanguageForm]) -> Redirect:
        if data.language not in LANGUAGES:
            raise IllegalAction(_("There's no such language here"))
        chosen = context.cookie(COOKIE, data.language, YEAR)
        return Redirect(data.back, status_code=303, cookies=[chosen])
