"""Finding the reason for a move: its exact value before and after, what it does; and advice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from noughts.atlas import best_line, keeping_moves, oracle_for
from noughts.coach import findings
from noughts.coach.findings import Finding
from noughts.coach.forced import (
    ForcedValue,
    all_values,
    is_sooner,
    proved_worth,
    settled_by,
    threat,
    worth_of,
)
from noughts.coach.tactics import (
    by_rows,
    dangers,
    first_threat,
    merits,
    open_lines,
    plan,
    quick_win,
    threats_of,
)
from noughts.coach.text import Explanation
from noughts.core import Move, Position, PositionLike, Square, as_position
from noughts.core.errors import Unsolved
from noughts.core.threats import winning_squares
from noughts.players import Player, player
from noughts.players.base import move_of
from noughts.solver import Limit, MoveValue, Value, can_solve
from noughts.solver.verdict import limit_or_none

_MOST_HELD = 4  # replies that a sentence names
_MOST_TRIED = 64  # moves, where the adviser's own loses: half a second

_PROVES_NOTHING = findings.Makes | findings.Prevents


def explain(position: PositionLike, move: Square, limit: Limit | None = None) -> Explanation:
    """Explain a move; raises what `Position.play` raises.

    On boards of up to 16 squares the limit is for all proofs together. Where they are not found
    within it, and on larger boards, the lines on the board and wins by force are considered, each
    within the limit.

    >>> print(explain("x../.o./..x o 3", "c1"))
    c1 loses: X answers a3, which blocks and makes a fork on a2 and b3.
    """
    position = as_position(position)
    limit_or_none(limit)
    after = position.play(move)
    square = position.square(move)
    if can_solve(position.rules):
        with suppress(Unsolved):
            return _proved(position, square, after, limit)
    return _unproved(position, square, after, limit)


def advise(
    position: Position,
    adviser: Player,
    limit: Limit | None = None,
    thinking: Limit | None = None,
) -> Explanation:
    """Explain the adviser's move, or a better one where that move loses or misses a win.

    The limit applies to each proof, and `thinking` to the adviser's choice. Raises IllegalAction
    when the game is over.

    >>> from noughts.players import player
    >>> advise(Position.parse("...../.xx../..o../..o../..... x 4"), player("classic")).move
    8
    """
    explanation = explain(position, move_of(adviser, position, thinking), limit)
    better = _shorter_win(explanation, limit)
    best = explanation.best
    if better is not None:
        explanation = explain(position, better, limit)
    elif explanation.value is Value.LOSS and (best is None or best.value is not Value.LOSS):
        threatened = threat(position, limit)
        others = by_rows(position)[:_MOST_TRIED] if threatened is None else threatened.stops
        explanations = (explain(position, move, limit) for move in others)
        explanation = next(
            (explained for explained in explanations if explained.value is not Value.LOSS),
            explanation,
        )
    reasons = explanation.findings
    if all(isinstance(finding, _PROVES_NOTHING) for finding in explanation.said):
        reasons = (*reasons, *_grounds(explanation, limit))
    return replace(explanation, findings=reasons, is_advice=True)


def hint(
    position: PositionLike, limit: Limit | None = None, thinking: Limit | None = None
) -> Explanation:
    """Explain the move of the strongest player, or a better one, as `advise` does.

    `thinking` limits its choice on boards too large to solve. Raises IllegalAction when the game is
    over, and WrongType.

    >>> print(hint("xx./oo./... x 3"))
    c1 wins: it completes a1, b1 and c1.
    """
    position = as_position(position)
    limit_or_none(limit)
    limit_or_none(thinking)
    is_solvable = can_solve(position.rules)
    return advise(position, player("strongest", 0), limit, None if is_solvable else thinking)


def _shorter_win(explanation: Explanation, limit: Limit | None) -> Move | None:
    """Return the move of a win that the adviser's move misses, delays or makes longer."""
    for finding in explanation.findings:
        if isinstance(finding, findings.Missed):
            return finding.line[0]
    proved, worth = proved_worth(explanation.position, limit), explanation.worth
    if proved is None or proved.worth.value is not Value.WIN or worth is None:
        return None
    return proved.line[0] if is_sooner(proved.worth, worth) else None


def _grounds(explanation: Explanation, limit: Limit | None) -> list[Finding]:
    """Return what speaks for a move of which nothing is found that proves anything."""
    position, move = explanation.position, explanation.move
    after, grounds = position.play_unchecked(move), list[Finding]()
    with suppress(Unsolved):
        if explanation.value is Value.WIN:
            grounds.append(findings.WinsByForce((move, *best_line(after, limit))))
        if explanation.value is Value.DRAW and can_solve(position.rules):
            held = keeping_moves(after, limit)
            if 1 < len(held) <= _MOST_HELD and len(held) < len(after.moves):
                grounds.append(findings.FewReplies(held))  # a trap for the opponent
    if explanation.value is Value.DRAW:
        grounds += _otherwise(position, move, limit)
    is_needed = explanation.value is not Value.LOSS and not explanation.said
    lines = open_lines(position, move) if is_needed else 0
    if lines and all(isinstance(finding, findings.LikeAll) for finding in grounds):
        grounds.insert(0, findings.OpenLines(lines))
    return grounds


def _otherwise(position: Position, move: Move, limit: Limit | None) -> Iterator[Finding]:
    """Yield what would become of other moves than this one, which draws."""
    worths = all_values(position, limit)
    others = [other for other in position.moves if other != move]
    losing = tuple(other for other in others if _is_worth(worths.get(other), Value.LOSS))
    if losing:
        is_only = len(losing) == len(others)
        yield findings.OnlyMove(Value.DRAW) if is_only else findings.Avoids(losing)
    elif all(_is_worth(worths.get(other), Value.DRAW) for other in others):
        yield findings.LikeAll(is_last=not others)


def _is_worth(worth: MoveValue | None, value: Value) -> bool:
    return worth is not None and worth.value is value


def _proved(position: Position, move: Move, after: Position, limit: Limit | None) -> Explanation:
    oracle = oracle_for(position.rules, limit)
    worths = oracle.values(position)
    # The plies are known wherever every value is.
    best = max(worths.values(), key=lambda worth: (worth.value, -worth.value * (worth.plies or 0)))
    worth = worths[move]
    reasons = _merits(position, move, after, worth)
    others = [other.value for square, other in worths.items() if square != move]
    if others and max(others) < worth.value:
        reasons.append(findings.OnlyMove(worth.value))
    if worth.value is Value.DRAW:
        holding = oracle.keeping_moves(after)
        is_forced = any(isinstance(finding, findings.Forces) for finding in reasons)
        if len(holding) == 1 < len(after.moves) and not is_forced:
            reasons.append(findings.FewReplies(holding))
    if best.value is Value.WIN:
        reasons += _won_better(oracle.best_line(position), worth)
    if worth.value is Value.LOSS:
        reasons += _allowed(after, oracle.best_line(after))
    return Explanation(position, move, best, worth, tuple(reasons))


def _merits(
    position: Position, move: Move, after: Position, worth: MoveValue | None
) -> list[Finding]:
    """Return what the move does; with a threat that wins by a fork after the reply, the fork."""
    reasons = list(merits(position, move, after))
    if worth is None or worth.value is not Value.WIN:
        return reasons
    for at, finding in enumerate(reasons):
        if isinstance(finding, findings.Forces):
            replied = after.play_unchecked(finding.threat.square)
            if line := quick_win(replied):
                threats = threats_of(replied.play_unchecked(line[0]), position.turn)
                reasons[at] = findings.Forces(finding.threat, line[0], threats)
    return reasons


def _unproved(position: Position, move: Move, after: Position, limit: Limit | None) -> Explanation:
    """Explain by the lines on the board and by wins by force; where they prove nothing, by plan."""
    before, then = proved_worth(position, limit), proved_worth(after, limit)
    worth = settled_by(before, move, worth_of(after, limit))
    best = worth if len(position.moves) == 1 else None if before is None else before.worth
    if best is None and worth is not None and worth.value is Value.WIN:
        best = worth
    reasons = _merits(position, move, after, worth)
    threatened = threat(position, limit) if before is None else None
    is_seen = winning_squares(position, position.turn.other)  # then a block says it
    if threatened is not None and not is_seen and move in threatened.stops:
        reasons.append(findings.StopsForcedWin(threatened.line, threatened.stops))
    if worth is None or worth.plies is None or isinstance(worth, ForcedValue):
        reasons += plan(position, move)
    if isinstance(worth, ForcedValue) and worth.value is Value.WIN:
        goes_on = before is not None and worth is before.worth
        line = before.line if before and goes_on else (move, *(then.line if then else ()))
        reasons.append(findings.WinsByForce(line))
    if before is not None and before.worth.value is Value.WIN:
        if before.is_at_sight:
            reasons += _won_better(before.line, worth)
        elif worth is None or worth.value is not Value.WIN:
            reasons.append(findings.MissesForcedWin(before.line, before.worth.plies))
    if then is not None and not then.is_at_sight and then.worth.value is Value.WIN:
        reasons += _allowed(after, then.line)
    else:
        reasons += dangers(after)
    return Explanation(position, move, best, worth, tuple(reasons))


def _allowed(after: Position, line: tuple[Move, ...]) -> Iterator[Finding]:
    """Yield the opponent's win by this line, after what its reply makes or threatens."""
    forks = [danger for danger in dangers(after) if isinstance(danger, findings.AllowsFork)]
    yield from forks or first_threat(after, line)
    yield findings.AllowsLoss(line)


def _won_better(line: tuple[Move, ...], worth: MoveValue | None) -> Iterator[Finding]:
    """Yield the better win that a move of this worth misses or delays."""
    if worth is not None and worth.value is not Value.WIN and line:
        yield findings.MissesWin(line)
    elif line and (worth is None or worth.plies is None or worth.plies > len(line)):
        yield findings.DelaysWin(line)
