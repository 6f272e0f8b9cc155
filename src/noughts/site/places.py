"""Where a site of static files has what is at an address of a server.

A page that was written when the site was built is a folder, below that of its language; English is
at the root. Everything else is one page, `page/`, with the address as its query, which the engine
answers. `static/places.js` does the same for what comes from the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from noughts.wording.language import ENGLISH

SHELL = "page/"
_STATIC = "/static/"


def home(language: str) -> str:
    """Return the folder of a language, below the root of a site."""
    return "" if language == ENGLISH else f"{language}/"


@dataclass(frozen=True, slots=True)
class Places:
    """The folder of a site's scripts and styles, and the addresses of the pages that are built."""

    static: str
    built: tuple[str, ...]

    def of(self, address: str, language: str) -> str:
        """Return where an address of a server is, below the root of a site.

        >>> places = Places("static/1/", ("/", "/learn"))
        >>> places.of("/learn?x=1", "de"), places.of("/g/1/review", "en")
        ('de/learn/?x=1', 'page/?/g/1/review')
        """
        parts = urlsplit(address)
        if parts.path.startswith(_STATIC):
            return self.static + parts.path.removeprefix(_STATIC).partition("/")[2]
        place, query = f"{parts.path.strip('/')}/".lstrip("/"), parts.query
        if parts.path not in self.built:
            place, query = SHELL, parts._replace(scheme="", netloc="", fragment="").geturl()
        after = parts._replace(scheme="", netloc="", path="", query=query).geturl()
        return home(language) + place + after
