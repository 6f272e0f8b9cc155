"""The analysis of a position: what it is worth, what each of its moves is, and best play."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import perf_counter

from noughts.atlas import oracle_for
from noughts.coach.explanation import explain
from noughts.coach.text import Explanation
from noughts.core import Move, Position, PositionLike, Square, as_position
from noughts.core.errors import Unsolved
from noughts.solver import Limit, MoveValue, Verdict


@dataclass(frozen=True, slots=True)
class Analysis:
    """A proved position: its verdict, the worth of each move where proved, a line of best play.

    Every move that is worth as much as the position is among the best of the verdict. `seconds` is
    the time that the verdict took, which does not count for equality.
    """

    position: Position
    verdict: Verdict
    worths: Mapping[Move, MoveValue]
    line: tuple[Move, ...]
    seconds: float = field(compare=False)

    @property
    def shows_best(self) -> bool:
        """True if some move is proved to be worth as much as the position."""
        return self.verdict.value in {worth.value for worth in self.worths.values()}

    def explain(self, move: Square, limit: Limit | None = None) -> Explanation:
        """Return the reasons for a move; raises what `explain` raises."""
        return explain(self.position, move, limit)


def analyse(position: PositionLike, limit: Limit | None = None, *, line: bool = True) -> Analysis:
    """Analyse a position within one limit for everything; one that is over has no moves.

    The verdict comes first, then the worth of each move and the line, each within what is left of
    the limit: on small boards all moves are proved, or none. Without `line` none is looked for: on
    large boards it may take as long as the rest. Raises Unsolved where the value of the position is
    not proved, and WrongType.

    >>> analysis = analyse("xo./.../... x 3")
    >>> analysis.verdict.best, analysis.line
    ((3, 4, 6), (3, 6, 4, 2, 5))
    >>> print(analysis.explain("a2"))
    a2 wins in three moves: O has to block on a3, then b2 makes a fork on c2 and c3.
    """
    position = as_position(position)
    oracle, began = oracle_for(position.rules, limit), perf_counter()
    verdict = oracle.solve(position)
    seconds = perf_counter() - began
    worths: Mapping[Move, MoveValue] = {}
    best_line: tuple[Move, ...] = ()
    with suppress(Unsolved):  # the verdict stands
        worths = oracle.values(position)
        best_line = oracle.best_line(position) if line else ()
    return Analysis(position, _with_best(verdict, worths, position), worths, best_line, seconds)


def _with_best(verdict: Verdict, worths: Mapping[Move, MoveValue], position: Position) -> Verdict:
    """Return the verdict with every move worth as much, as some may have been proved later."""
    if verdict.plies is not None:
        return verdict
    keeping = {move for move, worth in worths.items() if worth.value is verdict.value}
    is_complete = verdict.best_complete or len(worths) == len(position.moves)
    best = tuple(sorted(keeping.union(verdict.best)))
    return replace(verdict, best=best, best_complete=is_complete)
