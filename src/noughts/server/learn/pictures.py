"""Cards as PNG pictures, which previews of links and badges are: jobs for the workers.

One of 3×3 takes 20 ms to draw, one of 26×26 up to 40.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.core import Position
from noughts.wording.pictures.card import (
    HEIGHT,
    MARGIN,
    WIDTH,
    Disc,
    Pen,
    Shape,
    Tile,
    Words,
    badge_card,
    board_card,
)
from noughts.wording.pictures.palette import PAPER
from noughts.wording.pictures.strokes import points_on

if TYPE_CHECKING:
    from PIL import ImageDraw

_SCALE = 2  # it is drawn larger and then reduced, which makes edges smooth
_STEPS = 10  # straight pieces of a curve
_COLOURS = 96  # enough for the edges
# Not from the module that serves it, which would take each worker 0.5 s more to import.
_FONT = Path(__file__).parents[1] / "http" / "static" / "fonts" / "fredoka.woff2"


def board_picture(position: Position, caption: str = "") -> bytes:
    """Return a picture of a position beside the name of the game, with a caption or its size."""
    return _picture(board_card(position, caption))


def badge_picture(position: Position, caption: str) -> bytes:
    """Return a picture of a position beside a medal and what it is for."""
    return _picture(badge_card(position, caption))


def _picture(card: list[Shape]) -> bytes:
    from PIL import Image, ImageDraw  # 0.1 s, which nothing else waits for

    image = Image.new("RGB", (WIDTH * _SCALE, HEIGHT * _SCALE), PAPER)  # 9 MB
    draw = ImageDraw.Draw(image)
    for shape in card:
        _draw(draw, shape)
    small = image.reduce(_SCALE).quantize(_COLOURS, Image.Quantize.FASTOCTREE)
    out = BytesIO()
    small.save(out, "PNG")
    return out.getvalue()


def _draw(draw: ImageDraw.ImageDraw, shape: Shape) -> None:
    match shape:
        case Tile(left, top, right, bottom, colour, radius):
            box = [round(at * _SCALE) for at in (left, top, right, bottom)]
            draw.rounded_rectangle(box, radius * _SCALE, fill=colour)
        case Disc(x, y, radius, colour):
            corners = (x - radius, y - radius, x + radius, y + radius)
            draw.ellipse([at * _SCALE for at in corners], fill=colour)
        case Pen():
            _draw_strokes(draw, shape)
        case Words():
            _write(draw, shape)


def _write(draw: ImageDraw.ImageDraw, words: Words) -> None:
    from PIL import ImageFont

    font = ImageFont.truetype(_FONT, words.height * _SCALE)
    font.set_variation_by_axes([words.weight])
    draw.text((MARGIN * _SCALE, words.top * _SCALE), words.text, font=font, fill=words.colour)


def _draw_strokes(draw: ImageDraw.ImageDraw, pen: Pen) -> None:
    """Draw strokes with round ends, which Pillow does not offer."""
    radius = pen.width * _SCALE / 2
    for stroke in pen.strokes:
        points = [(x * _SCALE, y * _SCALE) for x, y in points_on(stroke, _STEPS)]
        draw.line(points, pen.colour, round(2 * radius), joint="curve")
        for x, y in (points[0], points[-1]):
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), pen.colour)
