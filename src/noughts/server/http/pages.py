"""Pages: their templates, and the responses that show or redirect to them."""

from __future__ import annotations

from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from litestar.response import Redirect, Template
from markupsafe import Markup

from noughts import language
from noughts.core.errors import NoughtsError
from noughts.core.grammar import sentence
from noughts.core.mark import Mark
from noughts.core.pictures.strokes import lattice_path, stroke_paths
from noughts.language import gettext as _
from noughts.server.http.errors import problem_for
from noughts.server.http.identity import RequestContext

_SERVER = Path(__file__).parents[1]
_SUBJECTS = "http", "learn", "games", "rooms"  # each with its templates
_LARGE = 36  # squares
# Marks of two or three pixels: by hand they would take four times the bytes, and look the same.
_SIMPLE = {
    "x": "M{x:.3g} {y:.3g}l.6 .6m0-.6l-.6 .6",
    "o": "M{x:.3g} {y:.3g}m0 .3a.3.3 0 1 0 .6 0 .3.3 0 1 0-.6 0",
}


def game_name() -> str:
    """The name of the game, in the titles of pages."""
    return _("Noughts and crosses")


def environment() -> Environment:
    """The templates, with what all of them call to write sentences and to draw."""
    found = Environment(
        loader=PrefixLoader(
            {each: FileSystemLoader(_SERVER / each / "templates") for each in _SUBJECTS}
        ),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals |= {
        "_": language.gettext,
        "_html": html,
        "ngettext": language.ngettext,
        "pgettext": language.pgettext,
        "lattice_path": lattice_path,
        "stroke_paths": _stroke_paths,
        "thumbnail_paths": thumbnail_paths,
    }
    return found


def html(message: str, /, **values: object) -> Markup:
    """A sentence with mark-up of ours; the values are escaped unless they are mark-up too."""
    return Markup(language.gettext(message)).format(**values)


@lru_cache(maxsize=256)  # of at most 25 kB; a page lists up to 30 games, of the same few each time
def thumbnail_paths(position: str) -> tuple[int, int, bool, dict[str, str]]:
    """The width and height of a position as in addresses, whether it is large, and its SVG paths.

    >>> thumbnail_paths("x._.o_x_2")[3]["x"].partition("M0.728")[0]
    'M0.266 0.278C0.392 0.374 0.596 0.584 0.734 0.734'
    """
    rows = position.split("_")[:-2]
    width, height = len(rows[0]), len(rows)
    is_large = width * height > _LARGE
    paths = {"lattice": _frame(width, height) if is_large else lattice_path(width, height)}
    for side in "xo":
        paths[side] = "".join(
            _SIMPLE[side].format(x=x + 0.2, y=y + 0.2)
            if is_large
            else "".join(_stroke_paths(side, x + 0.2, y + 0.2, 0.6))
            for y, row in enumerate(rows)
            for x, letter in enumerate(row)
            if letter == side
        )
    return width, height, is_large, paths


def _frame(width: int, height: int) -> str:
    """The edge alone: lines would hide the marks."""
    return f"M0 0H{width}V{height}H0Z"


def _stroke_paths(side: str, left: float = 0, top: float = 0, size: float = 10) -> tuple[str, ...]:
    return stroke_paths(Mark(side), left, top, size)


# What a link to a page without a board of its own shows.
_SAMPLE = "x.o_.x._o.._x_3"


def page(
    context: RequestContext,
    template: str,
    title: str,
    error: NoughtsError | None = None,
    *,
    preview: str = _SAMPLE,
    **values: Any,
) -> Template:
    """A page; an error from a form is shown, and sets the status of the response.

    `preview` is the position in the picture that other sites show of a link to the page.
    """
    titled = title if title.endswith(game_name()) else f"{title} · {game_name()}"
    shared = {
        "page_title": titled,
        "path": context.path,
        "own_room": context.room,
        "back": context.path if error is None else "/",  # a form's path may have no page
        "picture": f"{context.base_url}a/{preview}/picture.png",
        "url": f"{context.base_url}{context.path.removeprefix('/')}",
        "error": None if error is None else sentence(str(error)),
    }
    status = HTTPStatus.OK if error is None else problem_for(error).status
    return Template(
        template, context={**shared, **values}, status_code=status, cookies=context.cookies
    )


def redirect(path: str, context: RequestContext | None = None) -> Redirect:
    """Send the browser to another page; a context sets the cookie of a new visitor."""
    return Redirect(path, status_code=303, cookies=None if context is None else context.cookies)
