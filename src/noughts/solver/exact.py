"""Exact scores on small boards: the search to the end, and the tables that remember it.

A *score* says how a game ends for the side to move. A draw scores 0. A decided game scores one more
than its empty squares, positive for a win and negative for a loss. So higher is always better, also
for sooner wins and later losses, and the two sides' scores are negatives of each other.

The search, a boolean alpha-beta, only ever asks whether a position scores at least a bound. The
board's tables keep each answer, and a few questions give the score: the tests of Pearl's Scout
(1980) with the memory of MTD(f) (Plaat and others, 1996). Many positions need no search: a line can
be completed, one or two replies are forced, or a side has no open line left. Several threads may
solve at once, since everything they add to a table is true.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import or_
from time import monotonic

from noughts.core import Mark, Move, Position, Rules, squares
from noughts.core.checks import as_type
from noughts.core.errors import Unsolved, UnsupportedRules
from noughts.core.symmetry import canonical_marks
from noughts.solver.verdict import TABLE, Limit, Value, Verdict
from noughts.wording.grammar import counted

MOST_SQUARES = 16
MOST_PROVED = 128  # squares of a board the prover takes: the bits of the kernels' largest word

# A bound takes about 100 bytes. The hardest board, 4×4:4, leaves 51,000 when its start is solved.
MOST_BOUNDS = 1 << 17
MOST_VERDICTS = 1 << 14  # 3×3 has 5,478 positions

# With at least this many empty squares, a position is replaced by its canonical image. That takes
# 5 µs, which pays for the first moves on the largest boards (the start of 4×4:4: 0.06 s, not 0.15).
_FEWEST_EMPTIES_TURNED = 13

# Nodes between readings of the clock, about 2 ms.
_NODES_BETWEEN_PAUSES = 1024

_Pattern = tuple[int, int]  # the other squares of a line, and the square that completes it


class Tables:
    """What is known of the positions of one board.

    A position is two sets of squares, those of the side to move and those of its opponent, or one
    number that holds both: its key. `completions` maps any set of squares to the squares that
    complete a line with others of the set. `floors` and `ceilings` are proved lower and upper
    bounds on the scores of positions, and `verdicts` those found. Dropping some of them costs time
    but never correctness.
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


def _completions(patterns: list[_Pattern], size: int) -> list[int]:
    """Return, for every set of the first `size` squares, those whose patterns lie in it.

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


def value_and_plies(score: int, empties: int) -> tuple[Value, int]:
    """Return the value and plies of a score in a position with this many empty squares.

    >>> value_and_plies(5, 7)
    (Value.WIN, 3)
    """
    if score == 0:
        return Value.DRAW, empties
    return Value.WIN if score > 0 else Value.LOSS, empties + 1 - abs(score)


class Search:
    """A search of a board, within one limit for all it is asked; `nodes` counts positions."""

    def __init__(self, tables: Tables, limit: Limit) -> None:
        self.nodes = 0
        self._tables = tables
        self._full = tables.full
        self._completions = tables.completions
        self._order = tables.order
        self._floors = tables.floors
        self._ceilings = tables.ceilings
        self._limit = limit
        self._deadline = None if limit.seconds is None else monotonic() + limit.seconds
        self._pause_at = 1

    def verdict(self, own: int, other: int) -> Verdict:
        """Return the complete verdict on an unfinished position; raises Unsolved."""
        verdicts, key = self._tables.verdicts, own << self._tables.size | other
        verdict = verdicts.get(key)
        if verdict is None:
            before = self.nodes
            score = self.score(own, other)
            value, plies = value_and_plies(score, (self._full ^ (own | other)).bit_count())
            best = self.reaching(own, other, score)
            nodes = self.nodes - before
            verdict = Verdict(value, plies, best, True, TABLE, nodes, self._tables.rules)
            if len(verdicts) >= MOST_VERDICTS:
                verdicts.clear()
            verdicts[key] = verdict
        return verdict

    def score(self, own: int, other: int) -> int:
        """Return the exact score of a position, finished or not; raises Unsolved."""
        empties = (self._full ^ (own | other)).bit_count()
        if self._tables.has_line(other):
            return -1 - empties
        # A side wins on its own move, so parity rules out half the scores: those of wins have the
        # parity of `empties`, those of losses the other one.
        if self.at_least(own, other, 1):
            score = 2 - empties % 2
            while score < empties and self.at_least(own, other, score + 2):
                score += 2
        elif self.at_least(own, other, 0):
            score = 0
        else:
            score = -1 - empties % 2
            while not self.at_least(own, other, score):
                score -= 2
        return score

    def value(self, own: int, other: int) -> Value:
        """Return the value of a position, which is cheaper than its score; raises Unsolved."""
        if self._tables.has_line(other):
            return Value.LOSS
        if self.at_least(own, other, 1):
            return Value.WIN
        return Value.DRAW if self.at_least(own, other, 0) else Value.LOSS

    def reaching(self, own: int, other: int, bound: int) -> tuple[Move, ...]:
        """Return the moves scoring at least `bound` in an unfinished position; raises Unsolved."""
        empty = self._full ^ (own | other)
        winning = self._completions[own] & empty
        return tuple(
            move
            for move in squares(empty)
            if winning >> move & 1 or not self.at_least(other, own | 1 << move, 1 - bound)
        )

    def at_least(self, own: int, other: int, bound: int) -> bool:
        """True if a position without a line scores at least `bound`; raises Unsolved.

        Two positions in five are answered here, and the tables answer two in five of the rest.
        """
        self.nodes += 1
        if self.nodes >= self._pause_at:
            self._pause()
        completions = self._completions
        empty = self._full ^ (own | other)
        empties = empty.bit_count()
        if completions[own] & empty:
            return bound <= empties  # wins at once
        if bound > empties - 2:  # the score of a win on its move after next
            return empties < 2 and bound <= 0
        threats = completions[other] & empty
        if threats & (threats - 1):
            return bound <= 1 - empties  # one can be blocked, the other loses
        if bound > 0:
            mine = self._full ^ other
            if not completions[mine] & mine:
                return False  # the opponent has a mark on every line
        else:
            theirs = self._full ^ own
            # 3 - empties is the score of a loss in four plies, and there is none in two.
            if bound <= 3 - empties or not completions[theirs] & theirs:
                return True
        if threats:
            return not self.at_least(other, own | threats, 1 - bound)
        return self._searched(own, other, bound)

    def _searched(self, own: int, other: int, bound: int) -> bool:
        empty = self._full ^ (own | other)
        if empty.bit_count() >= _FEWEST_EMPTIES_TURNED:
            own, other = canonical_marks(self._tables.rules, own, other)
            empty = self._full ^ (own | other)
        key = own << self._tables.size | other
        if self._floors.get(key, -99) >= bound:
            return True
        if self._ceilings.get(key, 99) < bound:
            return False
        for after in self._moves(own, empty):
            if not self.at_least(other, after, 1 - bound):
                self._floors[key] = bound
                return True
        self._ceilings[key] = bound - 1
        return False

    def _moves(self, own: int, empty: int) -> Iterator[int]:
        """Yield the marks of the side to move after each move, moves that threaten a line first."""
        completions = self._completions
        quiet = []
        for square in self._order:
            if square & empty:
                after = own | square
                if completions[after] & empty & ~after:
                    yield after
                else:
                    quiet.append(after)
        yield from quiet

    def _pause(self) -> None:
        """Raise Unsolved at the limit, and keep the tables small."""
        seconds, nodes = self._limit.seconds, self._limit.nodes
        if nodes is not None and self.nodes > nodes:
            raise Unsolved(f"not solved within {counted(nodes, 'node')}: raise the limit")
        if self._deadline is not None and monotonic() >= self._deadline:
            raise Unsolved(f"not solved within {seconds} seconds: raise the limit")
        if len(self._floors) + len(self._ceilings) > MOST_BOUNDS:
            self._floors.clear()
            self._ceilings.clear()
        self._pause_at = self.nodes + _NODES_BETWEEN_PAUSES
        if nodes is not None:
            self._pause_at = min(self._pause_at, nodes + 1)


def can_solve(rules: Rules | str) -> bool:
    """True if every position of a board is solved completely: up to 16 squares, 4×4 and all others.

    >>> can_solve(Rules(4, 4, 4)), can_solve(Rules(5, 4, 4))
    (True, False)
    """
    return as_type(rules, Rules, "the board").size <= MOST_SQUARES


# A board's tables take 5 MB after an opening on 4×4:4, and at most 15.
@lru_cache(maxsize=8)
def tables_of(rules: Rules) -> Tables:
    """Return the tables of a board; raises UnsupportedRules where it is too large."""
    if not can_solve(rules):
        raise UnsupportedRules(
            f"{rules} has {rules.size} squares: tables take at most {MOST_SQUARES}"
        )
    return Tables(rules)


def sides(position: Position) -> tuple[int, int]:
    """Return the marks of the side to move and of its opponent: all that a value depends on."""
    if position.turn is Mark.X:
        return position.xs, position.os
    return position.os, position.xs
