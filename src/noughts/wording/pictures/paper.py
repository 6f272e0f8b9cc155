"""Pages of A4 to print: curves and lines of type in millimetres, written as SVG here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from noughts.core import Mark, Position, squares
from noughts.wording.pictures.palette import INK, MARKS, SOFT
from noughts.wording.pictures.strokes import Stroke, lattice, path, strokes
from noughts.wording.pictures.svg import escaped

WIDTH, HEIGHT = 210, 297  # of A4
CHARACTERS = 2.15  # a millimetre of a line, where type is 1 mm high


@dataclass(frozen=True, slots=True)
class Path:
    """A curve drawn by a pen."""

    stroke: Stroke
    colour: str
    width: float


@dataclass(frozen=True, slots=True)
class Words:
    """A line of type on a baseline; `x` is its left end or, if it is centred, its middle."""

    text: str
    x: float
    y: float
    size: float
    colour: str = INK
    centred: bool = False


Page: TypeAlias = tuple[Path | Words, ...]


def board(position: Position, left: float, top: float, side: float) -> Iterator[Path]:
    """Yield a board and its marks, with squares of this side."""
    rules = position.rules
    for stroke in lattice(rules.width, rules.height):
        yield Path([(left + x * side, top + y * side) for x, y in stroke], SOFT, 0.35)
    for mark in Mark:
        for square in squares(position.marks(mark)):
            row, column = divmod(square, rules.width)
            corner = left + (column + 0.2) * side, top + (row + 0.2) * side
            for stroke in strokes(mark, *corner, 0.6 * side):
                yield Path(stroke, MARKS[mark], 0.07 * side)


def svg_of(page: Page) -> str:
    """Return the page as a picture of A4.

    >>> svg_of(()).startswith("<svg")
    True
    """
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}mm" height="{HEIGHT}mm" font-family="Helvetica, Arial, sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for item in page:
        match item:
            case Path():
                parts.append(
                    f'<path d="{path(item.stroke)}" fill="none" stroke="{item.colour}" '
                    f'stroke-width="{item.width:.2f}" stroke-linecap="round"/>'
                )
            case Words():
                anchor = ' text-anchor="middle"' if item.centred else ""
                parts.append(
                    f'<text x="{item.x:.2f}" y="{item.y:.2f}" font-size="{item.size}" '
                    f'fill="{item.colour}"{anchor}>{escaped(item.text)}</text>'
                )
    return "\n".join([*parts, "</svg>"]) + "\n"
