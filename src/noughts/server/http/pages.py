"""Pages as responses of the server, which also have its API and rooms."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path
from typing import Annotated

from jinja2 import FileSystemLoader, PrefixLoader
from litestar import get, post
from litestar.params import FromQuery, URLEncodedBody
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Redirect, Template
from litestar.template import TemplateConfig
from msgspec import Meta, Struct

from noughts.core.errors import IllegalAction
from noughts.pages.environment import Offline, environment
from noughts.pages.listed import listed_pages
from noughts.pages.page import Page
from noughts.server.http.errors import problem_for
from noughts.server.http.identity import YEAR, ContextDep, RequestContext
from noughts.server.http.language import LANGUAGE_COOKIE
from noughts.server.http.static_files import ROOT, SITE, static
from noughts.wording import language
from noughts.wording.language import gettext as _

_SUBJECTS = "http", "rooms"  # each with templates of its own
# A path of ours: `//host` and `/\host` would lead to another site.
_PATH = r"^/([^/\\\x00-\x20][^\\\x00-\x20]*)?\Z"


def template_config(
    site: Offline | None, *, is_private: bool
) -> TemplateConfig[JinjaTemplateEngine]:
    """Return what Litestar needs to render the templates; they may offer a site.

    A server that `is_private` listens to its own machine only.
    """
    server = Path(__file__).parents[1]
    folders = {name: FileSystemLoader(server / name / "templates") for name in _SUBJECTS}
    templates = environment(
        PrefixLoader(folders), static=static, offline=site, is_private=is_private
    )
    return TemplateConfig(instance=JinjaTemplateEngine.from_environment(templates))


def respond(context: RequestContext, page: Page) -> Template:
    """Return a page as a response; an error from a form sets its status.

    A cookie remembers the language that its address names.
    """
    shown = {
        "own_room": context.room,
        "named_language": context.language,
        "is_listed": context.path in listed_pages(),
        **page.context(context.path, context.base_url),
    }
    status = HTTPStatus.OK if page.error is None else problem_for(page.error).status
    cookies = context.cookies
    if context.language:
        cookies = *cookies, context.cookie(LANGUAGE_COOKIE, context.language, YEAR)
    return Template(page.template, context=shown, status_code=status, cookies=cookies)


def redirect(path: str, context: RequestContext | None = None) -> Redirect:
    """Send the browser to another page; a context sets the cookie of a new visitor."""
    return Redirect(path, status_code=303, cookies=None if context is None else context.cookies)


@get("/service-worker.js", include_in_schema=False, media_type="text/javascript")
async def service_worker() -> Template:
    """Return the script that keeps the page `/offline`, and what the layout of every page loads."""
    needed = [static(name) for name in (SITE, "fonts/fredoka.woff2", "icons/favicon.svg")]
    context = {"root": ROOT, "needed": needed}
    return Template("http/service_worker.js", context=context, media_type="text/javascript")


@get("/offline", include_in_schema=False)
async def offline(context: ContextDep, plays: FromQuery[bool] = False) -> Template:
    """Return the page for browsers without a connection, which may have kept the site that plays.

    It names no room, since they keep it.
    """
    shown = {"own_room": "", "plays": plays}
    return respond(context, Page("offline.html", _("You're offline"), shown))


class LanguageForm(Struct, frozen=True):
    """The chosen language, and the page that it was chosen on."""

    language: str
    back: Annotated[str, Meta(pattern=_PATH, max_length=2_000)] = "/"


@post("/language", include_in_schema=False)
async def choose_language(context: ContextDep, data: URLEncodedBody[LanguageForm]) -> Redirect:
    """Switch the language, which a cookie remembers."""
    if data.language not in language.LANGUAGES:
        raise IllegalAction(_("There's no such language here"))
    chosen = context.cookie(LANGUAGE_COOKIE, data.language, YEAR)
    return Redirect(data.back, status_code=303, cookies=[chosen])
