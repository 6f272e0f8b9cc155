"""O's answers in a tile: the game in which X wants all squares of a word.

The walk is the checker's, which says why it holds: only what to answer is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from noughts import verify_families as checker
from noughts.core.errors import Unsolved

_ZERO = ord("0")


def answers(words: str) -> str:
    """O's answers in the order in which the checker reads them.

    Raises Unsolved if O cannot keep X from every word.

    >>> answers("abc cde efg gha aec")
    '220'
    """
    found: list[int] = []
    seen: set[checker.Position] = set()

    def hold(left: list[checker.Word]) -> None:
        for position in checker.positions(left):
            if position in seen:
                continue
            seen.add(position)
            for lacks in checker.attacks(position):
                answer = _holding_square(frozenset(lacks))
                if answer is None:
                    raise Unsolved("O cannot keep X from every word")
                found.append(answer)
                hold(_without(answer, lacks))

    hold(checker.shortest(frozenset(ord(sign) - _ZERO for sign in word) for word in words.split()))
    return "".join(chr(_ZERO + answer) for answer in found)


@cache
def _holding_square(lacks: checker.Position) -> int | None:
    """The square with which O, to move, keeps X from every word."""
    if frozenset() in lacks:
        return None
    with_each = checker.incidence(lacks)
    forced = {square for word in lacks if len(word) == 1 for square in word}
    squares = forced or sorted(with_each, key=lambda each: -checker.weight(with_each[each]))
    return next((each for each in squares if _holds(_without(each, lacks))), None)


def _holds(words: list[checker.Word]) -> bool:
    """True if O keeps X, to move, from every word."""
    return all(
        _holding_square(frozenset(lacks)) is not None
        for position in checker.positions(words)
        for lacks in checker.attacks(position)
    )


def _without(answer: int, lacks: Iterable[checker.Word]) -> list[checker.Word]:
    """The words that an answer does not stop."""
    return [word for word in lacks if answer not in word]
