"""Responses of the page handlers: a page, or a redirect."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from litestar.response import Redirect, Template

from noughts.core.errors import NoughtsError
from noughts.online.games.text import NAME
from noughts.web.middleware.errors import problem_for
from noughts.web.middleware.identity import RequestContext


def page(
    context: RequestContext,
    template: str,
    title: str,
    error: NoughtsError | None = None,
    **values: Any,
) -> Template:
    """A page; an error from a form is shown, and sets the status of the response."""
    titled = title if title.endswith(NAME) else f"{title} · {NAME}"
    shared = {
        "page_title": titled,
        "path": context.path,
        "error": None if error is None else str(error),
    }
    status = HTTPStatus.OK if error is None else problem_for(error).status
    return Template(template, context={**shared, **values}, status_code=status)


def redirect(path: str, context: RequestContext | None = None) -> Redirect:
    """Send the browser to another page; a context sets the cookie of a new visitor."""
    return Redirect(path, status_code=303, cookies=None if context is None else context.cookies)
