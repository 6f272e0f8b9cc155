"""The analysis of a position: what it is worth, what each of its moves is, and best play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from noughts.atlas import best_line, solve, values
from noughts.coach.explanation import Explanation, explain
from noughts.core import Move, Position, Square
from noughts.core.checks import as_type
from noughts.solver import Limit, MoveValue, Verdict
from noughts.solver.verdict import limit_or_none


@dataclass(frozen=True, slots=True)
class Analysis:
    """A proved position: its verdict, the worth of each move where proved, a line of best play.

    Every move that is worth as much as the position is among the best of the verdict.
    """

    position: Position
    verdict: Verdict
    worths: Mapping[Move, MoveValue]
    line: tuple[Move, ...]

    def explain(self, move: Square, limit: Limit | None = None) -> Explanation:
        """Return the reasons for a move; raises what `explain` raises."""
        return explain(self.position, move, limit)


def analyse(position: Position | str, limit: Limit | None = None) -> Analysis:
    """Analyse a position within one limit for everything; one that is over has no moves.

    Raises Unsolved where the value of the position is not proved, and WrongType.

    >>> analysis = analyse("xo./.../... x 3")
    >>> analysis.verdict.best, analysis.line
    ((3, 4, 6), (3, 6, 4, 2, 5))
    >>> print(analysis.explain("a2"))
    a2 wins in three moves: O has to block on a3, then b2 makes a fork on c2 and c3.
    """
    position = as_type(position, Position, "the position")
    third = limit_or_none(limit).part(1 / 3)
    verdict, worths = solve(position, third), values(position, third)
    line = best_line(position, third)
    return Analysis(position, _with_best(verdict, worths, position), worths, line)


def _with_best(verdict: Verdict, worths: Mapping[Move, MoveValue], position: Position) -> Verdict:
    """The verdict with every move whose worth, found later, is the value of the position."""
    if verdict.plies is not None:
        return verdict
    keeping = {move for move, worth in worths.items() if worth.value is verdict.value}
    is_complete = verdict.best_complete or len(worths) == len(position.moves)
    best = tuple(sorted(keeping.union(verdict.best)))
    return replace(verdict, best=best, best_complete=is_complete)
