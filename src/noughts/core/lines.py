"""The lines of k in a row on a board, and whether a set of squares contains one."""

from __future__ import annotations

from functools import cached_property, lru_cache

from noughts.core.bits import Move, squares

# Steps in columns and rows: along a row, down a column, down to the right, down to the left.
_STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))

# On boards of up to this many squares lines are looked up: 0.05 µs on 3×3 instead of 0.5.
_TABULATED_SQUARES = 9


class Direction:
    """One of the four ways a line runs.

    `step` is the distance between neighbours on a line. `starts` is the set of squares on which a
    line of k can begin. `shifts` are right shifts; shifting and `and`-ing by each in turn reduces
    a set to the squares on which k in a row begin.
    """

    __slots__ = ("shifts", "starts", "step")

    def __init__(self, width: int, height: int, k: int, columns: int, rows: int) -> None:
        self.step = columns + rows * width
        right, down = (k - 1) * columns, (k - 1) * rows  # from the first square to the last
        row = sum(1 << column for column in range(max(0, -right), width - max(0, right)))
        self.starts = sum(row << number * width for number in range(height - down))
        # Lengths whose running sum doubles from 1 up to k: 1, 2, then 1 for k = 5.
        lengths = list[int]()
        while (reached := 1 + sum(lengths)) < k:
            lengths.append(min(reached, k - reached))
        self.shifts = tuple(length * self.step for length in lengths)

    def runs(self, bits: int, k: int) -> list[tuple[Move, ...]]:
        """Return each unbroken run of k or more in `bits`, at its full length."""
        for shift in self.shifts:
            bits &= bits >> shift
        beginnings, runs = bits & self.starts, []
        # A beginning right after another beginning lies inside a longer run. The two cannot be
        # joined round the edge of the board, since no line that would wrap has a beginning.
        for start in squares(beginnings & ~(beginnings << self.step)):
            last = start
            while beginnings >> (last + self.step) & 1:
                last += self.step
            runs.append(tuple(range(start, last + (k - 1) * self.step + 1, self.step)))
        return runs


class Lines:
    """The lines of k on a board of `width` × `height`; get one from `lines_of`."""

    def __init__(self, width: int, height: int, k: int) -> None:
        self.k = k
        # A line of one square has no neighbours: its step leads off the board.
        steps = _STEPS if k > 1 else ((0, height),)
        directions = (Direction(width, height, k, *step) for step in steps)
        self.directions = tuple(direction for direction in directions if direction.starts)
        self._table: tuple[bool, ...] | None = None
        if width * height <= _TABULATED_SQUARES:
            self._table = tuple(map(self._has_line_by_shifts, range(1 << width * height)))

    def has_line(self, bits: int) -> bool:
        """True if k or more of `bits` stand in a row."""
        table = self._table
        return self._has_line_by_shifts(bits) if table is None else table[bits]

    def _has_line_by_shifts(self, bits: int) -> bool:
        for direction in self.directions:
            left = bits
            for shift in direction.shifts:
                left &= left >> shift
            if left & direction.starts:
                return True
        return False

    def runs(self, bits: int) -> tuple[tuple[Move, ...], ...]:
        """Return each unbroken run of k or more in `bits`: rows, then columns, then diagonals."""
        return tuple(run for way in self.directions for run in way.runs(bits, self.k))

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """Every line of exactly k as a set of squares; O(lines × k).

        >>> len(lines_of(3, 3, 3).masks)
        8
        """
        return tuple(
            sum(1 << start + count * way.step for count in range(self.k))
            for way in self.directions
            for start in squares(way.starts)
        )

    def completing(self, own: int, empty: int) -> int:
        """Return the set of empty squares that complete a line with squares of `own`; O(lines)."""
        completing = 0
        for line in self.masks:
            missing = line & ~own
            if missing & empty == missing and missing.bit_count() == 1:
                completing |= missing
        return completing


@lru_cache(maxsize=256)
def lines_of(width: int, height: int, k: int) -> Lines:
    """Return the lines of a board, built once."""
    return Lines(width, height, k)
