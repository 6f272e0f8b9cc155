"""Threats: squares that win, squares that must be blocked, and forks."""

from __future__ import annotations

from noughts.core.bits import Move, Square, squares
from noughts.core.game import PositionLike, as_position
from noughts.core.mark import Mark

Line = tuple[Move, ...]


def winning_squares(position: PositionLike, mark: Mark) -> int:
    """Return the bit mask of empty squares on which `mark` would complete a line; O(lines).

    >>> squares(winning_squares("xx./oo./... x 3", Mark.O))
    (5,)
    """
    position = as_position(position)
    return position.rules.lines.completing(position.marks(mark), position.empty)


def wins(position: PositionLike) -> tuple[Move, ...]:
    """Return the moves that complete a line for the side to move; none if the game is over."""
    position = as_position(position)
    return () if position.is_over else squares(winning_squares(position, position.turn))


def blocks(position: PositionLike) -> tuple[Move, ...]:
    """Return the moves that take a square on which the opponent would complete a line."""
    position = as_position(position)
    return () if position.is_over else squares(winning_squares(position, position.turn.other))


def forks(position: PositionLike) -> tuple[Move, ...]:
    """Return the moves that do not win yet but leave two or more squares to win on; O(lines).

    >>> forks("x../.o./o.x x 3")
    (2,)
    """
    position = as_position(position)
    return () if position.is_over else squares(forking_squares(position, position.turn))


def forking_squares(position: PositionLike, mark: Mark) -> int:
    """Return the bit mask of empty squares on which `mark` would fork, on either turn; O(lines).

    After a mark on a square, the squares to win on are those from before and the other empty
    square of every line that lacks only these two.
    """
    position = as_position(position)
    lines, own, empty = position.rules.lines, position.marks(mark), position.empty
    winning = lines.completing(own, empty)
    if winning.bit_count() >= 2:
        return empty & ~winning
    partners: dict[int, int] = {}  # of each square, those that complete a line together with it
    for line in lines.masks:
        missing = line & ~own
        if missing & empty == missing and missing.bit_count() == 2:
            low = missing & -missing
            high = missing ^ low
            partners[low] = partners.get(low, 0) | high
            partners[high] = partners.get(high, 0) | low
    return sum(
        square
        for square, others in partners.items()
        if not square & winning and (winning | others).bit_count() >= 2
    )


def completed_lines(position: PositionLike, mark: Mark, square: Square) -> tuple[Line, ...]:
    """Return the lines, each at its full length, that `mark` would complete on an empty square.

    >>> completed_lines("xx./oo./... x 3", Mark.X, "c1")
    ((0, 1, 2),)
    """
    position = as_position(position)
    move = position.square(square)
    runs = position.rules.lines.runs(position.marks(mark) | 1 << move)
    return tuple(run for run in runs if move in run)
