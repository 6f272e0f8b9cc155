"""Shapes, of which pictures to share are made: written as SVG here, drawn in pixels elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from noughts.wording.pictures.strokes import Stroke, path
from noughts.wording.pictures.svg import escaped

MARGIN: Final = 80  # left of the words of a card

# Of the typeface of the pages: from the top of a line to its baseline, and a letter's usual width.
# A picture in a page cannot have a typeface of its own, and another would run into the board.
_ASCENT, _LETTER = 0.974, 0.48


@dataclass(frozen=True, slots=True)
class Tile:
    """A rectangle with round corners."""

    left: float
    top: float
    right: float
    bottom: float
    colour: str
    radius: float = 48


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    x: float
    y: float
    radius: float
    colour: str


@dataclass(frozen=True, slots=True)
class Pen:
    """Strokes with round ends."""

    strokes: list[Stroke]
    width: float
    colour: str


@dataclass(frozen=True, slots=True)
class Words:
    """A line of type; `top` is where the line begins, above its letters."""

    text: str
    top: float
    height: float
    weight: int
    colour: str
    left: float = MARGIN


Shape: TypeAlias = Tile | Disc | Pen | Words


def svg_of(shapes: Iterable[Shape], width: float, height: float, paper: str) -> str:
    """Return shapes on paper of a colour as an SVG picture; on none if it is empty.

    >>> svg_of([Disc(5, 5, 4, "#000")], 10, 10, "").count("<circle")
    1
    """
    ground = f'<rect width="{width}" height="{height}" fill="{paper}"/>' if paper else ""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" font-family="Fredoka, system-ui, sans-serif">',
            ground,
            *map(_drawn, shapes),
            "</svg>\n",
        ]
    )


def _drawn(shape: Shape) -> str:
    match shape:
        case Tile(left, top, right, bottom, colour, radius):
            return (
                f'<rect x="{left:g}" y="{top:g}" width="{right - left:g}" '
                f'height="{bottom - top:g}" rx="{radius:g}" fill="{colour}"/>'
            )
        case Disc(x, y, radius, colour):
            return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>'
        case Pen(drawn, width, colour):
            return (
                f'<path d="{"".join(map(path, drawn))}" fill="none" stroke="{colour}" '
                f'stroke-width="{width:.2f}" stroke-linecap="round"/>'
            )
        case Words(text, top, height, weight, colour, left):
            return (
                f'<text x="{left:g}" y="{top + _ASCENT * height:.0f}" font-size="{height:g}" '
                f'font-weight="{weight}" textLength="{_LETTER * height * len(text):.0f}" '
                f'lengthAdjust="spacingAndGlyphs" fill="{colour}">{escaped(text)}</text>'
            )
