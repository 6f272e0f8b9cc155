# cython: annotation_typing=False, freethreading_compatible=True, boundscheck=False
# cython: wraparound=False
"""Two squares of its own for each of several sets: a matching by augmenting paths (Kuhn, 1955)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.kernels.grid import cells
from noughts.kernels.words import lowest

if TYPE_CHECKING:
    from noughts.kernels.grid import Grid


class Matching:
    """Groups of lines, the squares that all lines of each have in common, and those it owns.

    `free` squares have no owner; `visited` ones led nowhere.
    """

    def __init__(self, grid: Grid) -> None:
        self.groups = 0
        self.commons = cells("Q", [0] * len(grid.lines))
        self.owned = cells("Q", [0] * len(grid.lines))
        self.owner = cells("q", [0] * 64)
        self.free = 0
        self.visited = 0

    def grant(self, number: int, free: int) -> int:
        """Give a group its first free square, if any; returns the squares still free."""
        square = self.commons[number] & free
        square = square & (0 - square)
        if square != 0:
            self.owned[number] = self.owned[number] | square
            self.owner[lowest(square)] = number
        return free & ~square

    def augment(self, number: int) -> bool:
        """Give a group one more square, reassigning the squares of others if need be."""
        square = self.commons[number] & self.free
        if square != 0:
            self.free = self.grant(number, self.free)
            return True
        while True:
            square = self.commons[number] & ~self.owned[number] & ~self.visited
            if square == 0:
                return False
            square = square & (0 - square)
            self.visited = self.visited | square
            owner = self.owner[lowest(square)]
            if self.augment(owner):
                self.owned[owner] = self.owned[owner] & ~square
                self.owned[number] = self.owned[number] | square
                self.owner[lowest(square)] = number
                return True
