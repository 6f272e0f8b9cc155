"""The lines, neighbours and symmetries of a board as lists of numbers, from which kernels begin.

Plain Python, which words of both sizes share: a board is set up once, and compiling this would take
a twentieth of the time of installing.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain

from noughts.core.rules import Rules
from noughts.core.symmetry import Symmetry, byte_tables

STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def cells(kind: str, numbers: Iterable[int], times: int = 1) -> memoryview[int]:
    """Return a buffer of numbers, repeated: of 64 bits (`Q` unsigned, `q` signed) or 32 (`i`)."""
    return memoryview(array(kind, numbers) * times)


def places_on_lines(
    rules: Rules,
) -> tuple[memoryview[int], memoryview[int], memoryview[int], list[int]]:
    """For each square and direction the line, and the squares behind and ahead; all lengths.

    The lines are every row, column and diagonal, of any length.
    """
    at = {}
    lengths: list[int] = []
    for step, line in _whole_lines(rules):
        for behind, square in enumerate(line):
            at[square, step] = len(lengths), behind, len(line) - behind - 1
        lengths.append(len(line))
    lines, behinds, aheads = zip(*(places for _, places in sorted(at.items())), strict=True)
    return cells("q", lines), cells("q", behinds), cells("q", aheads), lengths


def neighbours(rules: Rules, reach: int) -> tuple[memoryview[int], memoryview[int]]:
    """Return the squares near each square, one after the other, and where each square's begin."""
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


def lines_of(rules: Rules) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return the tables of lines that `Grid` describes: `lines`, `runs`, `through` and `first`."""
    runs = [
        [sum(1 << square for square in line[at : at + rules.k]) for at in range(1 + over)]
        for step, line in _whole_lines(rules)
        if (over := len(line) - rules.k) >= 0 and (rules.k > 1 or step == 0)
    ]
    lines = [line for run in runs for line in run]
    through = [[line for line in lines if line >> square & 1] for square in range(rules.size)]
    return lines, _ends(runs), [line for each in through for line in each], _ends(through)


def _whole_lines(rules: Rules) -> Iterator[tuple[int, list[int]]]:
    """Return every row, column and diagonal, of any length, with the number of its direction."""
    width, height = rules.width, rules.height
    for step, (across, down) in enumerate(STEPS):
        for square in range(rules.size):
            row, column = divmod(square, width)
            if 0 <= column - across < width and 0 <= row - down < height:
                continue
            line = []
            while 0 <= column < width and 0 <= row < height:
                line.append(row * width + column)
                column, row = column + across, row + down
            yield step, line


def _ends(lists: list[list[int]]) -> list[int]:
    return list(accumulate(map(len, lists), initial=0))


def images(symmetries: tuple[Symmetry, ...]) -> Iterator[int]:
    """Return the image of each subset of each group of eight squares, for each symmetry."""
    for table in chain.from_iterable(map(byte_tables, symmetries)):
        yield from table * (256 // len(table))
