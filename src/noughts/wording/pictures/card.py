"""A position on a card: its board beside a title or a medal, of the size that previews have.

A card is a list of shapes, which is written as SVG here, and as PNG by the server.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import fill
from typing import TypeAlias

from noughts.core import Mark, Position, squares
from noughts.wording.pictures.palette import BOARD, BOARD_EDGE, INK, LATTICE, MARKS, PAPER, SOFT
from noughts.wording.pictures.strokes import Stroke, lattice, path, strokes
from noughts.wording.pictures.svg import escaped

WIDTH, HEIGHT = 1200, 630  # what most sites show whole
MARGIN = 80  # left of the words

_LEFT, _TOP, _SIDE = 600, 55, 520  # of the board
_RIM = 22
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
    """A line of type from the margin on; `top` is where the line begins, above its letters."""

    text: str
    top: float
    height: float
    weight: int
    colour: str


Shape: TypeAlias = Tile | Disc | Pen | Words


def board_card(position: Position, caption: str = "") -> list[Shape]:
    """Return a position beside the name of the game, with a caption or its size."""
    size = f"{position.rules.width}×{position.rules.height}"
    return [*_title(caption or size), *_board(position)]


def badge_card(position: Position, caption: str) -> list[Shape]:
    """Return a position beside a medal and what it is for."""
    return [*_medal(caption), *_board(position)]


def _title(caption: str) -> Iterator[Shape]:
    for mark, left in ((Mark.O, MARGIN), (Mark.X, 225)):
        yield Pen(strokes(mark, left, 90, 135), 26, MARKS[mark])
    yield Words("noughts", 265, 92, 650, INK)
    yield Words("and crosses", 355, 76, 450, SOFT)
    # A short word is large; a sentence takes up to three lines beside the board.
    height = 60 if len(caption) < 8 else 46
    for at, line in enumerate(fill(caption, 20).split("\n")):
        yield Words(line, 460 + 50 * at, height, 600, INK)


def _medal(caption: str) -> Iterator[Shape]:
    """Yield a medal on a ribbon, with both marks, and below it what it is for."""
    x, y, radius = 270, 225, 105
    for foot, mark in ((x - 95, Mark.O), (x + 95, Mark.X)):
        top, end = (x - 0.3 * (x - foot), 60), (foot + 0.9 * (x - foot), y)
        yield Pen([[top, top, end, end]], 62, MARKS[mark])
    yield Disc(x, y, radius + 12, BOARD_EDGE)
    yield Disc(x, y, radius, BOARD)
    for mark, left in ((Mark.O, x - 80), (Mark.X, x + 6)):
        yield Pen(strokes(mark, left, y - 37, 74), 15, MARKS[mark])
    for at, line in enumerate(fill(caption, 16).split("\n")):
        yield Words(line, 370 + 72 * at, 68, 650, INK)
    yield Words("noughts and crosses", 540, 36, 450, SOFT)


def _board(position: Position) -> Iterator[Shape]:
    """Yield the board on its tile, as large as it goes."""
    rules, outcome = position.rules, position.outcome
    cell = (_SIDE - 2 * _RIM) / max(rules.width, rules.height)
    width, height = cell * rules.width, cell * rules.height
    left, top = _LEFT + (_SIDE - width) / 2, _TOP + (_SIDE - height) / 2

    def on_board(drawn: list[Stroke], thickness: float, colour: str) -> Pen:
        """Return strokes that are given in squares from the corner of the board."""
        placed = [[(left + x * cell, top + y * cell) for x, y in stroke] for stroke in drawn]
        return Pen(placed, thickness, colour)

    for lower, colour in ((10, BOARD_EDGE), (0, BOARD)):
        right, bottom = left + width + _RIM, top + height + _RIM + lower
        yield Tile(left - _RIM, top - _RIM + lower, right, bottom, colour)
    yield on_board(lattice(rules.width, rules.height), min(6.0, cell / 12), LATTICE)
    lines = outcome.lines if outcome is not None else ()
    for line in lines:
        ends = (divmod(square, rules.width) for square in (line[0], line[-1]))
        start, end = ((column + 0.5, row + 0.5) for row, column in ends)
        yield on_board([[start, start, end, end]], cell * 0.82, MARKS[position.turn.other])
    winning = {square for line in lines for square in line}
    for mark in Mark:
        for square in squares(position.marks(mark)):
            row, column = divmod(square, rules.width)
            colour = PAPER if square in winning else MARKS[mark]
            yield on_board(strokes(mark, column + 0.2, row + 0.2, 0.6), cell * 0.09, colour)


def svg_of(card: list[Shape]) -> str:
    """Return a card as an SVG picture.

    >>> from noughts import Rules
    >>> svg_of(board_card(Rules().start())).count("</text>")
    3
    """
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" font-family="Fredoka, system-ui, sans-serif">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
            *map(_drawn, card),
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
        case Words(text, top, height, weight, colour):
            return (
                f'<text x="{MARGIN}" y="{top + _ASCENT * height:.0f}" font-size="{height:g}" '
                f'font-weight="{weight}" textLength="{_LETTER * height * len(text):.0f}" '
                f'lengthAdjust="spacingAndGlyphs" fill="{colour}">{escaped(text)}</text>'
            )
