"""A search after a step as a part of a page, which takes 10 ms to make: a job for a worker."""

from __future__ import annotations

from functools import cache

from jinja2 import Template

from noughts.coach.minimax import MOST_EMPTY
from noughts.core.position import Position
from noughts.web.pages.markup import environment
from noughts.web.services import learn
from noughts.web.views.minimax import minimax_view

LONGEST = 40  # characters of a position that is typed


def render(position: Position, step: int, prunes: bool, typed: str = "", error: str = "") -> str:
    """A search after a step, perhaps below what was typed and is no position to search."""
    return _template().render(
        shown=minimax_view(position, step, prunes=prunes),
        typed=typed or position.url,
        error=error,
        longest=LONGEST,
        pruning="on" if prunes else "off",
        positions=learn.positions(),
        most=MOST_EMPTY,
    )


@cache
def _template() -> Template:
    return environment().get_template("learn/search.html")
