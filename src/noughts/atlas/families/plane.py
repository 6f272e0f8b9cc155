"""The plane around a rectangle of squares S, with sets of squares as integers."""

from __future__ import annotations

from functools import cache

from noughts.core.bits import squares
from noughts.core.rules import Rules

_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
_AROUND = 24  # squares on each side of S


class Plane:
    """The lines of k around S; on a strip, there is nothing above or below S."""

    def __init__(self, rules: Rules, *, is_strip: bool) -> None:
        self.rules = rules
        self.stride = rules.width + 2 * _AROUND
        self.rows = range(rules.height) if is_strip else range(-_AROUND, rules.height + _AROUND)
        self.inside = [
            self.bit(column, row) for row in range(rules.height) for column in range(rules.width)
        ]
        own = sum(self.inside)
        self.through = cache(self._through)
        lines = {line for bit in self.inside for line in self.through(bit)}
        self.lines = sorted(line for line in lines if line & own == line)

    def bit(self, column: int, row: int) -> int:
        """The bit of a square; S begins at (0, 0)."""
        return 1 << (row + _AROUND) * self.stride + column + _AROUND

    def square(self, bit: int) -> tuple[int, int]:
        """The column and row of a bit."""
        row, column = divmod(bit.bit_length() - 1, self.stride)
        return column - _AROUND, row - _AROUND

    def _through(self, bit: int) -> tuple[int, ...]:
        x, y = self.square(bit)
        k = self.rules.k
        starts = [(x - i * dx, y - i * dy, dx, dy) for dx, dy in _STEPS for i in range(k)]
        runs = [[(a + i * dx, b + i * dy) for i in range(k)] for a, b, dx, dy in starts]
        inner = [run for run in runs if all(row in self.rows for _, row in run)]
        return tuple(sum(self.bit(*square) for square in run) for run in inner)

    def eccentricity(self, bit: int) -> int:
        """How far a square is from the middle of S."""
        column, row = self.square(bit)
        return (2 * column + 1 - self.rules.width) ** 2 + (2 * row + 1 - self.rules.height) ** 2

    def on_board(self, crosses: int, noughts: int) -> tuple[int, int]:
        """The stones in S as sets of squares of a board."""
        numbers = list(enumerate(self.inside))
        xs = sum(1 << at for at, bit in numbers if crosses & bit)
        return xs, sum(1 << at for at, bit in numbers if noughts & bit)

    def has_line(self, crosses: int) -> bool:
        """True if X has a line in S."""
        return any(line & crosses == line for line in self.lines)

    def completing(self, crosses: int, noughts: int) -> list[int]:
        """The squares on which X completes a line in S, in ascending order."""
        lacks = {line & ~crosses for line in self.lines if not line & noughts}
        return sorted(lack for lack in lacks if lack and lack & (lack - 1) == 0)

    def lacks(self, crosses: int, noughts: int, loose: int) -> set[int]:
        """What O's lines lack, those that a move and the loose stones can complete."""
        return {
            line & ~noughts
            for stone in bits(noughts)
            for line in self.through(stone)
            if not line & crosses and (line & ~noughts).bit_count() <= loose + 1
        }


def bits(stones: int) -> list[int]:
    """The bits of a set, in ascending order."""
    return [1 << at for at in squares(stones)]
