"""Responses of the page handlers: a page, or a redirect."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from litestar.response import Redirect, Template

from noughts.core.errors import NoughtsError
from noughts.core.grammar import sentence
from noughts.online.games.text import game_name
from noughts.web.middleware.errors import problem_for
from noughts.web.middleware.identity import RequestContext

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
