"""Positions as PNG pictures, of the size that previews of links have: jobs for the workers.

One of 3×3 takes 20 ms to draw, one of 26×26 up to 40.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from noughts.core import Mark, Position, squares
from noughts.wording.pictures.palette import BOARD, BOARD_EDGE, INK, LATTICE, MARKS, PAPER, SOFT
from noughts.wording.pictures.strokes import Stroke, lattice, points_on, strokes

if TYPE_CHECKING:
    from PIL import ImageDraw

WIDTH, HEIGHT = 1200, 630  # what most sites show whole
_SCALE = 2  # it is drawn larger and then reduced, which makes edges smooth
_LEFT, _TOP, _SIDE = 600, 55, 520  # of the board
_RIM = 22
_STEPS = 10  # straight pieces of a curve
_COLOURS = 96  # enough for the edges
# Not from the module that serves it, which would take each worker 0.5 s more to import.
_FONT = Path(__file__).parents[1] / "http" / "static" / "fonts" / "fredoka.woff2"


def board_picture(position: Position, caption: str = "") -> bytes:
    """Return a picture of a position beside the name of the game, with a caption or its size."""
    size = f"{position.rules.width}×{position.rules.height}"
    return _picture(position, partial(_draw_title, caption=caption or size))


def badge_picture(position: Position, caption: str) -> bytes:
    """Return a picture of a position beside a medal and what it is for."""
    return _picture(position, partial(_draw_medal, caption=caption))


def _picture(position: Position, draw_beside: Callable[[ImageDraw.ImageDraw], None]) -> bytes:
    from PIL import Image, ImageDraw  # 0.1 s, which nothing else waits for

    image = Image.new("RGB", (WIDTH * _SCALE, HEIGHT * _SCALE), PAPER)  # 9 MB
    draw = ImageDraw.Draw(image)
    draw_beside(draw)
    _draw_board(draw, position)
    small = image.reduce(_SCALE).quantize(_COLOURS, Image.Quantize.FASTOCTREE)
    out = BytesIO()
    small.save(out, "PNG")
    return out.getvalue()


def _draw_title(draw: ImageDraw.ImageDraw, caption: str) -> None:
    for mark, left in ((Mark.O, 80), (Mark.X, 225)):
        _draw_strokes(draw, strokes(mark, left, 90, 135), 26, MARKS[mark])
    # A short word is large; a sentence takes up to three lines beside the board.
    height = 60 if len(caption) < 8 else 46
    lines = fill(caption, 20).split("\n")
    for text, top, tall, weight, colour in (
        ("noughts", 265, 92, 650, INK),
        ("and crosses", 355, 76, 450, SOFT),
        *((line, 460 + 50 * at, height, 600, INK) for at, line in enumerate(lines)),
    ):
        _write(draw, text, top, tall, weight, colour)


def _draw_medal(draw: ImageDraw.ImageDraw, caption: str) -> None:
    """Draw a medal on a ribbon, with both marks, and below it what it is for."""
    x, y, radius = 270, 225, 105
    for foot, mark in ((x - 95, Mark.O), (x + 95, Mark.X)):
        top, end = (x - 0.3 * (x - foot), 60), (foot + 0.9 * (x - foot), y)
        _draw_strokes(draw, [[top, top, end, end]], 62, MARKS[mark])
    for size, colour in ((radius + 12, BOARD_EDGE), (radius, BOARD)):
        corners = (x - size, y - size, x + size, y + size)
        draw.ellipse([at * _SCALE for at in corners], fill=colour)
    for mark, left in ((Mark.O, x - 80), (Mark.X, x + 6)):
        _draw_strokes(draw, strokes(mark, left, y - 37, 74), 15, MARKS[mark])
    for at, line in enumerate(fill(caption, 16).split("\n")):
        _write(draw, line, 370 + 72 * at, 68, 650, INK)
    _write(draw, "noughts and crosses", 540, 36, 450, SOFT)


def _write(
    draw: ImageDraw.ImageDraw, text: str, top: int, height: int, weight: int, colour: str
) -> None:
    """Write a line of text beside the board."""
    from PIL import ImageFont

    font = ImageFont.truetype(_FONT, height * _SCALE)
    font.set_variation_by_axes([weight])
    draw.text((80 * _SCALE, top * _SCALE), text, font=font, fill=colour)


def _draw_board(draw: ImageDraw.ImageDraw, position: Position) -> None:
    """Draw the board on its tile, as large as it goes."""
    rules, outcome = position.rules, position.outcome
    cell = (_SIDE - 2 * _RIM) / max(rules.width, rules.height)
    width, height = cell * rules.width, cell * rules.height
    left, top = _LEFT + (_SIDE - width) / 2, _TOP + (_SIDE - height) / 2

    def draw_on_board(drawn: list[Stroke], thickness: float, colour: str) -> None:
        placed = [[(left + x * cell, top + y * cell) for x, y in stroke] for stroke in drawn]
        _draw_strokes(draw, placed, thickness, colour)

    for lower, colour in ((10, BOARD_EDGE), (0, BOARD)):
        right, bottom = left + width + _RIM, top + height + _RIM + lower
        box = (left - _RIM, top - _RIM + lower, right, bottom)
        draw.rounded_rectangle([round(at * _SCALE) for at in box], 48 * _SCALE, fill=colour)
    draw_on_board(lattice(rules.width, rules.height), min(6.0, cell / 12), LATTICE)
    lines = outcome.lines if outcome is not None else ()
    for line in lines:
        ends = (divmod(square, rules.width) for square in (line[0], line[-1]))
        start, end = ((column + 0.5, row + 0.5) for row, column in ends)
        draw_on_board([[start, start, end, end]], cell * 0.82, MARKS[position.turn.other])
    winning = {square for line in lines for square in line}
    for mark in Mark:
        for square in squares(position.marks(mark)):
            row, column = divmod(square, rules.width)
            colour = PAPER if square in winning else MARKS[mark]
            draw_on_board(strokes(mark, column + 0.2, row + 0.2, 0.6), cell * 0.09, colour)


def _draw_strokes(
    draw: ImageDraw.ImageDraw, drawn: list[Stroke], width: float, colour: str
) -> None:
    """Draw strokes with round ends, which Pillow does not offer."""
    radius = width * _SCALE / 2
    for stroke in drawn:
        points = [(x * _SCALE, y * _SCALE) for x, y in points_on(stroke, _STEPS)]
        draw.line(points, colour, round(2 * radius), joint="curve")
        for x, y in (points[0], points[-1]):
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)
