# cython: annotation_typing=False, freethreading_compatible=True, boundscheck=False
# cython: wraparound=False
"""Static draws: pairs of empty squares such that every line open to the maker contains a pair.

Whenever the maker takes a square of a pair, the breaker takes the other, so no line is completed
(Hales and Jewett, 1963). Neighbouring lines in a row can share a pair: going along the row, lines
are grouped as long as they have two empty squares in common. Each group needs two squares of its
own, which is a bipartite matching, found by augmenting paths (Kuhn, 1955).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.kernels.grid import cells
from noughts.kernels.words import count, lowest

if TYPE_CHECKING:
    from noughts.kernels.grid import Grid


class Pairing:
    """Searches for pairs on one board; after success, `pairs` holds `count` of them."""

    def __init__(self, grid: Grid) -> None:
        self.size = grid.size
        self.full = grid.full
        self.lines = grid.lines
        self.runs = grid.runs
        self.groups = 0
        self.count = 0
        self.squares = 0
        self.shared = 0
        self.free = 0
        self.visited = 0
        self.demand = 0
        self.pairs = cells("Q", [0] * len(grid.lines))
        self.commons = cells("Q", [0] * len(grid.lines))
        self.owned = cells("Q", [0] * len(grid.lines))
        self.owner = cells("q", [0] * 64)

    def deficiency(self, maker: int, breaker: int, enough: int) -> int:
        """How many squares are missing for every group to have two of its own; 0 means a draw.

        If it is at least `enough`, this may be only a lower bound.
        """
        self.group(self.full & ~(maker | breaker), breaker)
        self.take_unshared()
        lacking = self.demand - count(self.shared)
        if lacking >= enough:
            return lacking
        return self.match()

    def group(self, empty: int, breaker: int) -> None:
        """Group the open lines; a group is the set of empty squares its lines share."""
        self.groups = 0
        for run in range(len(self.runs) - 1):
            common = 0
            for number in range(self.runs[run], self.runs[run + 1]):
                line = self.lines[number]
                if line & breaker == 0:
                    line = line & empty
                    joined = common & line
                    if joined & (joined - 1) != 0:
                        common = joined
                    else:
                        if common != 0:
                            self.commons[self.groups] = common
                            self.groups += 1
                        common = line
            if common != 0:
                self.commons[self.groups] = common
                self.groups += 1

    def take_unshared(self) -> None:
        """Give each group the squares that no other group has; drop satisfied groups."""
        once = 0
        twice = 0
        for number in range(self.groups):
            twice = twice | (once & self.commons[number])
            once = once | self.commons[number]
        kept = 0
        self.count = 0
        self.squares = 0
        self.demand = 0
        self.shared = 0
        for number in range(self.groups):
            common = self.commons[number]
            own = common & ~twice
            first = own & (0 - own)
            rest = own ^ first
            second = rest & (0 - rest)
            if second != 0:
                self.add(first | second)
            else:
                self.commons[kept] = common & twice
                self.owned[kept] = first
                self.shared = self.shared | (common & twice)
                self.demand += 1 if first != 0 else 2
                kept += 1
        self.groups = kept

    def match(self) -> int:
        """Match the remaining groups with squares; returns the demand that cannot be met."""
        lacking = 0
        free = self.shared
        for number in range(self.groups):
            if self.owned[number] == 0:
                free = self.grant(number, free)
            if self.owned[number] & (self.owned[number] - 1) == 0:
                free = self.grant(number, free)
        self.free = free
        dead = 0
        for number in range(self.groups):
            while self.owned[number] & (self.owned[number] - 1) == 0:
                self.visited = dead
                if not self.augment(number):
                    # No later path leads on from the squares of a failed one.
                    dead = self.visited
                    lacking += 1 if self.owned[number] != 0 else 2
                    break
        for number in range(self.groups):
            self.add(self.owned[number])
        return lacking

    def add(self, pair: int) -> None:
        """Add a pair."""
        self.pairs[self.count] = pair
        self.count += 1
        self.squares = self.squares | pair

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
