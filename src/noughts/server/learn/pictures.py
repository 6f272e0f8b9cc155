"""Cards as PNG pictures, for previews of links and badges, and films as GIF: jobs for the workers.

A card of 3×3 takes 20 ms to draw, one of 26×26 up to 40.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.core import Game, Position
from noughts.wording.pictures import card, film
from noughts.wording.pictures.card import badge_card, board_card
from noughts.wording.pictures.film import film_of
from noughts.wording.pictures.palette import PAPER
from noughts.wording.pictures.shapes import Disc, Pen, Shape, Tile, Words
from noughts.wording.pictures.strokes import points_on

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

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


def game_film(game: Game) -> bytes:
    """Return a game as a film that goes on for ever."""
    from PIL import Image

    frames = list(film_of(game))
    size = film.WIDTH, film.HEIGHT
    # Of the end, which has all colours; each frame of its own would flicker, and be larger.
    (last,) = _drawings(size, [chain.from_iterable(frame.shapes for frame in frames)])
    palette = last.quantize(_COLOURS, Image.Quantize.FASTOCTREE)
    drawn = (
        picture.quantize(palette=palette, dither=Image.Dither.NONE)
        for picture in _drawings(size, (frame.shapes for frame in frames))
    )
    out = BytesIO()
    next(drawn).save(
        out,
        "GIF",
        save_all=True,
        append_images=drawn,
        duration=[round(1_000 * frame.seconds) for frame in frames],
        loop=0,
    )
    return out.getvalue()


def _picture(shapes: list[Shape]) -> bytes:
    from PIL import Image

    (image,) = _drawings((card.WIDTH, card.HEIGHT), [shapes])  # 9 MB while it is drawn
    out = BytesIO()
    image.quantize(_COLOURS, Image.Quantize.FASTOCTREE).save(out, "PNG")
    return out.getvalue()


def _drawings(size: tuple[int, int], drawn: Iterable[Iterable[Shape]]) -> Iterator[Image.Image]:
    """Yield a picture after each group of shapes, which are drawn over those before."""
    from PIL import Image, ImageDraw  # 0.1 s, which nothing else waits for

    width, height = size
    image = Image.new("RGB", (width * _SCALE, height * _SCALE), PAPER)
    draw = ImageDraw.Draw(image)
    for shapes in drawn:
        for shape in shapes:
            _draw(draw, shape)
        yield image.reduce(_SCALE)


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
    draw.text((words.left * _SCALE, words.top * _SCALE), words.text, font=font, fill=words.colour)


def _draw_strokes(draw: ImageDraw.ImageDraw, pen: Pen) -> None:
    """Draw strokes with round ends, which Pillow does not offer."""
    radius = pen.width * _SCALE / 2
    for stroke in pen.strokes:
        points = [(x * _SCALE, y * _SCALE) for x, y in points_on(stroke, _STEPS)]
        draw.line(points, pen.colour, round(2 * radius), joint="curve")
        for x, y in (points[0], points[-1]):
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), pen.colour)
