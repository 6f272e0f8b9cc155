"""A slow referee of forced wins: plain Python from the rules, without our kernels or threats.

A claim of a win is checked by playing it out against every legal reply. Two shortcuts are taken,
both exact: a side that can complete a line does so, and a reply that does not take the square on
which the other side completes one loses at once.

It is meant to be checked by reading it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache

from noughts.core import Mark, Position

_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))

# The move of the attacker, and within how many plies it wins, or None if it knows no win.
Strategy = Callable[[Position], tuple[int, int] | None]


class FalseClaim(AssertionError):
    """A claimed win that some reply refutes, or that its strategy does not carry out."""


@cache
def lines(width: int, height: int, k: int) -> tuple[int, ...]:
    """Every line of k squares as a set of squares."""
    steps = _STEPS if k > 1 else _STEPS[:1]
    found = []
    for row in range(height):
        for column in range(width):
            for across, down in steps:
                last_column, last_row = column + across * (k - 1), row + down * (k - 1)
                if 0 <= last_column < width and 0 <= last_row < height:
                    squares = ((row + down * at) * width + column + across * at for at in range(k))
                    found.append(sum(1 << square for square in squares))
    return tuple(found)


def completing(position: Position, mark: Mark) -> int:
    """The set of free squares that complete a line of a side."""
    rules, own = position.rules, position.xs if mark is Mark.X else position.os
    free = rules.full & ~(position.xs | position.os)
    found = 0
    for line in lines(rules.width, rules.height, rules.k):
        missing = line & ~own
        if missing & (missing - 1) == 0:  # at most one square; never none in an unfinished game
            found |= missing & free
    return found


def each_square(squares: int) -> Iterator[int]:
    """The squares of a set, in order."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


@dataclass
class Referee:
    """Plays claims out.

    A strategy that is asked again may know only a longer win than the one claimed: with
    `may_lengthen` that win is checked instead, and `longer` counts such cases.
    """

    strategy: Strategy
    may_lengthen: bool = False
    longer: int = 0
    _held: dict[Position, int] = field(default_factory=dict)

    def check(self, position: Position, plies: int) -> None:
        """Raise FalseClaim unless the side to move wins within so many plies by its strategy."""
        if completing(position, position.turn):
            _require(plies >= 1, position, "no ply is left for the win")
            return
        if self._held.get(position, plies + 1) <= plies:
            return
        _require(plies >= 3, position, "the claimed plies do not suffice")
        move, within = self._ask(position, plies)
        for after in _after_replies(position, position.play(move)):  # raises IllegalMove
            self.check(after, within - 2)
        self._held[position] = within

    def _ask(self, position: Position, plies: int) -> tuple[int, int]:
        """The strategy's move, and the plies within which it has to win."""
        known = self.strategy(position)
        if known is None:
            raise FalseClaim(f"{position.notation}: the strategy knows no win")
        move, claimed = known
        self.longer += claimed > plies
        is_kept = claimed <= plies or self.may_lengthen
        _require(is_kept, position, f"now it takes {claimed} plies, not {plies}")
        return move, max(claimed, plies)


def _after_replies(position: Position, played: Position) -> Iterator[Position]:
    """The positions after the attacker's move and every reply that does not lose at once."""
    _require(not completing(played, played.turn), position, "the defender wins at once")
    threatened = completing(played, position.turn)
    if threatened.bit_count() >= 2:
        return
    replies = threatened or played.empty
    _require(bool(replies), position, "the board is full")
    for reply in each_square(replies):
        after = played.play(reply)
        _require(bool(after.moves), position, "the board is full")
        yield after


def _require(holds: bool, position: Position, why: str) -> None:
    if not holds:
        raise FalseClaim(f"{position.notation}: {why}")
