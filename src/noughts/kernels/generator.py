"""Random numbers: sfc32 by Chris Doty-Humphrey (PractRand), in many parallel streams.

In a buffer of 32-bit words, each column is a stream. Rows 0 to 2 are the state, the first word of
row 3 is the counter of all streams, and row 4 is what was drawn. All columns undergo the same
operations on 32 bits, so that a compiler can vectorise them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # Buffers: typed when compiled, otherwise anything with indices and a shape.
    Words = Any  # of 32 bits, in rows and columns
    Cells = Any

MASK = 0xFFFFFFFF
ROWS = 5


def seed_streams(words: Words, low: int, high: int, number: int) -> None:
    """Seed the columns with separate streams of the seed `high << 32 | low`.

    The first column gets the stream with this number, and the others the following ones.
    """
    mask = MASK
    for column in range(words.shape[1]):
        words[0, column] = low
        words[1, column] = high
        words[2, column] = (number + column) & mask
    words[3, 0] = 1
    for _ in range(20):  # by then every bit of the seed has reached every bit of the state
        draw(words)


def draw(words: Words) -> None:
    """Draw 32 bits from every stream."""
    mask = MASK
    counted = words[3, 0]
    words[3, 0] = (counted + 1) & mask
    for column in range(words.shape[1]):
        drawn = (words[0, column] + words[1, column] + counted) & mask
        words[0, column] = words[1, column] ^ (words[1, column] >> 9)
        words[1, column] = (words[2, column] + (words[2, column] << 3)) & mask
        turned = (words[2, column] << 21) | (words[2, column] >> 11)
        words[2, column] = (turned + drawn) & mask
        words[4, column] = drawn
