"""The language of a request: named by its address, chosen before, or preferred by the browser."""

from __future__ import annotations

import re

from litestar.datastructures import Headers
from litestar.types import Scope

from noughts.wording.language import LANGUAGES
from noughts.wording.language.choice import accepted

LANGUAGE_COOKIE = "language"
_CODE = f"({'|'.join(LANGUAGES)})"
_IN_COOKIES = re.compile(rf"(?:^|;) *{LANGUAGE_COOKIE}={_CODE} *(?:;|$)")
_IN_QUERY = re.compile(rf"(?:^|&)language={_CODE}(?:&|$)".encode())


def named_language(scope: Scope) -> str:
    """Return the language that an address names, as `?language=de` does; else an empty text."""
    named = _IN_QUERY.search(scope["query_string"])
    return named[1].decode() if named else ""


def language_of(scope: Scope, headers: Headers) -> str:
    """Return the language in which a request is answered."""
    if named := named_language(scope):
        return named
    chosen = _IN_COOKIES.search(headers.get("cookie", ""))
    return chosen[1] if chosen else accepted(headers.get("accept-language", ""))
