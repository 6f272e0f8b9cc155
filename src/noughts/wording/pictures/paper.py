"""Pages of A4 to print: curves and lines of type in millimetres, written as SVG or as PDF.

PDF needs the extra `noughts[print]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from noughts.core import Mark, Position, squares
from noughts.core.extras import extra
from noughts.wording.pictures.palette import INK, MARKS, SOFT
from noughts.wording.pictures.strokes import Stroke, lattice, path, strokes
from noughts.wording.pictures.svg import escaped

WIDTH, HEIGHT = 210, 297  # of A4
CHARACTERS = 2.15  # a millimetre of a line, where type is 1 mm high

_POINTS = 72 / 25.4  # to the millimetre


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


def pdf_of(pages: Sequence[Page], title: str) -> bytes:
    """Return the pages as a document, drawn with lines rather than dots; raises MissingExtra."""
    with extra("print"):
        from fpdf import FPDF

    document = FPDF(format="A4", unit="mm")
    document.set_auto_page_break(auto=False)
    document.set_title(title)
    document.core_fonts_encoding = "cp1252"  # which has dashes and quotation marks
    for page in pages:
        document.add_page()
        for item in page:
            match item:
                case Path():
                    start, *points = item.stroke
                    with document.new_path() as drawn:
                        drawn.style.auto_close = False
                        drawn.style.fill_color = None
                        drawn.style.stroke_color = item.colour
                        drawn.style.stroke_width = item.width
                        drawn.style.stroke_cap_style = "round"
                        drawn.move_to(*start)
                        for at in range(0, len(points), 3):
                            first, second, end = points[at : at + 3]
                            drawn.curve_to(*first, *second, *end)
                case Words():
                    # What the standard fonts lack, and no sentence of ours needs, becomes a "?".
                    text = item.text.encode("cp1252", "replace").decode("cp1252")
                    document.set_font("Helvetica", size=item.size * _POINTS)
                    document.set_text_color(item.colour)
                    width = document.get_string_width(text) if item.centred else 0
                    document.text(item.x - width / 2, item.y, text)
    return bytes(document.output())
