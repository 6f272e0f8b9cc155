"""The rotations and reflections of a board, and one representative for each class."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from noughts.core.bits import Move, of_squares, squares
from noughts.core.position import Position
from noughts.core.rules import Rules

Symmetry = tuple[Move, ...]  # where each square goes: symmetry[square] is its image


@lru_cache(maxsize=64)
def symmetries(width: int, height: int) -> tuple[Symmetry, ...]:
    """The distinct symmetries of a board, the identity first: 8 for a square, else 4 at most.

    >>> [len(symmetries(*sides)) for sides in [(3, 3), (4, 3), (5, 1), (1, 1)]]
    [8, 4, 2, 1]
    """
    turns = (False, True) if width == height else (False,)
    found = (
        tuple(
            _image(width, height, square, across=across, down=down, transpose=transpose)
            for square in range(width * height)
        )
        for transpose in turns
        for down in (False, True)
        for across in (False, True)
    )
    return tuple(dict.fromkeys(found))


def _image(
    width: int, height: int, square: Move, *, across: bool, down: bool, transpose: bool
) -> Move:
    row, column = divmod(square, width)
    if across:
        column = width - 1 - column
    if down:
        row = height - 1 - row
    if transpose:
        row, column = column, row
    return row * width + column


def transform(bits: int, symmetry: Symmetry) -> int:
    """The image of a set of squares; O(squares)."""
    return of_squares(symmetry[square] for square in squares(bits))


def images(position: Position) -> Iterator[Position]:
    """The position under each symmetry of its board, itself first."""
    for symmetry in _symmetries_of(position.rules):
        xs, os = transform(position.xs, symmetry), transform(position.os, symmetry)
        yield Position(position.rules, xs, os, position.turn)


def canonical(position: Position) -> Position:
    """The one image that stands for its class: the one with the least `(xs, os)`.

    >>> str(canonical(Position.parse("..x/.../... o 3")))
    'x../.../... o 3'
    """
    xs, os = canonical_marks(position.rules, position.xs, position.os)
    return Position(position.rules, xs, os, position.turn)


def canonical_marks(rules: Rules, xs: int, os: int) -> tuple[int, int]:
    """The least `(xs, os)` over the symmetries of the board; O(symmetries × squares)."""
    return min(
        (transform(xs, symmetry), transform(os, symmetry)) for symmetry in _symmetries_of(rules)
    )


def _symmetries_of(rules: Rules) -> tuple[Symmetry, ...]:
    return symmetries(rules.width, rules.height)
