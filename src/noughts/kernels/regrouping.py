"""Pairs where the first grouping of the lines fails: other ways to group the lines of a run.

Four lines in a row of eight have two squares in common; as two groups of two they have four each,
and need two pairs, which may be just the squares that are left over. So wherever a group lacks a
square, every run whose squares it competes for is cut in other ways, one run at a time.
"""

from __future__ import annotations

from noughts.kernels.layout import cells

from .grid import Grid, Words, count, lowest

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
    """Searches for pairs on one board; after success, each of the `groups` owns one."""

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

    def succeeds(self, empty: int, breaker: int, pairs: Words, known: int) -> bool:
        """True if there are pairs, to begin with the `known` ones, of which some lack squares."""
        self.group(empty, breaker)
        self.free = empty
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
        self.groups = 0
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
                        self.append(line, run)
                        common = line
                    commons[self.groups - 1] = common
            self.ends[run + 1] = end

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
        visited = self.visited
        region = visited | self.commons.at[number]
        self.save()
        for place in range(self.saved):
            if self.owned.at[place] & visited:
                region = region | self.commons.at[place]
        last = -1
        for place in range(self.saved):
            competes = place == number or self.saved_owned.at[place] & visited != 0
            if competes and self.saved_run[place] != last:  # groups of a run are side by side
                last = self.saved_run[place]
                if self.recut(last, number, region):
                    return True
        return False

    def save(self) -> None:
        """Keep the groups."""
        commons = self.commons.at
        owned = self.owned.at
        saved_commons = self.saved_commons.at
        saved_owned = self.saved_owned.at
        self.saved = self.groups
        self.saved_free = self.free
        for place in range(self.groups):
            saved_commons[place] = commons[place]
            saved_owned[place] = owned[place]
            self.saved_run[place] = self.run[place]

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
        """How many squares the parts can get outside a region, at most."""
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
