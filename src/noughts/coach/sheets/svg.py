"""A page of a sheet as SVG."""

from __future__ import annotations

from noughts.coach.sheets.layout import HEIGHT, WIDTH, Page, Path, Words
from noughts.core.pictures.strokes import path
from noughts.core.pictures.svg import escaped


def svg_of(page: Page) -> str:
    """The page as a picture of A4.

    >>> svg_of(()).startswith("<svg")
    True
    """
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}mm" height="{HEIGHT}mm" font-family="Helvetica, Arial, sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        *map(_drawn, page),
        "</svg>",
    )
    return "\n".join(parts) + "\n"


def _drawn(item: Path | Words) -> str:
    match item:
        case Path():
            return (
                f'<path d="{path(item.stroke)}" fill="none" stroke="{item.colour}" '
                f'stroke-width="{item.width:.2f}" stroke-linecap="round"/>'
            )
        case Words():
            anchor = ' text-anchor="middle"' if item.centred else ""
            return (
                f'<text x="{item.x:.2f}" y="{item.y:.2f}" font-size="{item.size}" '
                f'fill="{item.colour}"{anchor}>{escaped(item.text)}</text>'
            )
