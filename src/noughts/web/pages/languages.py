"""The languages of the pages: the switch, and what the templates need."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from litestar import Controller, post
from litestar.params import URLEncodedBody
from litestar.response import Redirect
from markupsafe import Markup
from msgspec import Meta, Struct

from noughts import language
from noughts.core.errors import IllegalAction
from noughts.language import LANGUAGES, LOCALES
from noughts.language import gettext as _
from noughts.web.middleware.dependencies import ContextDep
from noughts.web.middleware.language import cookie

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
