"""Static draws: pairs of empty squares such that every line open to the maker contains a pair.

Whenever the maker takes a square of a pair, the breaker takes the other, so no line is completed
(Hales and Jewett, 1963). Neighbouring lines in a row can share a pair: going along the row, lines
are grouped as long as they have two empty squares in common. Each group needs two squares of its
own, which is a bipartite matching. Where few squares are missing, other groups are tried.
"""

from __future__ import annotations

from .grid import Grid, Words, count
from .regrouping import Matching, Regrouping

# Missing squares up to which other groups are tried. 7×7:5 takes 54,000 nodes without, 19,000 with
# one, 15,000 with two, 10,000 with four, and more time again with six. On 9×4:4, four take the same
# nodes as one, but half as much time again.
FEW, FEW_FOR_FOUR = 4, 1


class Pairing(Matching):
    """Searches for pairs on one board; after success, `pairs` holds `count` of them.

    After failure, `crowded` has the squares for which there are too many groups.
    """

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        self.full = grid.full
        self.lines = grid.lines
        self.runs = grid.runs
        self.few = FEW if grid.k > 4 else FEW_FOR_FOUR
        self.regrouping = Regrouping(grid)
        self.count = 0
        self.shared = 0
        self.crowded = 0
        self.demand = 0
        self.pairs = Words(grid.lines.count)

    def deficiency(self, maker: int, breaker: int, enough: int) -> int:
        """How many squares are missing for every group to have two of its own; 0 means a draw.

        If it is at least `enough`, this may be only a lower bound.
        """
        empty = self.full & ~(maker | breaker)
        self.group(empty, breaker)
        self.take_unshared()
        lacking = self.demand - count(self.shared)
        if lacking >= enough and lacking > self.few:
            return lacking
        lacking = self.match()
        regrouping = self.regrouping
        if not 0 < lacking <= self.few or not regrouping.succeeds(
            empty, breaker, self.pairs, self.count
        ):
            return lacking
        self.count = 0
        for number in range(regrouping.groups):
            self.add(regrouping.owned.at[number])
        return 0

    def group(self, empty: int, breaker: int) -> None:
        """Group the open lines; a group is the set of empty squares its lines share."""
        lines = self.lines.at
        commons = self.commons.at
        self.groups = 0
        for run in range(len(self.runs) - 1):
            common = 0
            for number in range(self.runs[run], self.runs[run + 1]):
                line = lines[number]
                if line & breaker == 0:
                    line = line & empty
                    joined = common & line
                    if joined & (joined - 1) != 0:
                        common = joined
                    else:
                        if common != 0:
                            commons[self.groups] = common
                            self.groups += 1
                        common = line
            if common != 0:
                commons[self.groups] = common
                self.groups += 1

    def take_unshared(self) -> None:
        """Give each group the squares that no other group has; drop satisfied groups."""
        commons = self.commons.at
        owned = self.owned.at
        once = 0
        twice = 0
        for number in range(self.groups):
            twice = twice | (once & commons[number])
            once = once | commons[number]
        kept = 0
        self.count = 0
        self.demand = 0
        self.shared = 0
        for number in range(self.groups):
            common = commons[number]
            own = common & ~twice
            first = own & (0 - own)
            rest = own ^ first
            second = rest & (0 - rest)
            if second != 0:
                self.add(first | second)
            else:
                commons[kept] = common & twice
                owned[kept] = first
                self.shared = self.shared | (common & twice)
                self.demand += 1 if first != 0 else 2
                kept += 1
        self.groups = kept

    def match(self) -> int:
        """Match the remaining groups with squares; returns the demand that cannot be met."""
        commons = self.commons.at
        owned = self.owned.at
        lacking = 0
        free = self.shared
        for number in range(self.groups):
            if owned[number] == 0:
                free = self.grant(number, free)
            if owned[number] & (owned[number] - 1) == 0:
                free = self.grant(number, free)
        self.free = free
        dead = 0
        for number in range(self.groups):
            while owned[number] & (owned[number] - 1) == 0:
                self.visited = dead
                if not self.augment(number):
                    # No later path leads on from the squares of a failed one.
                    dead = self.visited | commons[number]
                    lacking += 1 if owned[number] != 0 else 2
                    break
        self.crowded = dead
        for number in range(self.groups):
            self.add(owned[number])
        return lacking

    def add(self, pair: int) -> None:
        """Add a pair."""
        self.pairs.at[self.count] = pair
        self.count += 1
