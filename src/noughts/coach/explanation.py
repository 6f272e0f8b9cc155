"""The reason for a move: its exact value before and after, and what it does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from noughts.coach.findings import (
    AllowsFork,
    AllowsLoss,
    DelaysWin,
    Finding,
    Forces,
    MissesWin,
    OneReply,
    OnlyMove,
)
from noughts.coach.tactics import dangers, merits, quick_win, value_at_sight
from noughts.core.bits import Move, Square
from noughts.core.checks import check_type
from noughts.core.errors import Unsolved
from noughts.core.position import Position
from noughts.solver import Limit, MoveValue, Value, best_line, keeping_moves, values


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a move is worth for the side that makes it, and why.

    `best` is the value of the best move and `worth` that of this one, each with the plies to the
    end including this move, or None where it is not proved.
    """

    position: Position
    move: Move
    best: MoveValue | None
    worth: MoveValue | None
    findings: tuple[Finding, ...]

    @property
    def keeps_value(self) -> bool | None:
        """Whether the move keeps the value; None where that is not proved."""
        if self.best is None or self.worth is None:
            return None
        return self.worth.value is self.best.value


def explain(position: Position, move: Square, limit: Limit | None = None) -> Explanation:
    """The reason for a move; raises what `Position.play` raises. The limit applies to each proof.

    Where the values cannot be proved within it, only the lines on the board are considered.

    >>> explain(Position.parse("x../.o./..x o 3"), "c1").findings[-2]
    AllowsFork(reply=6, blocked=((2, 4, 6),), threats=(Threat(square=3, lines=((0, 3, 6),)), \
Threat(square=7, lines=((6, 7, 8),))))
    """
    check_type(position, Position, "the position")
    after = position.play(move)
    square = position.square(move)
    try:
        return _proved(position, square, after, limit)
    except Unsolved:
        return _at_sight(position, square, after)


def _proved(position: Position, move: Move, after: Position, limit: Limit | None) -> Explanation:
    worths = values(position, limit)
    best, worth = max(worths.values(), key=_rank), worths[move]
    found = list(merits(position, move, after))
    if _is_only_move(worths, move):
        found.append(OnlyMove(worth.value))
    if worth.value is Value.DRAW:
        found += _only_reply(after, limit, found)
    if best.value is Value.WIN:
        found += _won_better(best_line(position, limit), worth)
    if worth.value is Value.LOSS:
        found += (finding for finding in dangers(after) if isinstance(finding, AllowsFork))
        found.append(AllowsLoss(best_line(after, limit)))
    return Explanation(position, move, best, worth, tuple(found))


def _at_sight(position: Position, move: Move, after: Position) -> Explanation:
    worth = _before(value_at_sight(after))
    best = value_at_sight(position) if len(position.moves) > 1 else worth
    better = _won_better(quick_win(position), worth)
    found = (*merits(position, move, after), *better, *dangers(after))
    return Explanation(position, move, best, worth, found)


def _only_reply(after: Position, limit: Limit | None, found: list[Finding]) -> Iterator[Finding]:
    """The only reply that does not lose, unless a threat already says so."""
    holding = keeping_moves(after, limit)
    is_forced = any(isinstance(finding, Forces) for finding in found)
    if len(holding) == 1 < len(after.moves) and not is_forced:
        yield OneReply(holding[0])


def _won_better(line: tuple[Move, ...], worth: MoveValue | None) -> Iterator[Finding]:
    """The better win that a move of this worth misses or delays."""
    if worth is not None and worth.value is not Value.WIN and line:
        yield MissesWin(line)
    elif line and (worth is None or worth.plies > len(line)):
        yield DelaysWin(line)


def _before(after: MoveValue | None) -> MoveValue | None:
    return None if after is None else MoveValue(-after.value, after.plies + 1)


def _rank(worth: MoveValue) -> tuple[Value, int]:
    return worth.value, -worth.plies if worth.value is Value.WIN else worth.plies


def _is_only_move(worths: Mapping[Move, MoveValue], move: Move) -> bool:
    others = [worth.value for other, worth in worths.items() if other != move]
    return bool(others) and max(others) < worths[move].value
