"""Positions as PNG pictures, of the size that previews of links have."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from threading import Lock

from PIL import Image, ImageDraw, ImageFont

from noughts.core.bits import Move, squares
from noughts.core.mark import Mark
from noughts.core.pictures.palette import BOARD, BOARD_EDGE, INK, LATTICE, MARKS, PAPER, SOFT
from noughts.core.pictures.strokes import Point, Stroke, lattice, strokes
from noughts.core.position import Position
from noughts.server.http.static_files import FOLDER

WIDTH, HEIGHT = 1200, 630  # what most sites show whole
_SCALE = 2  # it is drawn larger and then reduced, which makes edges smooth
_LEFT, _TOP, _SIDE = 600, 55, 520  # of the board
_RIM = 22
_STEPS = 10  # straight pieces of a curve
_COLOURS = 96  # enough for the edges
_one_at_a_time = Lock()  # each takes 9 MB while it is drawn


@lru_cache(maxsize=256)  # of some 12 kB
def board_picture(position: Position) -> bytes:
    """A picture of a position beside the name of the game."""
    with _one_at_a_time:
        image = Image.new("RGB", (WIDTH * _SCALE, HEIGHT * _SCALE), PAPER)
        draw = ImageDraw.Draw(image)
        _draw_title(draw, f"{position.rules.width}×{position.rules.height}")
        _Board(draw, position).draw()
        small = image.reduce(_SCALE).quantize(_COLOURS, Image.Quantize.FASTOCTREE)
    out = BytesIO()
    small.save(out, "PNG")
    return out.getvalue()


def _draw_title(draw: ImageDraw.ImageDraw, size: str) -> None:
    for mark, left in ((Mark.O, 80), (Mark.X, 225)):
        for stroke in strokes(mark, left, 90, 135):
            _draw_stroke(draw, stroke, 26, MARKS[mark])
    for text, top, height, weight, colour in (
        ("noughts", 265, 92, 650, INK),
        ("and crosses", 355, 76, 450, SOFT),
        (size, 470, 60, 600, INK),
    ):
        font = ImageFont.truetype(FOLDER / "fonts" / "fredoka.woff2", height * _SCALE)
        font.set_variation_by_axes([weight])
        draw.text((80 * _SCALE, top * _SCALE), text, font=font, fill=colour)


class _Board:
    """The board on its tile, as large as it goes."""

    def __init__(self, draw: ImageDraw.ImageDraw, position: Position) -> None:
        self._draw = draw
        self._position = position
        rules = position.rules
        self._cell = (_SIDE - 2 * _RIM) / max(rules.width, rules.height)
        self._left = _LEFT + (_SIDE - self._cell * rules.width) / 2
        self._top = _TOP + (_SIDE - self._cell * rules.height) / 2

    def draw(self) -> None:
        rules, outcome = self._position.rules, self._position.outcome
        self._draw_tile(10, BOARD_EDGE)
        self._draw_tile(0, BOARD)
        for stroke in lattice(rules.width, rules.height):
            width = min(6.0, self._cell / 12)
            _draw_stroke(self._draw, [self._at(x, y) for x, y in stroke], width, LATTICE)
        lines = outcome.lines if outcome is not None else ()
        for line in lines:
            ends = [self._centre(line[0]), self._centre(line[-1])]
            colour = MARKS[self._position.turn.other]
            _draw_stroke(self._draw, [ends[0], *ends, ends[1]], self._cell * 0.82, colour)
        winning = {square for line in lines for square in line}
        for mark in Mark:
            for square in squares(self._position.marks(mark)):
                self._draw_mark(mark, square, PAPER if square in winning else MARKS[mark])

    def _draw_tile(self, lower: int, colour: str) -> None:
        rules = self._position.rules
        (left, top), (right, bottom) = self._at(0, 0), self._at(rules.width, rules.height)
        box = (left - _RIM, top - _RIM + lower, right + _RIM, bottom + _RIM + lower)
        scaled = tuple(round(at * _SCALE) for at in box)
        self._draw.rounded_rectangle(scaled, 48 * _SCALE, fill=colour)

    def _draw_mark(self, mark: Mark, square: Move, colour: str) -> None:
        top, left = divmod(square, self._position.rules.width)
        for stroke in strokes(mark, left + 0.2, top + 0.2, 0.6):
            points = [self._at(x, y) for x, y in stroke]
            _draw_stroke(self._draw, points, self._cell * 0.09, colour)

    def _at(self, x: float, y: float) -> Point:
        return self._left + x * self._cell, self._top + y * self._cell

    def _centre(self, square: Move) -> Point:
        row, column = divmod(square, self._position.rules.width)
        return self._at(column + 0.5, row + 0.5)


def _draw_stroke(draw: ImageDraw.ImageDraw, stroke: Stroke, width: float, colour: str) -> None:
    """A stroke with round ends, which Pillow has not."""
    points = [(x * _SCALE, y * _SCALE) for x, y in _straightened(stroke)]
    radius = width * _SCALE / 2
    draw.line(points, colour, round(2 * radius), joint="curve")
    for x, y in (points[0], points[-1]):
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)


def _straightened(stroke: Stroke) -> Stroke:
    """Points on the Bézier curves of a stroke."""
    points = stroke[:1]
    for start in range(0, len(stroke) - 1, 3):
        curve = stroke[start : start + 4]
        points += [_on_curve(curve, step / _STEPS) for step in range(1, _STEPS + 1)]
    return points


def _on_curve(curve: Stroke, part: float) -> Point:
    rest = 1 - part
    weights = (rest**3, 3 * rest**2 * part, 3 * rest * part**2, part**3)
    return (
        sum(weight * x for weight, (x, _) in zip(weights, curve, strict=True)),
        sum(weight * y for weight, (_, y) in zip(weights, curve, strict=True)),
    )
