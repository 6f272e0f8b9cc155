"""Boards and marks as a pen draws them, the same on pages, pictures and icons."""

from __future__ import annotations

from functools import lru_cache
from operator import mul

from noughts.core import Mark

Point = tuple[float, float]
Stroke = list[Point]  # a start, then three points for each Bézier curve

# On boards with few squares the lines between them bend a little, and end before the edge.
_MOST_BENT = 36
_BEND, _GAP = 0.035, 0.07  # in squares

# The strokes in a box of 10 by 10. A little crooked, and the ring's ends overlap: that is what
# makes them look drawn.
_STROKES: dict[Mark, tuple[tuple[Point, ...], ...]] = {
    Mark.X: (
        ((1.1, 1.3), (3.2, 2.9), (6.6, 6.4), (8.9, 8.9)),
        ((8.8, 1.0), (7.1, 3.7), (3.7, 6.7), (1.2, 8.8)),
    ),
    Mark.O: (
        (
            *((5.6, 0.8), (2.9, 0.5), (0.8, 2.5), (0.9, 5.1)),
            *((1.0, 7.6), (2.8, 9.2), (5.1, 9.1)),
            *((7.5, 9.0), (9.3, 7.2), (9.1, 4.8)),
            *((9.0, 2.5), (7.0, 0.9), (4.2, 1.05)),
        ),
    ),
}


def strokes(mark: Mark, left: float, top: float, size: float) -> list[Stroke]:
    """Return the strokes of a mark in a square.

    >>> strokes(Mark.X, 0, 0, 10)[0][0]
    (1.1, 1.3)
    """
    scale = size / 10
    return [[(left + x * scale, top + y * scale) for x, y in stroke] for stroke in _STROKES[mark]]


def lattice(width: int, height: int) -> list[Stroke]:
    """Return the lines between the squares of a board whose squares have a side of 1.

    >>> len(lattice(3, 3))
    4
    """
    bend, gap = (_BEND, _GAP) if width * height <= _MOST_BENT else (0.0, 0.0)
    down = [_line(x, height, bend if x % 2 else -bend, gap) for x in range(1, width)]
    across = [_line(y, width, bend if y % 2 else -bend, gap) for y in range(1, height)]
    return down + [[(x, y) for y, x in line] for line in across]


def _line(x: float, length: float, bend: float, gap: float) -> Stroke:
    """Return a line downwards."""
    ends = (x - bend / 2, gap), (x + bend / 2, length - gap)
    return [ends[0], (x + bend, length / 3), (x - bend, length * 2 / 3), ends[1]]


@lru_cache(maxsize=4096)
def stroke_paths(mark: Mark, left: float, top: float, size: float) -> tuple[str, ...]:
    """Return the strokes of a mark as SVG paths.

    >>> stroke_paths(Mark.X, 0, 0, 10)[1]
    'M8.8 1C7.1 3.7 3.7 6.7 1.2 8.8'
    """
    return tuple(map(path, strokes(mark, left, top, size)))


@lru_cache(maxsize=64)
def lattice_path(width: int, height: int) -> str:
    """Return the lines between the squares as one SVG path.

    >>> lattice_path(1, 2)
    'M0.07 0.983C0.333 1.035 0.667 0.965 0.93 1.018'
    """
    return "".join(map(path, lattice(width, height)))


def points_on(stroke: Stroke, steps: int) -> list[Point]:
    """Return points along a stroke: its start, and so many on each of its curves.

    >>> points_on([(0, 0), (0, 1), (1, 2), (2, 2)], 2)
    [(0, 0), (0.625, 1.375), (2.0, 2.0)]
    """
    points = stroke[:1]
    for first in range(0, len(stroke) - 1, 3):
        xs, ys = zip(*stroke[first : first + 4], strict=True)
        for step in range(1, steps + 1):
            t = step / steps
            u = 1 - t
            weights = u**3, 3 * u * u * t, 3 * u * t * t, t**3
            points.append((sum(map(mul, weights, xs)), sum(map(mul, weights, ys))))
    return points


def path(stroke: Stroke) -> str:
    """Return a stroke as an SVG path."""
    start, *curves = (f"{_short(x)} {_short(y)}" for x, y in stroke)
    return f"M{start}C{' '.join(curves)}"


def _short(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".")
