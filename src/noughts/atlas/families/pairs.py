"""Patterns of pairs that repeat over the plane, so that each run of squares contains a pair."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from noughts.core.errors import Unsolved

Square = tuple[int, int]
Pair = tuple[Square, Square]

_STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))
_ARROWS = {(1, 0): "→←", (0, 1): "↓↑", (1, 1): "↘↖", (-1, 1): "↙↗"}
_NODES = 20_000


def pattern(size: int, seed: int = 0) -> str:
    """A square pattern for runs of `size + 1`: a pair in each row, column and diagonal of a torus.

    Raises Unsolved if none is found, as on most sizes: only from 8 on are there squares enough.

    >>> len(pattern(8).split())
    8
    """
    search = _Search(size, Random(seed))
    if not search.fill():
        raise Unsolved(f"no pattern of {size}×{size} was found")
    rows = ([search.arrows[column, row] for column in range(size)] for row in range(size))
    return "".join(f"{''.join(row)}\n" for row in rows)


class _Search:
    """Chooses pairs, the circle with the fewest left first."""

    def __init__(self, size: int, random: Random) -> None:
        self.random = random
        self.arrows: dict[Square, str] = {}
        self.open = [(step, pairs) for step in _STEPS for pairs in _circles(size, step)]
        self.nodes = 0

    def fill(self) -> bool:
        """Give each open circle a pair; returns whether that is done."""
        self.nodes += 1
        if not self.open or self.nodes > _NODES:
            return not self.open
        chosen = min(self.open, key=lambda each: len(self.free(each[1])))
        self.open.remove(chosen)
        free = self.free(chosen[1])
        for pair in self.random.sample(free, len(free)):
            self.arrows |= zip(pair, _ARROWS[chosen[0]], strict=True)
            if self.fill():
                return True
            for square in pair:
                del self.arrows[square]
        self.open.append(chosen)
        return False

    def free(self, pairs: list[Pair]) -> list[Pair]:
        """The pairs of which neither square is taken."""
        return [pair for pair in pairs if not self.arrows.keys() & set(pair)]


def _circles(size: int, step: Square) -> list[list[Pair]]:
    """The neighbours along each row, column or diagonal of the torus."""
    right, down = step
    starts = [(at, 0) if down else (0, at) for at in range(size)]
    runs = [
        [((x + i * right) % size, (y + i * down) % size) for i in range(size + 1)]
        for x, y in starts
    ]
    return [list(pairwise(run)) for run in runs]
