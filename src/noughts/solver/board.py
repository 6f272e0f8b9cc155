"""What the solver knows about one board: where lines can be completed, and every proved bound."""

from __future__ import annotations

from operator import or_

from noughts.core.bits import squares
from noughts.core.rules import Rules
from noughts.solver.verdict import Verdict

# A bound takes about 100 bytes. The hardest board, 4×4:4, leaves 51,000 when its start is solved.
MOST_BOUNDS = 1 << 17
MOST_VERDICTS = 1 << 14  # 3×3 has 5,478 positions

_Pattern = tuple[int, int]  # the other squares of a line, and the square that completes it


class Board:
    """The tables of one board.

    A position is two sets of squares, those of the side to move and those of its opponent, or one
    number that holds both: its key. `completions` maps any set of squares to the squares that
    complete a line with others of the set. `floors` and `ceilings` are proved lower and upper
    bounds on the scores of positions (see `noughts.solver.search`). Dropping some of them costs
    time but never correctness.
    """

    __slots__ = ("ceilings", "completions", "floors", "full", "order", "rules", "size", "verdicts")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.size = rules.size
        self.full = rules.full
        lines = [(line, 1 << square) for line in rules.line_masks for square in squares(line)]
        patterns = [(line ^ square, square) for line, square in lines]
        self.completions = _completions(patterns, rules.size)
        weights = [sum(square == 1 << number for _, square in lines) for number in range(self.size)]
        # The squares on most lines first, from the centre out: half the work of reading order.
        self.order = [1 << number for number in sorted(range(self.size), key=lambda n: -weights[n])]
        self.floors: dict[int, int] = {}
        self.ceilings: dict[int, int] = {}
        self.verdicts: dict[int, Verdict] = {}

    def has_line(self, bits: int) -> bool:
        """True if a set of squares holds a line."""
        return self.completions[bits] & bits != 0

    def make_room(self) -> None:
        """Drop the bounds if there are too many."""
        if len(self.floors) + len(self.ceilings) > MOST_BOUNDS:
            self.floors.clear()
            self.ceilings.clear()

    def remember(self, key: int, verdict: Verdict) -> None:
        """Keep a verdict, and drop the older ones if there are too many."""
        if len(self.verdicts) >= MOST_VERDICTS:
            self.verdicts.clear()
        self.verdicts[key] = verdict


def _completions(patterns: list[_Pattern], size: int) -> list[int]:
    """For every set of the first `size` squares, the squares whose patterns lie in it.

    The table has two halves: the sets without the last square and the same sets with it. Building
    the second from the first takes 0.1 ms for 9 squares and 9 ms for 16, a tenth of what trying
    every pattern on every set takes.
    """
    if not patterns:
        return [0] * (1 << size)
    if size == 0:
        return [sum({square for _, square in patterns})]
    last = 1 << size - 1
    without = _completions([pattern for pattern in patterns if not pattern[0] & last], size - 1)
    stripped = [(rest ^ last, square) for rest, square in patterns if rest & last]
    if not stripped:
        return without + without
    return without + list(map(or_, without, _completions(stripped, size - 1)))
