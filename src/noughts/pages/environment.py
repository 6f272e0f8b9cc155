"""The templates, with what all of them call to write sentences, to link and to draw."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    ModuleLoader,
    StrictUndefined,
)
from markupsafe import Markup

from noughts.core import Mark
from noughts.pages.page import site_name
from noughts.wording import language
from noughts.wording.grammar import addressing, agreeing
from noughts.wording.pictures.strokes import lattice_path, stroke_paths

_FOLDER = Path(__file__).with_name("templates")
# The same as Python's modules, which only the library of a site has (`site/engine.py`).
COMPILED = _FOLDER.with_name("compiled")
_LARGE = 36  # squares
# Squares of all thumbnails on a page: 30 boards of 15×15, as in a list, or 10 of 26×26. Full ones
# are 190 kB, which take 2 ms to compress.
_MOST_DRAWN = 6_760
# Marks of two or three pixels: by hand they would take four times the bytes, and look the same.
_SIMPLE = {"x": "M{x}.2 {y}.2l.6.6m0-.6-.6.6", "o": "M{x}.5 {y}.2a.3.3 0 1 0 .01 0z"}


@dataclass(frozen=True, slots=True)
class Site:
    """A site of files, where pages are answered in the browser; people meet on a `server`."""

    server: str = ""  # its address, if there is one


@dataclass(frozen=True, slots=True)
class Offline:
    """A site of files that a server offers for when there is no connection."""

    root: str  # where it is
    size: int  # bytes that a browser keeps, besides some pages

    def home(self, code: str) -> str:
        """Return the address of the site in a language."""
        return self.root + ("" if code == language.ENGLISH else f"{code}/")

    @property
    def megabytes(self) -> str:
        """The size, as people read it."""
        return f"{self.size / 1e6:.1f}".replace(".", language.decimal_sign())


def environment(*others: BaseLoader, **called: Any) -> Environment:
    """Return the templates, and others, with what they call besides.

    Whole pages call `static` to link to styles and scripts, and look at the `site` without a server
    of their own, if they belong to one. Those of a server look at the site that is for `offline`.
    """
    own = ModuleLoader(COMPILED) if COMPILED.exists() else FileSystemLoader(_FOLDER)
    templates = Environment(
        loader=ChoiceLoader([own, *others]),
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
        "command": Markup("<code>{}</code>").format,
        "site_name": site_name,
        "lattice_path": lattice_path,
        "stroke_paths": _stroke_paths,
        "thumbnail_paths": thumbnail_paths,
        "most_drawn": _MOST_DRAWN,
        "site": None,
        "offline": None,
        **called,
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
