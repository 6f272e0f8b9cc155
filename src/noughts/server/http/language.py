"""The language of a request, and the switch of the pages' language."""

from __future__ import annotations

import re
from typing import Annotated

from litestar import Controller, post
from litestar.datastructures import Headers
from litestar.params import URLEncodedBody
from litestar.response import Redirect
from msgspec import Meta, Struct

from noughts.core.errors import IllegalAction
from noughts.language import LANGUAGES
from noughts.language import gettext as _
from noughts.language.choice import accepted
from noughts.server.http.identity import YEAR, ContextDep

COOKIE = "language"
_COOKIE = re.compile(rf"(?:^|;) *{COOKIE}=([a-z]{{2}}) *(?:;|$)")
# A path of ours: `//host` and `/\host` would lead to another site.
_PATH = r"^/([^/\\\x00-\x20][^\\\x00-\x20]*)?\Z"


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
