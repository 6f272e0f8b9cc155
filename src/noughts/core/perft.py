"""Counting games: the numbers every correct implementation of the rules agrees on.

Named after the performance test of chess programs, https://www.chessprogramming.org/Perft.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from noughts.core.checks import whole
from noughts.core.errors import TooManyPositions
from noughts.core.game import PositionLike, as_position
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.symmetry import canonical_marks

LARGEST_PLY = 1_000_000  # positions held at once, about 300 MB


@dataclass(frozen=True, slots=True)
class Ply:
    """Counts for exactly `ply` moves: sequences, games that end there, and positions."""

    ply: int
    sequences: int
    x_wins: int
    o_wins: int
    draws: int
    positions: int
    classes: int  # positions up to symmetry

    @property
    def games(self) -> int:
        """The sequences that end here."""
        return self.x_wins + self.o_wins + self.draws


def perft(start: PositionLike, depth: int | None = None) -> Iterator[Ply]:
    """Count ply by ply, from the start (ply 0) to `depth` or to the end of all games.

    Sequences are counted by position, not one by one: O(positions) time and memory.
    Raises TooManyPositions before a ply would hold more than LARGEST_PLY of them.

    >>> [ply.sequences for ply in perft("xox/oxo/... x 3")]
    [1, 3, 2, 2]
    """
    start = as_position(start, "the start")
    return _plies(start, None if depth is None else whole(depth, "the depth", 0))


def _plies(start: Position, depth: int | None) -> Iterator[Ply]:
    reached = Counter({start: 1})
    ply = 0
    while reached and (depth is None or ply <= depth):
        ended: Counter[Mark | None] = Counter()
        for position, sequences in reached.items():
            outcome = position.outcome
            if outcome is not None:
                ended[outcome.winner] += sequences
        yield Ply(
            ply=ply,
            sequences=reached.total(),
            x_wins=ended[Mark.X],
            o_wins=ended[Mark.O],
            draws=ended[None],
            positions=len(reached),
            classes=len({canonical_marks(p.rules, p.xs, p.os) for p in reached}),
        )
        if ply == depth:
            return
        after: Counter[Position] = Counter()
        for position, sequences in reached.items():
            for move in position.moves:
                after[position.play_unchecked(move)] += sequences
            if len(after) > LARGEST_PLY:
                raise TooManyPositions(
                    f"the next ply has more than {LARGEST_PLY:,} positions; ask for fewer plies"
                )
        reached = after
        ply += 1
