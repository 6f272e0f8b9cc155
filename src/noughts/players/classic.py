"""The player `classic`: wins, else blocks, else takes the best square. A fork beats it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import chain

from noughts.core import Move, Position, Rules, squares
from noughts.core.errors import N_
from noughts.core.threats import blocks, wins
from noughts.players.base import Deterministic


class Classic(Deterministic):
    """Wins if it can, else blocks, else takes the square with the most lines through it."""

    description = N_(
        "wins if it can, else blocks, else takes the square with the most lines through it"
    )

    def move(self, position: Position) -> Move:
        """Return the first winning move in reading order, else the first block, else the best."""
        if urgent := wins(position) or blocks(position):
            return urgent[0]
        empty = position.empty
        return next(square for square in best_squares(position.rules) if empty >> square & 1)


@lru_cache(maxsize=64)
def best_squares(rules: Rules) -> tuple[Move, ...]:
    """Return all squares: those on most lines first, then the nearest to the centre, then in order.

    Computed once per board.

    >>> best_squares(Rules())
    (4, 0, 2, 6, 8, 1, 3, 5, 7)
    """
    lines = Counter(chain.from_iterable(map(squares, rules.line_masks)))
    return tuple(
        sorted(range(rules.size), key=lambda square: (-lines[square], _off_centre(rules, square)))
    )


def _off_centre(rules: Rules, square: Move) -> int:
    """Return twice the distance of a square from the centre of the board, squared."""
    row, column = divmod(square, rules.width)
    return (2 * column + 1 - rules.width) ** 2 + (2 * row + 1 - rules.height) ** 2
