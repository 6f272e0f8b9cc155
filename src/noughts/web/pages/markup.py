"""The templates, and what they make mark-up with: for the pages, and parts that workers make."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from noughts import language
from noughts.core.mark import Mark
from noughts.core.pictures.strokes import lattice_path, stroke_paths


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
    }
    return found


def html(message: str, /, **values: object) -> Markup:
    """A sentence with mark-up of ours; the values are escaped unless they are mark-up too."""
    return Markup(language.gettext(message)).format(**values)


def _stroke_paths(side: str, left: float = 0, top: float = 0, size: float = 10) -> tuple[str, ...]:
    return stroke_paths(Mark(side), left, top, size)
