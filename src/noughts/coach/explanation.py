"""The reason for a move: its exact value before and after, and what it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from noughts.coach import findings
from noughts.coach.findings import Finding
from noughts.coach.forced import ForcedValue, Known, is_sooner, known_value, threat, worth_of
from noughts.coach.tactics import dangers, merits, plan, quick_win, threats_of
from noughts.core.bits import Move, Square
from noughts.core.checks import as_type
from noughts.core.errors import Unsolved
from noughts.core.position import Position
from noughts.core.threats import winning_squares
from noughts.solver import Limit, MoveValue, Value, best_line, keeping_moves, values
from noughts.solver.verdict import limit_or_none


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

    def __str__(self) -> str:
        """Return the explanation in one sentence."""
        from noughts.coach.text import explanation_text  # it words explanations

        return explanation_text(self)

    @property
    def keeps_value(self) -> bool | None:
        """True if the move keeps the value; None where that is not proved."""
        if self.best is None or self.worth is None:
            return None
        return self.worth.value is self.best.value


def explain(position: Position | str, move: Square, limit: Limit | None = None) -> Explanation:
    """The reason for a move; raises what `Position.play` raises. The limit applies to each proof.

    Where the values cannot be proved within it, the lines on the board and wins by force are
    considered.

    >>> print(explain("x../.o./..x o 3", "c1"))
    c1 loses: X answers a3, which blocks and makes a fork on a2 and b3.
    """
    position = as_type(position, Position, "the position")
    limit_or_none(limit)
    after = position.play(move)
    square = position.square(move)
    try:
        return _proved(position, square, after, limit)
    except Unsolved:
        return _unproved(position, square, after, limit)


def _proved(position: Position, move: Move, after: Position, limit: Limit | None) -> Explanation:
    worths = values(position, limit)
    best, worth = max(worths.values(), key=_rank), worths[move]
    found = _merits(position, move, after, worth)
    others = [other.value for square, other in worths.items() if square != move]
    if others and max(others) < worth.value:
        found.append(findings.OnlyMove(worth.value))
    if worth.value is Value.DRAW:
        holding = keeping_moves(after, limit)
        is_forced = any(isinstance(finding, findings.Forces) for finding in found)
        if len(holding) == 1 < len(after.moves) and not is_forced:
            found.append(findings.OneReply(holding[0]))
    if best.value is Value.WIN:
        found += _won_better(best_line(position, limit), worth)
    if worth.value is Value.LOSS:
        found += (each for each in dangers(after) if isinstance(each, findings.AllowsFork))
        found.append(findings.AllowsLoss(best_line(after, limit)))
    return Explanation(position, move, best, worth, tuple(found))


def _merits(
    position: Position, move: Move, after: Position, worth: MoveValue | None
) -> list[Finding]:
    """What the move does, and of a threat that wins by a fork after the reply, that fork."""
    found = list(merits(position, move, after))
    if worth is None or worth.value is not Value.WIN:
        return found
    for at, finding in enumerate(found):
        if isinstance(finding, findings.Forces):
            replied = after.play_unchecked(finding.threat.square)
            if line := quick_win(replied):
                threats = threats_of(replied.play_unchecked(line[0]), position.turn)
                found[at] = findings.Forces(finding.threat, line[0], threats)
    return found


def _rank(worth: MoveValue) -> tuple[Value, int]:
    plies = worth.plies or 0  # known wherever every value is
    return worth.value, -plies if worth.value is Value.WIN else plies


def _unproved(position: Position, move: Move, after: Position, limit: Limit | None) -> Explanation:
    """What the lines on the board and wins by force prove, and the plan where they do not."""
    before, then = known_value(position, limit), known_value(after, limit)
    worth = _settled(before, move, worth_of(after, limit))
    best = worth if len(position.moves) == 1 else None if before is None else before.worth
    if best is None and worth is not None and worth.value is Value.WIN:
        best = worth
    found = _merits(position, move, after, worth)
    threatened = threat(position, limit) if before is None else None
    is_seen = winning_squares(position, position.turn.other)  # then a block says it
    if threatened is not None and not is_seen and move in threatened.stops:
        found.append(findings.StopsForcedWin(threatened.line, threatened.stops))
    if worth is None or worth.plies is None or isinstance(worth, ForcedValue):
        found += plan(position, move)
    if isinstance(worth, ForcedValue) and worth.value is Value.WIN:
        goes_on = before is not None and worth is before.worth
        line = before.line if before and goes_on else (move, *(then.line if then else ()))
        found.append(findings.WinsByForce(line, worth.plies))
    if before is not None and before.worth.value is Value.WIN:
        if before.is_at_sight:
            found += _won_better(before.line, worth)
        elif worth is None or worth.value is not Value.WIN:
            found.append(findings.MissesForcedWin(before.line, before.worth.plies))
    if then is not None and not then.is_at_sight and then.worth.value is Value.WIN:
        found.append(findings.AllowsLoss(then.line))
    else:
        found += dangers(after)
    return Explanation(position, move, best, worth, tuple(found))


def _settled(before: Known | None, move: Move, worth: MoveValue | None) -> MoveValue | None:
    """What the move is worth, where more was known before it: a win by it, or that all is lost."""
    if before is None:
        return worth
    if before.worth.value is Value.LOSS:
        return worth or before.worth
    is_better = worth is None or is_sooner(before.worth, worth)
    return before.worth if is_better and before.line[:1] == (move,) else worth


def _won_better(line: tuple[Move, ...], worth: MoveValue | None) -> Iterator[Finding]:
    """The better win that a move of this worth misses or delays."""
    if worth is not None and worth.value is not Value.WIN and line:
        yield findings.MissesWin(line)
    elif line and (worth is None or worth.plies is None or worth.plies > len(line)):
        yield findings.DelaysWin(line)
