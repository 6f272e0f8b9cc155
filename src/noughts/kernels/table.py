# cython: annotation_typing=False, freethreading_compatible=True, boundscheck=False
# cython: wraparound=False
"""The table of a proof search: exact positions, where entries that took more work are kept longer.

An entry is four words: the maker's squares, the breaker's, the proof number times 2**32 plus the
disproof number, and the work in nodes times 4, plus 2 for an entry in use, plus 1 if it is the
maker's turn.
"""

from __future__ import annotations

from mmap import mmap

from noughts.kernels.grid import cells

LEAST_ENTRIES = 4

_USED, _TURN = 2, 1
_MOST_WORK = (1 << 61) - 1

_LOW, _FULL = (1 << 32) - 1, (1 << 64) - 1
_FIRST, _SECOND, _THIRD = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xBF58476D1CE4E5B9


class Table:
    """A table of `entries` entries of 32 bytes, a power of two and at least four."""

    def __init__(self, entries: int) -> None:
        # Mapped memory is allocated as it is written to; a bytearray of 128 MB takes 50 ms.
        self.words = memoryview(mmap(-1, 32 * entries)).cast("Q")
        self.mask = entries - LEAST_ENTRIES
        self.filled = 0
        self.proof = self.disproof = 1
        self.work = 0

    def recall(self, maker: int, breaker: int, makers: bool) -> bool:
        """Look up a position; if found, set `proof`, `disproof` and `work`."""
        place = self.find(maker, breaker, _TURN if makers else 0)
        if place < 0:
            return False
        self.proof = self.words[place + 2] >> 32
        self.disproof = self.words[place + 2] & _LOW
        self.work = self.words[place + 3] >> 2
        return True

    def keep(
        self, maker: int, breaker: int, makers: bool, proof: int, disproof: int, work: int
    ) -> None:
        """Store a position, replacing the entry of its bucket with the least work."""
        turn = _TURN if makers else 0
        place = self.find(maker, breaker, turn)
        if place < 0:
            place = self.least(self.bucket(maker, breaker, turn))
            if self.words[place + 3] == 0:
                self.filled += 1
        self.words[place] = maker
        self.words[place + 1] = breaker
        self.words[place + 2] = (proof << 32) | disproof
        self.words[place + 3] = (min(work, _MOST_WORK) << 2) | _USED | turn

    def gather(self, least: int) -> memoryview[int]:
        """The words of all entries with at least this much work, entry by entry."""
        found = cells("Q", [0] * self.gathered(least, self.words[:0]))
        self.gathered(least, found)
        return found

    def gathered(self, least: int, found: memoryview[int]) -> int:
        """Copy such entries while there is room; returns the number of words."""
        room = len(found)
        end = 0
        for place in range(0, len(self.words), 4):
            if self.words[place + 3] >> 2 >= least and self.words[place + 3] != 0:
                for word in range(4):
                    if end < room:
                        found[end] = self.words[place + word]
                    end += 1
        return end

    def absorb(self, words: memoryview[int]) -> None:
        """Store the entries another table gathered, if they are settled or not known here."""
        for place in range(0, len(words) - 3, 4):
            maker = words[place]
            breaker = words[place + 1]
            turn = words[place + 3] & _TURN
            proof = words[place + 2] >> 32
            disproof = words[place + 2] & _LOW
            if proof == 0 or disproof == 0 or self.find(maker, breaker, turn) < 0:
                self.keep(maker, breaker, turn != 0, proof, disproof, words[place + 3] >> 2)

    def bucket(self, maker: int, breaker: int, turn: int) -> int:
        """The first word of the bucket of a position."""
        mixed = (maker * _FIRST + breaker * _SECOND + turn) & _FULL
        mixed = ((mixed ^ (mixed >> 29)) * _THIRD) & _FULL
        return ((mixed >> 32) & self.mask) * 4

    def find(self, maker: int, breaker: int, turn: int) -> int:
        """The first word of a position's entry, or -1; `turn` is 4 if it is the maker's, else 0."""
        place = self.bucket(maker, breaker, turn)
        for _ in range(4):
            if (
                self.words[place] == maker
                and self.words[place + 1] == breaker
                and (self.words[place + 3] & (_USED | _TURN)) == (_USED | turn)
            ):
                return place
            place += 4
        return -1

    def least(self, place: int) -> int:
        """The entry of a bucket with the least work."""
        found = place
        for _ in range(3):
            place += 4
            if self.words[place + 3] >> 2 < self.words[found + 3] >> 2:
                found = place
        return found
