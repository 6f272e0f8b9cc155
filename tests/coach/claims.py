"""Checks the findings of the coach: everything it claims, and everything it leaves out."""

from __future__ import annotations

from typing import TypeVar

from noughts import Position, Value
from noughts.coach.findings import AllowsFork, Blocks, Forces, Forks, StopsFork, Threat, Wins
from noughts.coach.forced import ForcedValue
from noughts.core.threats import Line
from noughts.search import forced_win
from noughts.solver import MoveValue
from tests.coach.conftest import Explained
from tests.core import naive
from tests.search.oracle import Referee, completing

T = TypeVar("T")


def found(each: Explained, kind: type[T]) -> T | None:
    """The finding of a kind, if there is one; there is never a second."""
    findings = [finding for finding in each.explanation.findings if isinstance(finding, kind)]
    assert len(findings) <= 1
    return findings[0] if findings else None


def check_wins(each: Explained) -> None:
    finding = found(each, Wins)
    assert (finding is not None) == naive.has_won(each.after, each.mover)
    if finding is not None:
        _check_lines(finding.lines, naive.lines_through(each.board, each.mover, each.move))


def check_blocks(each: Explained) -> None:
    finding = found(each, Blocks)
    lines = naive.lines_through(each.board, each.opponent, each.move)
    assert (finding is not None) == (bool(lines) and found(each, Wins) is None)
    if finding is not None:
        _check_lines(finding.lines, lines)


def check_threats_made(each: Explained) -> None:
    """Forks and Forces: what the move leaves where the opponent has nothing to win with."""
    fork, force = found(each, Forks), found(each, Forces)
    made = naive.threats(each.after, each.mover)
    if naive.is_over(each.after) or naive.winning(each.after, each.opponent):
        made = {}
    assert (fork is not None) == (len(made) >= 2)
    assert (force is not None) == (len(made) == 1)
    if fork is not None:
        check_threats(fork.threats, made)
    if force is not None:
        check_threats((force.threat,), made)
        wrong = [reply for reply in naive.moves(each.after) if reply != force.threat.square]
        assert all(naive.loses_at_once(each.after, reply) for reply in wrong)
        if force.fork is not None:
            forked = naive.play(naive.play(each.after, force.threat.square), force.fork)
            assert not naive.winning(forked, each.opponent)
            assert len(force.threats) >= 2
            check_threats(force.threats, naive.threats(forked, each.mover))


def check_stops_fork(each: Explained) -> None:
    finding = found(each, StopsFork)
    could = naive.forking(each.board, each.opponent)
    can = naive.forking(each.after, each.opponent)
    stopped = sorted(could - can) if found(each, Wins) is None else []
    assert (list(finding.squares) if finding is not None else []) == stopped


def check_allows_fork(each: Explained, finding: AllowsFork) -> None:
    """The reply makes these threats, blocks these lines, and leaves the mover nothing."""
    assert finding.reply in naive.moves(each.after)
    assert not naive.winning(each.after, each.opponent), "there is a quicker win"
    _check_lines(finding.blocked, naive.lines_through(each.after, each.mover, finding.reply))
    replied = naive.play(each.after, finding.reply)
    assert not naive.winning(replied, each.mover)
    assert len(finding.threats) >= 2
    check_threats(finding.threats, naive.threats(replied, each.opponent))


def check_win_along(board: naive.Board, line: Line) -> None:
    """The line is legal, and the side to move wins with its last move."""
    winner = board.turn
    for move in line:
        assert move in naive.moves(board)
        board = naive.play(board, move)
    assert naive.has_won(board, winner)


def check_forced(after: Position, worth: MoveValue | ForcedValue) -> None:
    """The winner wins against every reply to the move made, by asking again what is forced."""
    assert worth.plies is not None
    referee = Referee(forced_move, may_lengthen=True)
    if worth.value is Value.LOSS:
        referee.check(after, worth.plies - 1)
        return
    assert worth.value is Value.WIN
    assert not completing(after, after.turn)
    for reply in after.moves:
        referee.check(after.play(reply), worth.plies - 2)


def forced_move(position: Position) -> tuple[int, int] | None:
    found = forced_win(position)
    return None if found is None else (found.line[0], found.plies)


def check_threats(claimed: tuple[Threat, ...], true: dict[int, set[naive.Line]]) -> None:
    assert [threat.square for threat in claimed] == sorted(true)
    for threat in claimed:
        _check_lines(threat.lines, true[threat.square])


def _check_lines(claimed: tuple[Line, ...], true: set[naive.Line]) -> None:
    assert len(claimed) == len(true)
    assert set(claimed) == true
