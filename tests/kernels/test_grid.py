"""The tables of a board, against the core; words of 64 and 128 bits, against integers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Rules
from noughts.core.bits import squares
from noughts.core.symmetry import symmetries, transform
from noughts.kernels.grid import Grid
from noughts.kernels.words128 import kernel
from tests.core.strategies import boards

WIDE_BOARDS = ["9x9:6", "11x11:5", "16x8:3", "13x5:4", "26x4:2", "8x16:8"]  # over 64 squares


def grid_of(rules: Rules) -> Grid:
    found: Grid = kernel("grid", rules.size).Grid(rules, symmetries(rules.width, rules.height))
    return found


def test_the_lines_are_those_of_the_core() -> None:
    for text in ("3x3:3", "7x3:4", "3x7:4", "8x8:5", "1x1:1", "5x2:1", "9x1:9", *WIDE_BOARDS):
        rules = Rules.parse(text)
        assert sorted(grid_of(rules).lines) == sorted(set(rules.line_masks)), text


@st.composite
def marked_boards(draw: st.DrawFn) -> tuple[Rules, int, int]:
    """A board with marks anywhere."""
    rules = draw(boards(8) | st.sampled_from(WIDE_BOARDS).map(Rules.parse))
    own = draw(st.integers(0, rules.full))
    return rules, own, draw(st.integers(0, rules.full)) & ~own


@given(marked_boards())
def test_completing_squares_are_those_of_the_lines(marks: tuple[Rules, int, int]) -> None:
    rules, own, other = marks
    grid, empty = grid_of(rules), rules.full & ~(own | other)
    missing = [(line, line & ~own) for line in rules.line_masks]
    found = {line: left for line, left in missing if left.bit_count() <= 1 and not left & ~empty}
    assert grid.completing(own, empty) == union(found.values())
    for square in squares(own):
        through = [left for line, left in found.items() if line >> square & 1]
        assert grid.gained(own, empty, square) == union(through)


def union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


@given(marked_boards())
def test_the_canonical_image_is_the_least(marks: tuple[Rules, int, int]) -> None:
    rules, own, other = marks
    grid, found = grid_of(rules), []
    for number, symmetry in enumerate(symmetries(rules.width, rules.height)):
        found.append((transform(own, symmetry), transform(other, symmetry)))
        assert (grid.image(own, number), grid.image(other, number)) == found[-1]
    grid.canonical(own, other)
    assert (grid.maker, grid.breaker) == min(found)


# Words of 64 and of 128 bits, against Python's integers.


@pytest.mark.parametrize("width", [64, 128])
@given(st.data())
def test_squares_are_counted_and_the_first_is_found(width: int, data: st.DataObject) -> None:
    words = kernel("grid", width)
    bits = data.draw(st.integers(1, 2**width - 1))
    assert words.count(bits) == bits.bit_count()
    assert words.lowest(bits) == (bits & -bits).bit_length() - 1
    assert words.count(0) == 0


@given(st.lists(st.integers(0, 2**128 - 1)))
def test_words_are_kept_whole(numbers: list[int]) -> None:
    found = kernel("grid", 128).words(numbers)
    assert (list(found), found.count) == (numbers, len(numbers))
    for outside in (-1, len(numbers)):
        with pytest.raises(IndexError):
            found[outside]
