"""The reason for a move: its exact value before and after, and what it does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from noughts.coach.findings import (
    AllowsFork,
    AllowsLoss,
    DelaysWin,
    Finding,
    MissesWin,
    OnlyMove,
)
from noughts.coach.tactics import dangers, merits
from noughts.core.bits import Move
from noughts.core.errors import Unsolved
from noughts.core.position import Position
from noughts.solver import Limit, MoveValue, Value, best_line, values


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a move is worth, for the side that makes it, and why.

    `best` is what the best move was worth and `worth` what this one is, each with the plies to the
    end, this move included; both are None where nothing is proved.
    """

    position: Position
    move: Move
    best: MoveValue | None
    worth: MoveValue | None
    findings: tuple[Finding, ...]

    @property
    def keeps_value(self) -> bool | None:
        """Whether the move gives nothing away; None where that is not proved."""
        if self.best is None or self.worth is None:
            return None
        return self.worth.value is self.best.value


def explain(position: Position, move: Move, limit: Limit | None = None) -> Explanation:
    """The reason for a move; raises IllegalMove.

    Where the values cannot be proved within the limit, it says what the lines on the board prove.

    >>> explain(Position.parse("x../.o./..x o 3"), 2).findings[-1]
    AllowsFork(reply=6, blocked=((2, 4, 6),), threats=(Threat(square=3, lines=((0, 3, 6),)), \
Threat(square=7, lines=((6, 7, 8),))))
    """
    after = position.play(move)
    try:
        worths = values(position, limit)
    except Unsolved:
        found = (*merits(position, move, after), *dangers(after))
        return Explanation(position, move, None, None, found)
    best = max(worths.values(), key=_rank)
    found = tuple(_proved_findings(position, move, after, worths, best))
    return Explanation(position, move, best, worths[move], found)


def _rank(worth: MoveValue) -> tuple[Value, int]:
    return worth.value, -worth.plies if worth.value is Value.WIN else worth.plies


def _proved_findings(
    position: Position,
    move: Move,
    after: Position,
    worths: Mapping[Move, MoveValue],
    best: MoveValue,
) -> Iterator[Finding]:
    worth = worths[move]
    yield from merits(position, move, after)
    if _is_only_move(worths, move):
        yield OnlyMove(worth.value)
    if best.value is Value.WIN and worth.value is not Value.WIN:
        yield MissesWin(best_line(position))
    if best.value is worth.value is Value.WIN and worth.plies > best.plies:
        yield DelaysWin(best_line(position))
    if worth.value is Value.LOSS and best.value is not Value.LOSS:
        yield from _refutation(after)


def _is_only_move(worths: Mapping[Move, MoveValue], move: Move) -> bool:
    others = [worth.value for other, worth in worths.items() if other != move]
    return bool(others) and max(others) < worths[move].value


def _refutation(after: Position) -> Iterator[Finding]:
    short = tuple(dangers(after))
    yield from (finding for finding in short if isinstance(finding, AllowsFork))
    yield AllowsLoss(best_line(after))
