"""The findings that follow from the lines on the board alone, on any board, without a search.

Threats and forks prove something. The rows a mark makes – fours, open threes and the like, for any
number in a row – are what players of five in a row go by, and prove nothing by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

from noughts.coach import findings
from noughts.coach.findings import Finding, Row, Threat
from noughts.core import Mark, Move, Position, squares
from noughts.core.threats import completed_lines, forking_squares, winning_squares
from noughts.solver import MoveValue, Value

_FEWEST_MARKS = 2  # in a row worth a name
_MOST_MISSING = 3  # marks; rows further from a win threaten nothing soon


def merits(position: Position, move: Move, after: Position) -> Iterator[Finding]:
    """Yield what the move does for the side that makes it."""
    mover = position.turn
    if after.has_winner:
        yield findings.Wins(completed_lines(position, mover, move))
        return
    blocked = completed_lines(position, mover.other, move)
    if blocked:
        yield findings.Blocks(blocked)
    if not winning_squares(after, mover.other):
        threats = threats_of(after, mover)
        if len(threats) >= 2:
            yield findings.Forks(threats)
        elif threats:
            yield findings.Forces(threats[0])
    stopped = forking_squares(position, mover.other) & ~forking_squares(after, mover.other)
    if stopped:
        yield findings.StopsFork(squares(stopped))


def dangers(after: Position) -> Iterator[Finding]:
    """Yield how the opponent, now to move, can force a win in one or two moves."""
    line = quick_win(after)
    if len(line) == 1:
        yield findings.AllowsLoss(line)
    elif line:
        opponent, reply = after.turn, line[0]
        blocked = completed_lines(after, opponent.other, reply)
        threats = threats_of(after.play_unchecked(reply), opponent)
        yield findings.AllowsFork(reply, blocked, threats)


def first_threat(after: Position, line: tuple[Move, ...]) -> Iterator[Finding]:
    """Yield what the reply threatens that begins a line of the opponent's win, if that shows."""
    opponent, replied = after.turn, after.play_unchecked(line[0])
    if replied.is_over:
        return
    forks = squares(forking_squares(replied, opponent))
    match threats_of(replied, opponent):
        case (threat,):
            blocked = replied.play_unchecked(threat.square)
            fork, *rest = quick_win(blocked) or (None,)
            if fork is not None and rest:
                threats = threats_of(blocked.play_unchecked(fork), opponent)
                yield findings.AllowsThreat(line, threat, fork, threats)
            else:
                yield findings.AllowsThreat(line, threat)
        case () if forks:
            yield findings.AllowsForkThreat(line, forks)


def quick_win(position: Position) -> tuple[Move, ...]:
    """Return the line of a win for the side to move, in one move or two by a fork; empty if none.

    This finds every such win: a side that wins on its move after next, whatever the opponent
    plays, has two squares to win on.
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
    """Return the value for the side to move, and the plies, if the lines alone prove them."""
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
    """Return every square on which `mark` would complete a line, with those lines."""
    return tuple(
        Threat(square, completed_lines(position, mark, square))
        for square in squares(winning_squares(position, mark))
    )


def plan(position: Position, move: Move) -> Iterator[Finding]:
    """Yield the rows that the move makes and those it keeps the opponent from: what speaks for it.

    Rows that need no answer are left out beside others, and of the opponent's altogether.
    """
    made = rows_made(position, move, position.turn)
    if made:
        yield findings.Makes(_pressing(made) or made)
    prevented = _pressing(rows_made(position, move, position.turn.other))
    if prevented:
        yield findings.Prevents(prevented)


def _pressing(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return the rows that have to be answered: one mark short of a win, or two and open."""
    return tuple(row for row in rows if row.missing == 1 or (row.missing == 2 and row.is_open))


def rows_made(position: Position, move: Move, mark: Mark) -> tuple[Row, ...]:
    """Return the rows that `mark` makes by a mark on a free square, the longest first; O(k³).

    >>> rows_made(Position.parse("......./......./..xx.../......./..oo... x 5"), 18, Mark.X)
    (Row(length=3, missing=2, is_open=True),)
    """
    k, rows = position.rules.k, list[Row]()
    own, other = position.marks(mark) | 1 << move, position.marks(mark.other)
    for way in position.rules.lines.directions:
        starts = (move - count * way.step for count in range(k))
        lines = [
            sum(1 << start + count * way.step for count in range(k))
            for start in starts
            if start >= 0 and way.starts >> start & 1
        ]
        lacking = [line & ~own for line in lines if not line & other]
        fewest = min((missing.bit_count() for missing in lacking), default=k)
        if 1 <= fewest <= min(_MOST_MISSING, k - _FEWEST_MARKS):
            rows.append(Row(k - fewest, fewest, _is_open(lacking, fewest)))
    return tuple(sorted(rows, key=lambda row: (row.length, row.is_open), reverse=True))


def by_rows(position: Position) -> tuple[Move, ...]:
    """Return the legal moves, those first that make the longest rows."""
    rows = {
        move: [(row.length, row.is_open) for row in rows_made(position, move, position.turn)]
        for move in position.moves
    }
    return tuple(sorted(rows, key=rows.__getitem__, reverse=True))


def open_lines(position: Position, move: Move) -> int:
    """Count the lines through a free square that hold no mark of the opponent's."""
    other = position.marks(position.turn.other)
    through = (line for line in position.rules.line_masks if line >> move & 1)
    return sum(not line & other for line in through)


def _is_open(lacking: list[int], fewest: int) -> bool:
    """True if a row is open, given what each line lacks that can still be completed."""
    candidates = 0
    for missing in lacking:
        if missing.bit_count() == fewest:
            candidates |= missing
    if fewest == 1:
        return candidates.bit_count() >= 2
    return any(
        _is_open([missing & ~(1 << square) for missing in lacking], fewest - 1)
        for square in squares(candidates)
    )
