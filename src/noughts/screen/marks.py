"""The marks as the pages draw them, in quarters of a letter."""

from __future__ import annotations

from functools import lru_cache

from noughts.core.mark import Mark
from noughts.core.pictures.strokes import Point, strokes

# By which quarters are full: 1 the upper left, 2 the upper right, 4 and 8 those below.
_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_SMALL: dict[int, dict[Mark, tuple[str, ...]]] = {  # by height; quarters would be too coarse
    1: {mark: (str(mark),) for mark in Mark},
    3: {Mark.X: ("╲ ╱", " ╳ ", "╱ ╲"), Mark.O: ("╭───╮", "│   │", "╰───╯")},  # noqa: RUF001
}
_STEPS = 24  # points on each curve
_THICKNESS, _THINNEST = 0.16, 1.1  # of the size, and in columns


@lru_cache(maxsize=64)
def drawn(mark: Mark, width: int, height: int) -> tuple[str, ...]:
    """A mark in so many columns and rows, a string for each row.

    A letter is twice as high as it is wide, so a square has twice as many columns as rows.

    >>> print("|".join(drawn(Mark.X, 7, 4)))
    ▄▄   ▗▖| ▀▜▄▟▀ | ▗▟▀▜▄ |▝▀   ▝▘
    """
    if height in _SMALL:
        return tuple(row.center(width) for row in _SMALL[height][mark])
    size = min(width, 2 * height)
    left, top = (width - size) / 2, (2 * height - size) / 2
    points = [point for stroke in strokes(mark, left, top, size) for point in _points_on(stroke)]
    reach = max(size * _THICKNESS, _THINNEST) / 2
    return tuple(
        "".join(_letter(points, reach, column, row) for column in range(width))
        for row in range(height)
    )


def _letter(points: list[Point], reach: float, column: int, row: int) -> str:
    quarters = ((column + right, 2 * row + down) for down in (0.5, 1.5) for right in (0.25, 0.75))
    full = [any((x - a) ** 2 + (y - b) ** 2 <= reach**2 for a, b in points) for x, y in quarters]
    return _QUARTERS[sum(1 << bit for bit, is_full in enumerate(full) if is_full)]


def _points_on(stroke: list[Point]) -> list[Point]:
    """Points along the Bézier curves of a stroke."""
    found = []
    for first in range(0, len(stroke) - 1, 3):
        a, b, c, d = stroke[first : first + 4]
        for step in range(_STEPS + 1):
            t = step / _STEPS
            u = 1 - t
            weights = u**3, 3 * u * u * t, 3 * u * t * t, t**3
            found.append(
                (
                    sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
                    sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
                )
            )
    return found
