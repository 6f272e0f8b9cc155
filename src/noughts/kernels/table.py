# cython: annotation_typing=False, freethreading_compatible=True, boundscheck=False
# cython: wraparound=False
"""What a proof search remembers: exact positions, in a table that keeps what took most work.

An entry is four words: the maker's squares, the breaker's, what is known, and how. What is known
of an open position is its proof number times 2**32 plus its disproof number; of one that the
breaker holds, the squares his strategy needs (see `proofs.py`). The last word is the work in nodes
times 16, plus 8 for an entry in use, 4 if it is the maker's turn, and the state.
"""

from __future__ import annotations

INFINITE = 1 << 30  # the disproof number of what is won, and the proof number of what is held
LEAST_ENTRIES = 4

_OPEN, _WON, _HELD = 0, 1, 2
_USED, _TURN, _STATE = 8, 4, 3
_MOST_WORK = (1 << 59) - 1

_LOW, _FULL = (1 << 32) - 1, (1 << 64) - 1
_FIRST, _SECOND, _THIRD = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xBF58476D1CE4E5B9


class Table:
    """So many entries, a power of two and at least four, of 32 bytes each."""

    def __init__(self, entries: int) -> None:
        self.words = memoryview(bytearray(32 * entries)).cast("Q")
        self.mask = entries - LEAST_ENTRIES
        self.filled = 0
        self.proof = self.disproof = 1
        self.zone = 0
        self.work = 0

    def recall(self, maker: int, breaker: int, makers: bool) -> bool:
        """Leave what is known of a position in `proof`, `disproof`, `zone` and `work`, if it is."""
        place = self.find(maker, breaker, _TURN if makers else 0)
        if place < 0:
            return False
        known = self.words[place + 2]
        state = self.words[place + 3] & _STATE
        self.work = self.words[place + 3] >> 4
        self.zone = known if state == _HELD else 0
        if state == _OPEN:
            self.proof = known >> 32
            self.disproof = known & _LOW
        else:
            self.proof = 0 if state == _WON else INFINITE
            self.disproof = INFINITE if state == _WON else 0
        return True

    def keep(
        self, maker: int, breaker: int, makers: bool, proof: int, disproof: int, zone: int, work: int
    ) -> None:
        """Remember a position, in place of the one of its bucket that took the least work."""
        turn = _TURN if makers else 0
        state = _WON if proof == 0 else _HELD if disproof == 0 else _OPEN
        place = self.find(maker, breaker, turn)
        if place < 0:
            place = self.least(self.bucket(maker, breaker, turn))
            if self.words[place + 3] == 0:
                self.filled += 1
        self.words[place] = maker
        self.words[place + 1] = breaker
        self.words[place + 2] = ((proof << 32) | disproof) if state == _OPEN else zone
        self.words[place + 3] = (min(work, _MOST_WORK) << 4) | _USED | turn | state

    def bucket(self, maker: int, breaker: int, turn: int) -> int:
        """The first word of the entries a position may be in."""
        mixed = (maker * _FIRST + breaker * _SECOND + turn) & _FULL
        mixed = ((mixed ^ (mixed >> 29)) * _THIRD) & _FULL
        return ((mixed >> 32) & self.mask) * 4

    def find(self, maker: int, breaker: int, turn: int) -> int:
        """The first word of a position's entry, or -1; `turn` is 4 for the maker's, else 0."""
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
        """The entry of a bucket that took the least work."""
        found = place
        for _ in range(3):
            place += 4
            if self.words[place + 3] >> 4 < self.words[found + 3] >> 4:
                found = place
        return found
