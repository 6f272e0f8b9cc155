"""What the lines on the board alone prove about a move, on any board and without a search."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.coach.findings import (
    AllowsFork,
    AllowsLoss,
    Blocks,
    Finding,
    Forces,
    Forks,
    Makes,
    Prevents,
    StopsFork,
    Threat,
    Wins,
)
from noughts.coach.rows import Row, rows_made
from noughts.core.bits import Move, squares
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.threats import completed_lines, forking_squares, winning_squares
from noughts.solver import MoveValue, Value


def merits(position: Position, move: Move, after: Position) -> Iterator[Finding]:
    """What the move does for the side that makes it."""
    mover = position.turn
    if after.has_winner:
        yield Wins(completed_lines(position, mover, move))
        return
    blocked = completed_lines(position, mover.other, move)
    if blocked:
        yield Blocks(blocked)
    if not winning_squares(after, mover.other):
        yield from _initiative(after, mover)
    stopped = forking_squares(position, mover.other) & ~forking_squares(after, mover.other)
    if stopped:
        yield StopsFork(squares(stopped))


def _initiative(after: Position, mover: Mark) -> Iterator[Finding]:
    threats = threats_of(after, mover)
    if len(threats) >= 2:
        yield Forks(threats)
    elif threats:
        yield Forces(threats[0])


def dangers(after: Position) -> Iterator[Finding]:
    """How the opponent, now to move, can force a win in one or two moves."""
    line = quick_win(after)
    if len(line) == 1:
        yield AllowsLoss(line)
    elif line:
        opponent, reply = after.turn, line[0]
        blocked = completed_lines(after, opponent.other, reply)
        yield AllowsFork(reply, blocked, threats_of(after.play_unchecked(reply), opponent))


def quick_win(position: Position) -> tuple[Move, ...]:
    """The line of a win for the side to move, in one move or in two by a fork; empty if none.

    This finds every such win: whoever wins on their move after next, whatever the opponent plays,
    has two squares to win on.
    """
    mover = position.turn
    if position.is_over:
        return ()
    if winning := squares(winning_squares(position, mover)):
        return winning[:1]
    for fork in squares(forking_squares(position, mover)):
        forked = position.play_unchecked(fork)
        if not winning_squares(forked, mover.other):
            return (fork, *squares(winning_squares(forked, mover))[:2])
    return ()


def value_at_sight(position: Position) -> MoveValue | None:
    """The value for the side to move and the plies to the end, if the lines alone prove them."""
    if position.has_winner:
        return MoveValue(Value.LOSS, 0)
    if position.is_over:
        return MoveValue(Value.DRAW, 0)
    if line := quick_win(position):
        return MoveValue(Value.WIN, len(line))
    if winning_squares(position, position.turn.other).bit_count() >= 2:
        return MoveValue(Value.LOSS, 2)
    return None


def threats_of(position: Position, mark: Mark) -> tuple[Threat, ...]:
    """Every square on which `mark` would complete a line, with those lines."""
    return tuple(
        Threat(square, completed_lines(position, mark, square))
        for square in squares(winning_squares(position, mark))
    )


def plan(position: Position, move: Move) -> Iterator[Finding]:
    """The rows that the move makes and those it keeps the opponent from: what speaks for it.

    Rows that need no answer are left out beside others, and of the opponent's altogether.
    """
    mover = position.turn
    made = rows_made(position, move, mover)
    if made:
        yield Makes(_threats(made) or made)
    prevented = _threats(rows_made(position, move, mover.other))
    if prevented:
        yield Prevents(prevented)


def _threats(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows that have to be answered: one mark short of a win, or two and open."""
    return tuple(row for row in rows if row.missing == 1 or (row.missing == 2 and row.is_open))
