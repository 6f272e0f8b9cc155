"""O's answers in a tile: the game in which X wants all letters of a word.

A word with an O is dead. X gets none if, X to move, the sum of 2 to the minus n for the words that
lack n letters is below one half (Erdős and Selfridge, 1973).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from noughts.core.bits import squares
from noughts.core.errors import Unsolved

_ZERO = ord("0")
_WHOLE = 64  # the sum counts in units of 2 to the minus this


def answers(words: str, others: str = "") -> str:
    """O's letters in the order in which the checker reads them; other letters are in no word.

    Raises Unsolved if O cannot keep X from every word.

    >>> answers("ab cd")
    'badc'
    """
    tile = _Tile([_letters(word) for word in words.split()], _letters(others))
    return "".join(chr(_ZERO + move) for move in tile.walk())


def _letters(word: str) -> int:
    return sum(1 << ord(letter) - _ZERO for letter in set(word))


class _Tile:
    def __init__(self, words: list[int], others: int) -> None:
        self.words = words
        self.letters = others | _union(words)
        self.answer = cache(self._answer)

    def walk(self) -> list[int]:
        """O's answers, depth first; a position seen before has none."""
        moves: list[int] = []
        seen: set[tuple[int, int]] = set()

        def follow(crosses: int, noughts: int) -> None:
            lacks = self.lacks(crosses, noughts)
            if (crosses, noughts) in seen or _is_safe(lacks):
                return
            seen.add((crosses, noughts))
            for mark in squares(_union(lacks)):
                taken = crosses | 1 << mark
                answer = self.answer(taken, noughts)
                if answer is None:
                    raise Unsolved("O cannot keep X from every word")
                if answer:
                    moves.append(answer.bit_length() - 1)
                follow(taken, noughts | answer)

        follow(0, 0)
        return moves

    def lacks(self, crosses: int, noughts: int) -> list[int]:
        """What X lacks of each word without an O."""
        return [word & ~crosses for word in self.words if not word & noughts]

    def _answer(self, crosses: int, noughts: int) -> int | None:
        """The letter with which O keeps X from every word, as a set; empty if none is left."""
        lacks = self.lacks(crosses, noughts)
        if 0 in lacks:
            return None
        for answer in sorted(squares(_union(lacks)), key=lambda each: -_weight(lacks, each)):
            if self.holds(crosses, noughts | 1 << answer):
                return 1 << answer
        free = self.letters & ~(crosses | noughts)
        return None if lacks else free & -free

    def holds(self, crosses: int, noughts: int) -> bool:
        """Whether O holds a position with X to move."""
        lacks = self.lacks(crosses, noughts)
        if any(lack & (lack - 1) == 0 for lack in lacks):
            return False
        if _is_safe(lacks):
            return True
        marks = sorted(squares(_union(lacks)), key=lambda each: -_weight(lacks, each))
        return all(self.answer(crosses | 1 << mark, noughts) is not None for mark in marks)


def _union(sets: Iterable[int]) -> int:
    found = 0
    for each in sets:
        found |= each
    return found


def _weight(lacks: list[int], letter: int) -> int:
    return sum(1 << _WHOLE - lack.bit_count() for lack in lacks if lack >> letter & 1)


def _is_safe(lacks: list[int]) -> bool:
    return 2 * sum(1 << _WHOLE - lack.bit_count() for lack in lacks) < 1 << _WHOLE
