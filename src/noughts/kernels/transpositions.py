"""The transposition table of the alpha-beta search: what was found about a position, by its hash.

A score is for the side to move; a win in n plies scores WIN - n. The search counts those plies from
its root, `ply` before the position; the table counts them from the position.

An entry is two words, the hash and what was found: the move in the lowest 16 bits, then the score
plus 2**15 (16 bits), the depth (8), the bound (2) and the generation (8).
"""

from __future__ import annotations

from mmap import mmap

WIN = 30_000
SURE = 29_000  # scores beyond are those of wins and losses
NO_MOVE = 0xFFFF
UPPER, LOWER, EXACT = 1, 2, 3  # what the score is a bound of

_SURE = SURE  # as this module compiled has it; others import the name above
_BUCKET = 2  # entries
_ZERO = 1 << 15  # a score of 0


class Transpositions:
    """A table of a power of two of entries, 16 bytes each."""

    def __init__(self, entries: int) -> None:
        self.entries = entries
        self.mask = entries - _BUCKET
        self.clear()
        self.move = self.score = self.depth = self.bound = 0

    def clear(self) -> None:
        """Forget everything."""
        # Mapped memory is allocated as it is written to.
        self.words = memoryview(mmap(-1, 16 * self.entries)).cast("Q")
        self.generation = 0

    def age(self) -> None:
        """Let the entries of earlier searches be replaced first."""
        self.generation = (self.generation + 1) & 255

    def recall(self, key: int, ply: int) -> bool:
        """Look up a position; if it is there, set `move`, `score`, `depth` and `bound`."""
        place = 2 * (key & self.mask)
        for _ in range(_BUCKET):
            if self.words[place] == key and self.words[place + 1] != 0:
                word = self.words[place + 1]
                self.move = word & 0xFFFF
                score = (word >> 16 & 0xFFFF) - _ZERO
                self.score = score + self.sooner(score, -ply)
                self.depth = word >> 32 & 0xFF
                self.bound = word >> 40 & 3
                return True
            place += 2
        return False

    def keep(self, key: int, move: int, score: int, ply: int, depth: int, bound: int) -> None:
        """Store a position, in place of itself, an older one, or the one searched least."""
        place = 2 * (key & self.mask)
        if self.words[place] != key and (
            self.words[place + 2] == key or self.value(place + 2) < self.value(place)
        ):
            place += 2
        self.words[place] = key
        score += self.sooner(score, ply)
        found = move | ((score + _ZERO) << 16) | (depth << 32) | (bound << 40)
        self.words[place + 1] = found | (self.generation << 48)

    def sooner(self, score: int, ply: int) -> int:
        """Return what a win or loss scores more if it comes so many plies sooner."""
        if score > _SURE:
            return ply
        return -ply if score < -_SURE else 0

    def value(self, place: int) -> int:
        """Return how much an entry is worth keeping."""
        word = self.words[place + 1]
        age = (self.generation - (word >> 48)) & 255
        return (word >> 32 & 0xFF) - 8 * age
