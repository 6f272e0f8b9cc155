# cython: annotation_typing=False, freethreading_compatible=True, boundscheck=False
# cython: wraparound=False
"""Sets of squares as words; the lines and symmetries of a board as tables.

A word has 64 bits, or 128 in `noughts.kernels.words128`, which is made of the same sources: so they
import each other by relative names. In plain Python it is an integer of any width.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from noughts.kernels import compilation as cython

if TYPE_CHECKING:
    from noughts.core.rules import Rules
    from noughts.core.symmetry import Symmetry

STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))
HALF = 64  # bits of a word that is not wide

_FULL = (1 << HALF) - 1
_FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F
_THIRD, _FOURTH = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class Words:
    """A number of sets of squares, empty at first. Kernels use `at`: in C the memory itself."""

    def __init__(self, count: int) -> None:
        self.count = count
        if not cython.compiled:
            self.at: list[int] = [0] * count
        else:
            self.memory = cells("Q", bytes(count * cython.sizeof(self.at[0])))
            self.at = cython.cast("Memory", cython.address(self.memory[0]))

    def __getitem__(self, place: int) -> int:
        if not 0 <= place < self.count:
            raise IndexError(place)
        return self.at[place]

    def __iter__(self) -> Iterator[int]:
        return iter([self.at[place] for place in range(self.count)])


def words(numbers: Iterable[int]) -> Words:
    """The given sets of squares."""
    listed = list(numbers)
    found = Words(len(listed))
    for place in range(found.count):
        found.at[place] = listed[place]
    return found


class Grid:
    """The tables of one board, which never change.

    `lines` has every line of k, ordered along each row, column and diagonal; `runs` has the index
    at which each of those begins, and the end. `through` has the lines through each square, square
    by square; `first` has the index at which those of each square begin, and the end. `images` has
    the image of each subset of each group of eight squares, for each symmetry.
    """

    def __init__(self, rules: Rules, symmetries: tuple[Symmetry, ...]) -> None:
        self.size = rules.size
        self.k = rules.k
        self.full = rules.full
        runs = list(_runs(rules))
        self.lines = words([line for run in runs for line in run])
        self.runs = cells("q", _ends(len(run) for run in runs))
        through = [
            [line for run in runs for line in run if line >> square & 1]
            for square in range(self.size)
        ]
        self.through = words([line for lines in through for line in lines])
        self.first = cells("q", _ends(len(lines) for lines in through))
        self.bytes = (self.size + 7) // 8
        self.symmetries = len(symmetries)
        self.images = words(_images(symmetries))
        self.maker = self.breaker = 0

    def image(self, bits: int, symmetry: int) -> int:
        """The image of a set of squares."""
        place = symmetry * self.bytes * 256
        found = 0
        while bits:
            found = found | self.images.at[place + (bits & 255)]
            bits = bits >> 8
            place += 256
        return found

    def canonical(self, maker: int, breaker: int) -> None:
        """Set `maker` and `breaker` to the least image of a position."""
        self.maker = maker
        self.breaker = breaker
        for symmetry in range(1, self.symmetries):
            turned = self.image(maker, symmetry)
            if turned <= self.maker:
                other = self.image(breaker, symmetry)
                if turned < self.maker or other < self.breaker:
                    self.maker = turned
                    self.breaker = other

    def completing(self, own: int, empty: int) -> int:
        """The empty squares that complete a line with squares of a set."""
        found = 0
        for number in range(self.lines.count):
            missing = self.lines.at[number] & ~own
            if missing & (missing - 1) == 0:
                found = found | (missing & empty)
        return found

    def gained(self, own: int, empty: int, square: int) -> int:
        """The empty squares that complete a line through a given square of a set."""
        found = 0
        for number in range(self.first[square], self.first[square + 1]):
            missing = self.through.at[number] & ~own
            if missing & (missing - 1) == 0:
                found = found | (missing & empty)
        return found


def cells(kind: str, numbers: Iterable[int]) -> memoryview[int]:
    """A buffer of numbers: of 64 bits, `Q` unsigned and `q` signed, or `i` of 32."""
    return memoryview(array(kind, numbers))


def count(bits: int) -> int:
    """The number of squares in a set."""
    return count_half(bits & _FULL) + count_half(upper(bits))


def upper(bits: int) -> int:
    """What is above the lower 64 bits; in two steps, as C has no shift by all bits of a word."""
    return (bits >> 32) >> 32


def count_half(bits: int) -> int:
    """The number of squares among 64, in steps that compilers turn into one instruction."""
    odd = 0x5555555555555555
    pairs = 0x3333333333333333
    nibbles = 0x0F0F0F0F0F0F0F0F
    bytes_ = 0x0101010101010101
    full = 0xFFFFFFFFFFFFFFFF
    bits = bits - ((bits >> 1) & odd)
    bits = (bits & pairs) + ((bits >> 2) & pairs)
    bits = (bits + (bits >> 4)) & nibbles
    return ((bits * bytes_) & full) >> 56


def lowest(bits: int) -> int:
    """The first square of a nonempty set."""
    return count((bits & (0 - bits)) - 1)


def mixed(first: int, second: int, more: int) -> int:
    """32 bits that hang on all of a position, for its place in a table."""
    found = (first * _FIRST + second * _SECOND + more) & _FULL
    found = (found + upper(first) * _THIRD + upper(second) * _FOURTH) & _FULL
    return (((found ^ (found >> 29)) * _THIRD) & _FULL) >> 32


def whole_lines(rules: Rules) -> list[tuple[int, list[int]]]:
    """Every row, column and diagonal, of any length, with the number of its direction."""
    width, height = rules.width, rules.height
    lines = []
    for step, (across, down) in enumerate(STEPS):
        for square in range(rules.size):
            row, column = divmod(square, width)
            if 0 <= column - across < width and 0 <= row - down < height:
                continue
            line = []
            while 0 <= column < width and 0 <= row < height:
                line.append(row * width + column)
                column, row = column + across, row + down
            lines.append((step, line))
    return lines


def neighbours(rules: Rules, reach: int) -> tuple[memoryview[int], memoryview[int]]:
    """The squares near each square, one after the other, and where each square's begin."""
    near: list[int] = []
    begins = [0]
    for square in range(rules.size):
        row, column = divmod(square, rules.width)
        near += [
            other_row * rules.width + other
            for other_row in range(max(row - reach, 0), min(row + reach + 1, rules.height))
            for other in range(max(column - reach, 0), min(column + reach + 1, rules.width))
            if (other_row, other) != (row, column)
        ]
        begins.append(len(near))
    return cells("q", near), cells("q", begins)


def _runs(rules: Rules) -> list[list[int]]:
    """The lines of every row, column and diagonal that has lines."""
    steps = STEPS if rules.k > 1 else STEPS[:1]
    found = []
    for across, down in steps:
        for start in range(rules.size):
            run = _run(rules, start, across, down)
            behind = _run(rules, start, -across, -down)
            if len(behind) == 1 and len(run) >= rules.k:
                begins = range(len(run) - rules.k + 1)
                found.append([sum(run[begin : begin + rules.k]) for begin in begins])
    return found


def _run(rules: Rules, start: int, across: int, down: int) -> list[int]:
    """The squares from a start in a direction to the edge."""
    row, column = divmod(start, rules.width)
    found = []
    while 0 <= row < rules.height and 0 <= column < rules.width:
        found.append(1 << row * rules.width + column)
        row, column = row + down, column + across
    return found


def _ends(lengths: Iterable[int]) -> list[int]:
    return list(accumulate(lengths, initial=0))


def _images(symmetries: tuple[Symmetry, ...]) -> Iterable[int]:
    for symmetry in symmetries:
        for start in range(0, len(symmetry), 8):
            table = [0]
            for target in symmetry[start : start + 8]:
                table += [image | 1 << target for image in table]
            yield from table * (256 // len(table))
