"""The tables of a board, against the core; words of 64 and 128 bits, against integers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Mark, Position, Rules
from noughts.core.bits import squares
from noughts.core.symmetry import symmetries, transform
from noughts.core.threats import winning_squares
from noughts.kernels.grid import Grid
from noughts.kernels.words128 import kernel
from tests.core.strategies import positions

WIDE_BOARDS = ["9x9:6", "11x11:5", "16x8:3", "13x5:4", "26x4:2", "8x16:8"]


def grid_of(rules: Rules) -> Grid:
    found: Grid = kernel("grid", rules.size).Grid(rules, symmetries(rules.width, rules.height))
    return found


def test_the_lines_are_those_of_the_core() -> None:
    for text in ("3x3:3", "7x3:4", "3x7:4", "8x8:5", "1x1:1", "5x2:1", "9x1:9", *WIDE_BOARDS):
        rules = Rules.parse(text)
        assert sorted(grid_of(rules).lines) == sorted(set(rules.line_masks)), text


@given(positions(longest=8))
def test_completing_squares_are_those_of_the_core(position: Position) -> None:
    grid = grid_of(position.rules)
    for mark in Mark:
        own = position.marks(mark)
        expected = winning_squares(position, mark)
        if not position.rules.lines.has_line(own):
            assert grid.completing(own, position.empty) == expected
            gained = [grid.gained(own, position.empty, square) for square in squares(own)]
            assert position.rules.k == 1 or sum({bit for each in gained for bit in bits(each)}) == (
                expected
            )


def bits(squares_of: int) -> list[int]:
    return [1 << square for square in squares(squares_of)]


@given(positions(longest=8))
def test_all_images_of_a_position_have_one_canonical_image_which_is_one_of_them(
    position: Position,
) -> None:
    rules = position.rules
    grid = grid_of(rules)
    images = [
        (transform(position.xs, each), transform(position.os, each))
        for each in symmetries(rules.width, rules.height)
    ]
    found = set()
    for xs, os in images:
        grid.canonical(xs, os)
        found.add((grid.maker, grid.breaker))
    assert len(found) == 1
    assert found <= set(images)


# Boards of more than 64 squares, with marks anywhere.


@st.composite
def wide_marks(draw: st.DrawFn) -> tuple[Rules, int, int]:
    rules = Rules.parse(draw(st.sampled_from(WIDE_BOARDS)))
    own = draw(st.integers(0, rules.full))
    return rules, own, draw(st.integers(0, rules.full)) & ~own


@given(wide_marks())
def test_completing_squares_of_wide_boards_are_those_of_their_lines(
    marks: tuple[Rules, int, int],
) -> None:
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


@given(wide_marks())
def test_the_canonical_image_of_a_wide_board_is_the_least(marks: tuple[Rules, int, int]) -> None:
    rules, own, other = marks
    grid, found = grid_of(rules), []
    for number, symmetry in enumerate(symmetries(rules.width, rules.height)):
        found.append((transform(own, symmetry), transform(other, symmetry)))
        assert (grid.image(own, number), grid.image(other, number)) == found[-1]
    grid.canonical(own, other)
    assert (grid.maker, grid.breaker) == min(found)


# Words of 64 and of 128 bits, against Python's integers.

widths = pytest.mark.parametrize("width", [64, 128])


@widths
@given(st.data())
def test_squares_are_counted(width: int, data: st.DataObject) -> None:
    bits = data.draw(st.integers(0, 2**width - 1))
    assert kernel("grid", width).count(bits) == bits.bit_count()


@widths
@given(st.data())
def test_the_first_square_is_found(width: int, data: st.DataObject) -> None:
    bits = data.draw(st.integers(1, 2**width - 1))
    assert kernel("grid", width).lowest(bits) == (bits & -bits).bit_length() - 1


@given(st.lists(st.integers(0, 2**128 - 1)))
def test_words_are_kept_whole(numbers: list[int]) -> None:
    found = kernel("grid", 128).words(numbers)
    assert (list(found), found.count) == (numbers, len(numbers))
    for outside in (-1, len(numbers)):
        with pytest.raises(IndexError):
            found[outside]
