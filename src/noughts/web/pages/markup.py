"""The templates, and what they make mark-up with: for the pages, and parts that workers make."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from noughts import language
from noughts.core.mark import Mark
from noughts.core.pictures.strokes import lattice_path, stroke_paths

_LARGE = 36  # squares
# Marks of two or three pixels: by hand they would take four times the bytes, and look the same.
_SIMPLE = {
    "x": "M{x:.3g} {y:.3g}l.6 .6m0-.6l-.6 .6",
    "o": "M{x:.3g} {y:.3g}m0 .3a.3.3 0 1 0 .6 0 .3.3 0 1 0-.6 0",
}


def environment() -> Environment:
    """The templates, with what all of them call to write sentences and to draw."""
    found = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
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
