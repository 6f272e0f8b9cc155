"""What the lines on the board alone say of a move: true on any board, without a search."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.coach.findings import (
    AllowsFork,
    AllowsLoss,
    Blocks,
    Finding,
    Forces,
    Forks,
    StopsFork,
    Threat,
    Wins,
)
from noughts.core.bits import Move, squares
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.threats import completed_lines, forking_squares, winning_squares


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
    """How the opponent, now to move, can win in one or two moves that nothing can stop."""
    if after.is_over:
        return
    opponent = after.turn
    winning = squares(winning_squares(after, opponent))
    if winning:
        yield AllowsLoss(winning[:1])
        return
    for reply in squares(forking_squares(after, opponent)):
        replied = after.play_unchecked(reply)
        if not winning_squares(replied, opponent.other):
            blocked = completed_lines(after, opponent.other, reply)
            yield AllowsFork(reply, blocked, threats_of(replied, opponent))
            return


def threats_of(position: Position, mark: Mark) -> tuple[Threat, ...]:
    """Every square on which `mark` would complete a line, with the lines."""
    return tuple(
        Threat(square, completed_lines(position, mark, square))
        for square in squares(winning_squares(position, mark))
    )
