"""A page as a value: a template with what it shows. Whoever has an address responds with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from noughts.core.errors import NoughtsError
from noughts.views.base import plain
from noughts.wording.game_text import game_name
from noughts.wording.grammar import sentence, worded
from noughts.wording.language import gettext as _

_SAMPLE = "x.o_.x._o.._x_3"  # what a link to a page without a board of its own shows


def preview(position: str) -> str:
    """Return the path of the picture of a position."""
    return f"a/{position}/picture.png"


def site_name() -> str:
    """Return the name of the site, with the name by which most people know the game.

    >>> site_name()
    'Noughts and crosses · Tic-tac-toe'
    """
    usual = _("Tic-tac-toe")
    return f"Noughts and crosses · {usual}"


@dataclass(frozen=True, slots=True)
class Page:
    """A template with the values that it shows, its title, and perhaps an error from a form.

    Other sites show the `picture` at this path, below the site's address, with a link to the page.
    """

    template: str
    title: str
    values: Mapping[str, Any] = field(default_factory=dict)
    error: NoughtsError | None = None
    picture: str = preview(_SAMPLE)

    def context(self, path: str, base_url: str) -> dict[str, Any]:
        """Return what the template is rendered with, at a path of the site of an address."""
        is_named = self.title == site_name() or self.title.endswith(game_name())
        shared = {
            "page_title": self.title if is_named else f"{self.title} · {game_name()}",
            "path": path,
            "back": path if self.error is None else "/",  # a form's path may have no page
            "base_url": base_url,
            "picture": f"{base_url}{self.picture}" if self.picture else "",
            "url": f"{base_url}{path.removeprefix('/')}",
            "error": None if self.error is None else sentence(worded(self.error)),
        }
        return {**shared, **self.values}


def state_of(view: Any) -> Any:
    """Return a view as the script of its page reads it."""
    return json.loads(json.dumps(view, default=plain))
