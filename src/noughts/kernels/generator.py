# cython: annotation_typing=False, freethreading_compatible=True, boundscheck=False
# cython: wraparound=False
"""Random numbers: sfc32, by Chris Doty-Humphrey (PractRand), many streams side by side.

Rows 0 to 2 of a buffer of 32-bit words are the state, a stream a column; the first word of row 3
counts for all of them, and row 4 is what was drawn. The operations are the same for all columns and
need 32 bits, so that a compiler makes vectors of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # Buffers: typed where they are compiled, and whatever has indices and a shape where not.
    Words = Any  # of 32 bits, in rows and columns
    Cells = Any

MASK = 0xFFFFFFFF
ROWS = 5


def seed_streams(words: Words, low: int, high: int, number: int) -> None:
    """Make the columns streams of their own of the seed `high << 32 | low`.

    `number` says which: the first column's, the others follow.
    """
    mask = MASK
    for column in range(words.shape[1]):
        words[0, column] = low
        words[1, column] = high
        words[2, column] = (number + column) & mask
    words[3, 0] = 1
    for _ in range(20):  # every bit of the seed then has reached every bit of the state
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
