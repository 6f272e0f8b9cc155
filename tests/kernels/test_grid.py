"""The tables of a board, against the core; words of 64 bits, against integers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from noughts import Mark, Position, Rules
from noughts.core.bits import squares
from noughts.core.symmetry import symmetries, transform
from noughts.core.threats import winning_squares
from noughts.kernels.grid import Grid, count, lowest
from tests.core.strategies import positions


def grid_of(rules: Rules) -> Grid:
    return Grid(rules, symmetries(rules.width, rules.height))


def test_the_lines_are_those_of_the_core() -> None:
    for text in ("3x3:3", "7x3:4", "3x7:4", "8x8:5", "1x1:1", "5x2:1", "9x1:9"):
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


# Words of 64 bits, against Python's integers.


@given(st.integers(0, 2**64 - 1))
def test_squares_are_counted(bits: int) -> None:
    assert count(bits) == bits.bit_count()


@given(st.integers(1, 2**64 - 1))
def test_the_first_square_is_found(bits: int) -> None:
    assert lowest(bits) == (bits & -bits).bit_length() - 1
