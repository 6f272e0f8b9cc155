"""Pages: templates, and the responses that show a page or redirect to it."""

from __future__ import annotations

from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any

from jinja2 import Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from litestar import get, post
from litestar.params import URLEncodedBody
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Redirect, Template
from litestar.template import TemplateConfig
from markupsafe import Markup
from msgspec import Meta, Struct

from noughts.core import Mark
from noughts.core.errors import IllegalAction, NoughtsError
from noughts.server.http.errors import problem_for
from noughts.server.http.identity import YEAR, ContextDep, RequestContext
from noughts.server.http.middleware import LANGUAGE_COOKIE
from noughts.server.http.static_files import ROOT, SITE, static
from noughts.wording import language
from noughts.wording.game_text import game_name
from noughts.wording.grammar import addressing, agreeing, sentence, worded
from noughts.wording.language import gettext as _
from noughts.wording.pictures.strokes import lattice_path, stroke_paths

_SUBJECTS = "http", "learn", "games", "rooms"  # each with its templates
# A path of ours: `//host` and `/\host` would lead to another site.
_PATH = r"^/([^/\\\x00-\x20][^\\\x00-\x20]*)?\Z"
_SAMPLE = "x.o_.x._o.._x_3"  # what a link to a page without a board of its own shows
_LARGE = 36  # squares
# Squares of all thumbnails on a page: 30 boards of 15×15, as in a list, or 10 of 26×26. Full ones
# are 190 kB, which take 2 ms to compress.
_MOST_DRAWN = 6_760
# Marks of two or three pixels: by hand they would take four times the bytes, and look the same.
_SIMPLE = {"x": "M{x}.2 {y}.2l.6.6m0-.6-.6.6", "o": "M{x}.5 {y}.2a.3.3 0 1 0 .01 0z"}


def site_name() -> str:
    """Return the name of the site, with the name by which most people know the game.

    >>> site_name()
    'Noughts and crosses · Tic-tac-toe'
    """
    usual = _("Tic-tac-toe")
    return f"Noughts and crosses · {usual}"


def template_config() -> TemplateConfig[JinjaTemplateEngine]:
    """Return what Litestar needs to render the templates."""
    return TemplateConfig(instance=JinjaTemplateEngine.from_environment(environment()))


def environment() -> Environment:
    """Return the templates, with what all of them call to write sentences, to link and to draw."""
    server = Path(__file__).parents[1]
    folders = {name: FileSystemLoader(server / name / "templates") for name in _SUBJECTS}
    templates = Environment(
        loader=PrefixLoader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals |= {
        "_": language.gettext,
        "_html": lambda message, /, **values: Markup(language.gettext(message)).format(**values),
        "ngettext": language.ngettext,
        "addressing": addressing,
        "agreeing": agreeing,
        "pgettext": language.pgettext,
        "language": language.current,
        "direction": language.direction,
        "languages": language.LANGUAGES,
        "script_messages": lambda: _script_messages(language.current()),
        "link": Markup('<a href="{}">{}</a>').format,
        "strong": Markup("<strong>{}</strong>").format,
        "site_name": site_name,
        "static": static,
        "lattice_path": lattice_path,
        "stroke_paths": _stroke_paths,
        "thumbnail_paths": thumbnail_paths,
        "most_drawn": _MOST_DRAWN,
    }
    return templates


@lru_cache(maxsize=len(language.LANGUAGES))
def _script_messages(code: str) -> Markup:
    """Return the translations of the scripts' messages as JSON for a page; none for English."""
    file = Path(language.LOCALES, code, "LC_MESSAGES", "scripts.json")
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return Markup(text.replace("<", "\\u003c"))  # `</script>` would end the block


def _stroke_paths(side: str, left: float = 0, top: float = 0, size: float = 10) -> tuple[str, ...]:
    return stroke_paths(Mark(side), left, top, size)


@lru_cache(maxsize=256)  # of at most 25 kB; a page lists up to 30 games, of the same few each time
def thumbnail_paths(position: str) -> tuple[int, int, bool, dict[str, str]]:
    """Return the width and height of a position of an address, if it is large, and its SVG paths.

    >>> thumbnail_paths("x._.o_x_2")[3]["x"].partition("M0.728")[0]
    'M0.266 0.278C0.392 0.374 0.596 0.584 0.734 0.734'
    """
    rows = position.split("_")[:-2]
    width, height = len(rows[0]), len(rows)
    is_large = width * height > _LARGE  # then only the edge is drawn: lines would hide the marks
    edge = f"M0 0H{width}V{height}H0Z"
    paths = {"lattice": edge if is_large else lattice_path(width, height)}
    for side in "xo":
        paths[side] = "".join(
            _SIMPLE[side].format(x=x, y=y)
            if is_large
            else "".join(_stroke_paths(side, x + 0.2, y + 0.2, 0.6))
            for y, row in enumerate(rows)
            for x, letter in enumerate(row)
            if letter == side
        )
    return width, height, is_large, paths


def page(
    context: RequestContext,
    template: str,
    title: str,
    error: NoughtsError | None = None,
    *,
    preview: str = _SAMPLE,
    **values: Any,
) -> Template:
    """Return a page; an error from a form is shown, and sets the status of the response.

    `preview` is the position in the picture that other sites show of a link to the page.
    """
    is_named = title == site_name() or title.endswith(game_name())
    shared = {
        "page_title": title if is_named else f"{title} · {game_name()}",
        "path": context.path,
        "own_room": context.room,
        "back": context.path if error is None else "/",  # a form's path may have no page
        "picture": f"{context.base_url}a/{preview}/picture.png",
        "url": f"{context.base_url}{context.path.removeprefix('/')}",
        "error": None if error is None else sentence(worded(error)),
    }
    status = HTTPStatus.OK if error is None else problem_for(error).status
    return Template(
        template, context={**shared, **values}, status_code=status, cookies=context.cookies
    )


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
async def offline(context: ContextDep) -> Template:
    """Return the page for browsers without a connection; it names no room, since they keep it."""
    return page(context, "http/offline.html", _("You're offline"), own_room="")


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
