"""Words of 64 bits, against Python's integers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from noughts.kernels.words import count, lowest


@given(st.integers(0, 2**64 - 1))
def test_squares_are_counted(bits: int) -> None:
    assert count(bits) == bits.bit_count()


@given(st.integers(1, 2**64 - 1))
def test_the_first_square_is_found(bits: int) -> None:
    assert lowest(bits) == (bits & -bits).bit_length() - 1
