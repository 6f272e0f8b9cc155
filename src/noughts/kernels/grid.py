"""Sets of squares as words; the lines and symmetries of a board as tables.

A word has 64 bits, or 128 in `noughts.kernels.words128`, which is made of the same sources: so they
import each other by relative names. In plain Python it is an integer of any width.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from noughts.core.rules import Rules
from noughts.core.symmetry import Symmetry
from noughts.kernels.layout import cells, images, lines_of

try:
    import cython
except ImportError:
    from noughts.kernels import compilation as cython

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
    """Return the given sets of squares."""
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
        lines, runs, through, first = lines_of(rules)
        self.lines = words(lines)
        self.runs = cells("q", runs)
        self.through = words(through)
        self.first = cells("q", first)
        self.bytes = (self.size + 7) // 8
        self.symmetries = len(symmetries)
        self.images = words(images(symmetries))
        self.maker = self.breaker = self.symmetry = 0

    def image(self, bits: int, symmetry: int) -> int:
        """Return the image of a set of squares."""
        place = symmetry * self.bytes * 256
        found = 0
        while bits:
            found = found | self.images.at[place + (bits & 255)]
            bits = bits >> 8
            place += 256
        return found

    def canonical(self, maker: int, breaker: int) -> None:
        """Set `maker` and `breaker` to the least image of a position, by the `symmetry` it sets."""
        self.maker = maker
        self.breaker = breaker
        self.symmetry = 0
        for symmetry in range(1, self.symmetries):
            turned = self.image(maker, symmetry)
            if turned <= self.maker:
                other = self.image(breaker, symmetry)
                if turned < self.maker or other < self.breaker:
                    self.maker = turned
                    self.breaker = other
                    self.symmetry = symmetry

    def completing(self, own: int, empty: int) -> int:
        """Return the empty squares that complete a line with squares of a set."""
        found = 0
        for number in range(self.lines.count):
            missing = self.lines.at[number] & ~own
            if missing & (missing - 1) == 0:
                found = found | (missing & empty)
        return found

    def gained(self, own: int, empty: int, square: int) -> int:
        """Return the empty squares that complete a line through a given square of a set."""
        found = 0
        for number in range(self.first[square], self.first[square + 1]):
            missing = self.through.at[number] & ~own
            if missing & (missing - 1) == 0:
                found = found | (missing & empty)
        return found


def count(bits: int) -> int:
    """Return the number of squares in a set."""
    return count_half(bits & _FULL) + count_half(upper(bits))


def upper(bits: int) -> int:
    """Return the bits above the lower 64; in two steps, as C has no shift by all bits of a word."""
    return (bits >> 32) >> 32


def count_half(bits: int) -> int:
    """Return the number of squares among 64, in steps that compilers turn into one instruction."""
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
    """Return the first square of a nonempty set."""
    return count((bits & (0 - bits)) - 1)


def mixed(first: int, second: int, more: int) -> int:
    """32 bits that hang on all of a position, for its place in a table."""
    found = (first * _FIRST + second * _SECOND + more) & _FULL
    found = (found + upper(first) * _THIRD + upper(second) * _FOURTH) & _FULL
    return (((found ^ (found >> 29)) * _THIRD) & _FULL) >> 32
