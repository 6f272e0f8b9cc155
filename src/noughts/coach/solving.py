"""A puzzle played out: a win to its end, a defence for as long as the opponent threatens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from noughts.atlas import keeping_moves, values
from noughts.coach import findings
from noughts.coach.explanation import explain
from noughts.coach.puzzle import Goal, Puzzle, solution_text, task_text
from noughts.coach.tactics import quick_win, rows_made
from noughts.coach.text import explanation_text, verdict_text
from noughts.coach.tries import Try
from noughts.core import Move, Position, Square, squares
from noughts.core.checks import check_type
from noughts.core.threats import winning_squares
from noughts.players.perfect import Perfect
from noughts.solver import Limit, Value, can_solve
from noughts.wording.language import gettext as _
from noughts.wording.text import Spell, paragraph

_MOVES = {Goal.WIN_NOW: 1, Goal.WIN_IN_2: 2, Goal.WIN_IN_3: 3}  # to the end of a win
MOST_MOVES = 6  # of a defence: on large boards threats could go on for a long time


def play(
    puzzle: Puzzle, moves: Sequence[Square], spell: Spell | None = None, limit: Limit | None = None
) -> Try:
    """Return the outcome of the moves of who solves a puzzle; raises what `Position.play` raises.

    The first one is right if it is the answer, later ones if they win in as many moves as were
    asked for, or keep what was saved. The opponent loses as late as they can, and threatens as long
    as they can, on boards too large to solve for six moves at most; after a wrong move one tries
    again from where it was made. The limit is that of the reasons.

    >>> from noughts.coach.puzzle import puzzle_at
    >>> puzzle = puzzle_at("xx./oo./... x 3")
    >>> play(puzzle, ["c1"]).text
    'Right! c1 wins: it completes a1, b1 and c1.'
    """
    check_type(puzzle, Puzzle, "the puzzle")
    check_type(moves, Sequence, "the moves")
    position, taken = puzzle.position, list[Move]()
    last = Try(position, (), position)
    for square in moves:
        before, move, after = position, position.square(square), position.play(square)
        if not _is_right(puzzle, before, move, len(taken)):
            text = _wrong_text(before, move, spell, limit)
            return Try(before, (move,), before, tuple(taken), text)
        text = _("Right! {reason}", reason=_reason(puzzle, before, move, spell, limit))
        taken.append(move)
        reply = _reply(puzzle, after, len(taken))
        if reply is None:
            return Try(before, (move,), after, tuple(taken), text, is_right=True, is_done=True)
        position, answer = after.play_unchecked(reply), (spell or before.name)(reply)
        text = paragraph(text, _("{side} answers {square}.", side=after.turn, square=answer))
        last = Try(before, (move, reply), position, tuple(taken), text, is_right=True)
    return last


def task_left(puzzle: Puzzle, tried: Try) -> str:
    """Return the task after a try, in one sentence; nothing at the end."""
    if tried.is_done:
        return ""
    if not tried.moves:
        return task_text(puzzle)
    goal = Goal.STOP_WIN
    if puzzle.goal in _MOVES:
        left = _MOVES[puzzle.goal] - len(tried.moves)
        goal = next(goal for goal, count in _MOVES.items() if count == left)
    return task_text(replace(puzzle, position=tried.position, goal=goal))


def hint(
    puzzle: Puzzle, tried: Try, spell: Spell | None = None, limit: Limit | None = None
) -> tuple[Move, str]:
    """Return a move that is right after a try, and why."""
    position, number = tried.position, len(tried.moves)
    move = next(move for move in position.moves if _is_right(puzzle, position, move, number))
    return move, _reason(puzzle, position, move, spell, limit)


def _is_right(puzzle: Puzzle, position: Position, move: Move, number: int) -> bool:
    """True if a move reaches the goal, after so many right ones."""
    if not number:
        return move == puzzle.answer
    after = position.play_unchecked(move)
    if puzzle.goal in _MOVES:
        left = _MOVES[puzzle.goal] - number
        if left == 1:
            return after.has_winner
        worth = values(position)[move]
        return worth.value is Value.WIN and (worth.plies or 0) < 2 * left
    if can_solve(position.rules):
        return move in keeping_moves(position)
    return after.has_winner or not quick_win(after)


def _reply(puzzle: Puzzle, position: Position, number: int) -> Move | None:
    """Return the opponent's reply; to a defence there is one only while they threaten to win."""
    is_won = puzzle.goal in _MOVES
    if position.is_over or puzzle.goal is Goal.HOLD_OUT:
        return None
    if not can_solve(position.rules):
        return _at_sight(position, is_needed=is_won) if number < MOST_MOVES else None
    reply = Perfect().choose(position).move
    return reply if is_won or _threatens(position, reply) else None


def _at_sight(position: Position, *, is_needed: bool) -> Move | None:
    """Return the reply that threatens to win and makes most rows, a block if one has to be made.

    Where a reply is needed and none threatens, it is a block all the same.
    """
    blocks = squares(winning_squares(position, position.turn.other))
    threats = [move for move in blocks or position.moves if _threatens(position, move)]
    if threats:
        return max(threats, key=lambda move: len(rows_made(position, move, position.turn)))
    return blocks[0] if is_needed else None


def _threatens(position: Position, move: Move) -> bool:
    return bool(winning_squares(position.play_unchecked(move), position.turn))


def _reason(
    puzzle: Puzzle, position: Position, move: Move, spell: Spell | None, limit: Limit | None
) -> str:
    """Return why a right move is right."""
    if position == puzzle.position:
        return solution_text(puzzle, spell, limit)
    return explanation_text(explain(position, move, limit), spell)


def _wrong_text(position: Position, move: Move, spell: Spell | None, limit: Limit | None) -> str:
    """Return what is wrong with a move, without the right one."""
    explanation = explain(position, move, limit)
    if explanation.value is Value.WIN:
        verdict = verdict_text(explanation, spell)
        return _("{verdict}, but there's a quicker win.", verdict=verdict)
    kept = tuple(
        finding for finding in explanation.findings if not isinstance(finding, findings.Missed)
    )
    return explanation_text(replace(explanation, findings=kept), spell)
