"""The table of a proof search: exact positions, where entries that took more work are kept longer.

An entry is four numbers of 64 bits: the maker's squares, the breaker's, the proof number times
2**32 plus the disproof number, and the work in nodes times 4, plus 2 for an entry in use, plus 1 if
it is the maker's turn, plus 2**63 if it is news: kept since it was last gathered as such. On boards
of more than 64 squares two more have the other squares of the maker and of the breaker.
"""

from __future__ import annotations

from mmap import mmap

from .grid import HALF, mixed, upper

LEAST_ENTRIES = 4
NARROW, WIDE = 4, 6  # numbers of an entry on boards of up to 64 squares, and of more
INFINITE = 1 << 30  # the largest number

_USED, _TURN, _NEWS = 2, 1, 1 << 63
_MOST_WORK = (1 << 61) - 1

_LOW, _FULL = (1 << 32) - 1, (1 << 64) - 1


def whole(lower: int, above: int) -> int:
    """Return the set of which `upper` gives the one above; in two steps as there."""
    return lower | ((above << 32) << 32)


class Table:
    """A table of `entries` entries, a power of two and at least four, for boards of some size."""

    def __init__(self, entries: int, squares: int = HALF) -> None:
        self.width = NARROW if squares <= HALF else WIDE
        # Mapped memory is allocated as it is written to; a bytearray of 128 MB takes 50 ms.
        self.words = memoryview(mmap(-1, 8 * self.width * entries)).cast("Q")
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
        self.work = self.work_at(place)
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
        self.words[place] = maker & _FULL
        self.words[place + 1] = breaker & _FULL
        self.words[place + 2] = (proof << 32) | disproof
        self.words[place + 3] = (min(work, _MOST_WORK) << 2) | _NEWS | _USED | turn
        if self.width > NARROW:
            self.words[place + 4] = upper(maker)
            self.words[place + 5] = upper(breaker)

    def work_at(self, place: int) -> int:
        """Return the work of the entry at a place."""
        return (self.words[place + 3] & ~_NEWS) >> 2

    def gather(self, only_news: bool = False) -> memoryview[int]:
        """Return the numbers of all entries, entry by entry.

        Or only of those that are news, which they are not any more.
        """
        gathered = memoryview(mmap(-1, 8 * len(self.words))).cast("Q")
        found = gathered
        end = 0
        for place in range(0, len(self.words), self.width):
            last = self.words[place + 3]
            if last != 0 and (last & _NEWS or not only_news):
                for number in range(self.width):
                    found[end + number] = self.words[place + number]
                found[end + 3] = last & ~_NEWS
                if only_news:
                    self.words[place + 3] = last & ~_NEWS
                end += self.width
        return gathered[:end]

    def absorb(self, words: memoryview[int]) -> None:
        """Store the entries another table gathered, if they are settled, new or took more work.

        An entry that is settled gives way to settled ones only.
        """
        for place in range(0, len(words) - self.width + 1, self.width):
            maker = words[place]
            breaker = words[place + 1]
            if self.width > NARROW:
                maker = whole(maker, words[place + 4])
                breaker = whole(breaker, words[place + 5])
            turn = words[place + 3] & _TURN
            proof = words[place + 2] >> 32
            disproof = words[place + 2] & _LOW
            work = words[place + 3] >> 2
            is_better = not self.recall(maker, breaker, turn != 0) or (
                self.work < work and self.proof != 0 and self.disproof != 0
            )
            if is_better or proof == 0 or disproof == 0:
                self.keep(maker, breaker, turn != 0, proof, disproof, work)
                kept = self.find(maker, breaker, turn)
                self.words[kept + 3] = self.words[kept + 3] & ~_NEWS

    def bucket(self, maker: int, breaker: int, turn: int) -> int:
        """Return the first number of the bucket of a position."""
        return (mixed(maker, breaker, turn) & self.mask) * self.width

    def find(self, maker: int, breaker: int, turn: int) -> int:
        """Return the first number of a position's entry, or -1; `turn` is 1 for the maker's."""
        place = self.bucket(maker, breaker, turn)
        for _ in range(4):
            if (
                self.words[place] == maker & _FULL
                and self.words[place + 1] == breaker & _FULL
                and (self.words[place + 3] & (_USED | _TURN)) == (_USED | turn)
                and (
                    self.width == NARROW
                    or (
                        self.words[place + 4] == upper(maker)
                        and self.words[place + 5] == upper(breaker)
                    )
                )
            ):
                return place
            place += self.width
        return -1

    def least(self, place: int) -> int:
        """Return the entry of a bucket with the least work."""
        found = place
        for _ in range(3):
            place += self.width
            if self.work_at(place) < self.work_at(found):
                found = place
        return found
