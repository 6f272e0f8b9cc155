"""The languages of the pages: the switch, and what the templates need."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from litestar import Controller, post
from litestar.datastructures import Cookie, Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.params import URLEncodedBody
from litestar.response import Redirect
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from markupsafe import Markup
from msgspec import Meta, Struct

from noughts import language
from noughts.core.errors import IllegalAction
from noughts.language import LANGUAGES, LOCALES, choose
from noughts.language import gettext as _
from noughts.language.choice import accepted
from noughts.server.http.identity import ContextDep

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


# A path of ours: `//host` and `/\host` would lead to another site.
_PATH = r"^/([^/\\\x00-\x20][^\\\x00-\x20]*)?\Z"


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
        chosen = cookie(data.language, secure=context.base_url.startswith("https:"))
        return Redirect(data.back, status_code=303, cookies=[chosen])


def template_globals() -> dict[str, Any]:
    """What the templates call to write sentences, and to say in which language they are."""
    return {
        "language": language.current,
        "direction": language.direction,
        "link": link,
        "strong": strong,
        "languages": LANGUAGES,
        "script_messages": lambda: _script_messages(language.current()),
    }


def link(address: str, text: str) -> Markup:
    """A link within a sentence."""
    return Markup('<a href="{}">{}</a>').format(address, text)


def strong(text: str) -> Markup:
    """An emphasised part of a sentence."""
    return Markup("<strong>{}</strong>").format(text)


@lru_cache(maxsize=len(LANGUAGES))
def _script_messages(code: str) -> Markup:
    """The translations of the scripts' messages as JSON for a page; nothing for English."""
    file = Path(LOCALES, code, "LC_MESSAGES", "scripts.json")
    if not file.exists():
        return Markup("")
    text = json.dumps(json.loads(file.read_text(encoding="utf-8")), ensure_ascii=False)
    return Markup(text.replace("<", "\\u003c"))  # `</script>` would end the block
