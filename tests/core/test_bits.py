"""Sets of squares as integers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.bits import of_squares, squares


def test_the_empty_set_has_no_squares() -> None:
    assert squares(0) == ()
    assert of_squares([]) == 0


@given(st.sets(st.integers(0, 675)))
def test_squares_come_back_in_reading_order(chosen: set[int]) -> None:
    assert squares(of_squares(chosen)) == tuple(sorted(chosen))


def test_every_set_of_ten_squares_is_listed_whether_tabulated_or_not() -> None:
    for bits in range(1 << 10):
        assert squares(bits) == tuple(square for square in range(10) if bits >> square & 1)


def test_a_square_named_twice_counts_once() -> None:
    assert of_squares([3, 3, 0]) == 0b1001


@pytest.mark.parametrize("bits", [1 << 675, (1 << 676) - 1])
def test_the_last_square_of_the_largest_board_is_kept(bits: int) -> None:
    assert squares(bits)[-1] == 675
    assert of_squares(squares(bits)) == bits
