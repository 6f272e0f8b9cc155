"""Static draws: pairs of empty squares such that every line open to the maker contains a pair.

Whenever the maker takes a square of a pair, the breaker takes the other, so no line is completed
(Hales and Jewett, 1963). Neighbouring lines in a row can share a pair: going along the row, lines
are grouped as long as they have two empty squares in common. Each group needs two squares of its
own, which is a bipartite matching. Where few squares are missing, other groups are tried.
"""

from __future__ import annotations

from noughts.kernels.layout import cells

from .grid import Grid, Words, count, lowest

# Missing squares up to which other groups are tried. 7×7:5 takes 54,000 nodes without, 19,000 with
# one, 15,000 with two, 10,000 with four, and more time again with six. On 9×4:4, four take the same
# nodes as one, but half as much time again.
FEW, FEW_FOR_FOUR = 4, 1
MOST_LINES = 6  # of a run that is cut in other ways, of which there are 32


class Matching:
    """Groups of lines, the squares that all lines of each have in common, and two that it owns.

    Squares are found by augmenting paths (Kuhn, 1955). `free` ones have no owner; `visited` ones
    led nowhere.
    """

    def __init__(self, grid: Grid) -> None:
        self.groups = 0
        self.commons = Words(grid.lines.count)
        self.owned = Words(grid.lines.count)
        self.owner = cells("q", [0], grid.size)
        self.free = 0
        self.visited = 0

    def grant(self, number: int, free: int) -> int:
        """Give a group its first free square, if any; returns the squares still free."""
        square = self.commons.at[number] & free
        square = square & (0 - square)
        if square != 0:
            self.owned.at[number] = self.owned.at[number] | square
            self.owner[lowest(square)] = number
        return free & ~square

    def augment(self, number: int) -> bool:
        """Give a group one more square, reassigning the squares of others if need be."""
        square = self.commons.at[number] & self.free
        if square != 0:
            self.free = self.grant(number, self.free)
            return True
        while True:
            square = self.commons.at[number] & ~self.owned.at[number] & ~self.visited
            if square == 0:
                return False
            square = square & (0 - square)
            self.visited = self.visited | square
            owner = self.owner[lowest(square)]
            if self.augment(owner):
                self.owned.at[owner] = self.owned.at[owner] & ~square
                self.owned.at[number] = self.owned.at[number] | square
                self.owner[lowest(square)] = number
                return True


class Regrouping(Matching):
    """Groups the lines, and searches for pairs where the first way to group them fails.

    After success, each of the `groups` owns one.

    Four lines in a row of eight have two squares in common; as two groups of two they have four
    each, and need two pairs, which may be just the squares that are left over. So wherever a group
    lacks a square, every run whose squares it competes for is cut in other ways, one run at a time.
    """

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        self.lines = grid.lines
        self.runs = grid.runs
        self.open = Words(grid.lines.count)  # the empty squares of the open lines
        self.ends = cells("q", [0], len(grid.runs))
        self.run = cells("q", [0], grid.lines.count)  # of each group
        self.parts = Words(MOST_LINES)
        self.saved = 0
        self.saved_free = 0
        self.saved_commons = Words(grid.lines.count)
        self.saved_owned = Words(grid.lines.count)
        self.saved_run = cells("q", [0], grid.lines.count)

    def succeeds(self, empty: int, pairs: Words, known: int) -> bool:
        """True if there are pairs, to begin with the `known` ones, of which some lack squares."""
        self.free = empty
        for number in range(self.groups):
            self.owned.at[number] = 0
        for place in range(known):  # let each group own a pair that lies within it, if there is one
            pair = pairs.at[place]
            number = 0
            while number < self.groups and (
                self.owned.at[number] != 0 or pair & ~self.commons.at[number] != 0
            ):
                number += 1
            if number < self.groups:
                self.own(number, pair)
        number = 0
        while number < self.groups:
            if self.complete(number):
                number += 1
            elif self.regroup(number):
                number = 0  # the groups have moved; fewer lack squares than before
            else:
                return False
        return True

    def group(self, empty: int, breaker: int) -> None:
        """Group the open lines of each run as long as they have two squares in common."""
        lines = self.lines.at
        opened = self.open.at
        commons = self.commons.at
        groups = 0
        end = 0
        for run in range(len(self.runs) - 1):
            common = 0
            for number in range(self.runs[run], self.runs[run + 1]):
                line = lines[number]
                if line & breaker == 0:
                    line = line & empty
                    opened[end] = line
                    end += 1
                    common = common & line
                    if common & (common - 1) == 0:
                        common = line
                        self.run[groups] = run
                        groups += 1
                    commons[groups - 1] = common
            self.ends[run + 1] = end
        self.groups = groups

    def append(self, common: int, run: int) -> None:
        """Add a group that owns no squares yet."""
        self.commons.at[self.groups] = common
        self.owned.at[self.groups] = 0
        self.run[self.groups] = run
        self.groups += 1

    def own(self, number: int, squares: int) -> None:
        """Give free squares to a group that has none."""
        self.owned.at[number] = squares
        self.free = self.free & ~squares
        while squares:
            self.owner[lowest(squares)] = number
            squares = squares & (squares - 1)

    def complete(self, number: int) -> bool:
        """Give a group the squares it lacks, if that is possible."""
        while self.owned.at[number] & (self.owned.at[number] - 1) == 0:
            self.visited = 0
            if not self.augment(number):
                return False
        return True

    def regroup(self, number: int) -> bool:
        """Cut one of the runs that compete with a group in another way, so that all get theirs.

        No other group loses a square by that.
        """
        commons = self.commons.at
        owned = self.owned.at
        visited = self.visited
        region = visited | commons[number]
        self.saved = self.groups
        self.saved_free = self.free
        for place in range(self.saved):
            self.saved_commons.at[place] = commons[place]
            self.saved_owned.at[place] = owned[place]
            self.saved_run[place] = self.run[place]
            if owned[place] & visited:
                region = region | commons[place]
        last = -1
        for place in range(self.saved):
            competes = place == number or self.saved_owned.at[place] & visited != 0
            if competes and self.saved_run[place] != last:  # groups of a run are side by side
                last = self.saved_run[place]
                if self.recut(last, number, region):
                    return True
        return False

    def recut(self, run: int, number: int, region: int) -> bool:
        """Cut a run in every other way that gains enough squares outside a region."""
        lines = self.ends[run + 1] - self.ends[run]
        if lines > MOST_LINES:
            return False
        before = 0
        for place in range(self.saved):
            before += self.saved_run[place] == run
        for cuts in range(1, 1 << (lines - 1)):
            parts = self.cut(run, cuts)
            if (
                0 < parts <= before + 1
                and self.gained(parts, region) > 2 * (parts - before)
                and self.fits(run, parts, number)
            ):
                return True
        return False

    def cut(self, run: int, cuts: int) -> int:
        """Set `parts` to what the lines between cuts have in common; returns how many, or 0.

        It is 0 if one of them has less than two squares.
        """
        parts = 0
        common = self.open.at[self.ends[run]]
        for number in range(self.ends[run] + 1, self.ends[run + 1]):
            if cuts & 1:
                if common & (common - 1) == 0:
                    return 0
                self.parts.at[parts] = common
                parts += 1
                common = self.open.at[number]
            else:
                common = common & self.open.at[number]
            cuts = cuts >> 1
        self.parts.at[parts] = common
        return 0 if common & (common - 1) == 0 else parts + 1

    def gained(self, parts: int, region: int) -> int:
        """Return how many squares the parts can get outside a region, at most."""
        total = 0
        union = 0
        for part in range(parts):
            outside = self.parts.at[part] & ~region
            total += min(count(outside), 2)
            union = union | outside
        return min(total, count(union))

    def fits(self, run: int, parts: int, number: int) -> bool:
        """Replace the saved groups of a run by the parts, and complete these and one group."""
        self.groups = 0
        self.free = self.saved_free
        moved = -1
        for place in range(self.saved):
            if self.saved_run[place] == run:
                self.free = self.free | self.saved_owned.at[place]
            else:
                if place == number:
                    moved = self.groups
                self.append(self.saved_commons.at[place], self.saved_run[place])
                self.own(self.groups - 1, self.saved_owned.at[place])
        for part in range(parts):
            self.append(self.parts.at[part], run)
            if not self.complete(self.groups - 1):
                return False
        return moved < 0 or self.complete(moved)


class Pairing(Matching):
    """Searches for pairs on one board; after success, `pairs` holds `count` of them.

    After failure, `crowded` has the squares for which there are too many groups.
    """

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        self.full = grid.full
        self.few = FEW if grid.k > 4 else FEW_FOR_FOUR
        self.regrouping = Regrouping(grid)
        self.count = 0
        self.shared = 0
        self.crowded = 0
        self.demand = 0
        self.pairs = Words(grid.lines.count)

    def deficiency(self, maker: int, breaker: int, enough: int) -> int:
        """Return how many squares are missing for all groups to have two each; 0 means a draw.

        If it is at least `enough`, this may be only a lower bound.
        """
        empty = self.full & ~(maker | breaker)
        regrouping = self.regrouping
        regrouping.group(empty, breaker)
        self.take_unshared()
        lacking = self.demand - count(self.shared)
        if lacking >= enough and lacking > self.few:
            return lacking
        lacking = self.match()
        if not 0 < lacking <= self.few or not regrouping.succeeds(empty, self.pairs, self.count):
            return lacking
        self.count = 0
        for number in range(regrouping.groups):
            self.add(regrouping.owned.at[number])
        return 0

    def take_unshared(self) -> None:
        """Give each group the squares that no other group has; keep those that lack more."""
        grouped = self.regrouping.commons.at
        groups = self.regrouping.groups
        commons = self.commons.at
        owned = self.owned.at
        once = 0
        twice = 0
        for number in range(groups):
            twice = twice | (once & grouped[number])
            once = once | grouped[number]
        kept = 0
        self.count = 0
        self.demand = 0
        self.shared = 0
        for number in range(groups):
            common = grouped[number]
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
