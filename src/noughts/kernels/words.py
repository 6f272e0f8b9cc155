# cython: annotation_typing=False, freethreading_compatible=True
"""Sets of up to 64 squares as 64-bit words."""

from __future__ import annotations

FULL = (1 << 64) - 1


def count(bits: int) -> int:
    """The number of squares in a set, in steps that compilers turn into one instruction."""
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
