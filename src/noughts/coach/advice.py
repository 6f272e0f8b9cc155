"""A recommended move, with its reason."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from noughts.atlas import best_line, keeping_moves
from noughts.coach import findings
from noughts.coach.explanation import Explanation, explain
from noughts.coach.findings import Finding
from noughts.coach.forced import is_sooner, known_value, threat
from noughts.coach.tactics import by_rows, open_lines
from noughts.coach.text import is_said
from noughts.core.bits import Move
from noughts.core.errors import Unsolved
from noughts.core.position import Position
from noughts.players import Player
from noughts.players.base import move_of
from noughts.solver import Limit, Value, can_solve

_MOST_HELD = 4  # replies or moves that a sentence names
_MOST_TRIED = 64  # moves, where the adviser's own loses: half a second


def advise(
    position: Position,
    adviser: Player,
    limit: Limit | None = None,
    thinking: Limit | None = None,
) -> Explanation:
    """The adviser's move explained, or a better one where that move loses or misses a win.

    The limit applies to each proof, and `thinking` to the adviser's choice. Raises IllegalAction
    when the game is over.

    >>> from noughts.players import player
    >>> advise(Position.parse("...../.xx../..o../..o../..... x 4"), player("classic")).move
    8
    """
    explanation = explain(position, move_of(adviser, position, thinking), limit)
    better = _shorter_win(explanation, limit)
    is_lost = explanation.best is not None and explanation.best.value is Value.LOSS
    if better is not None:
        explanation = explain(position, better, limit)
    elif _loses(explanation) and not is_lost:
        threatened = threat(position, limit)
        others = by_rows(position)[:_MOST_TRIED] if threatened is None else threatened.stops
        explanations = (explain(position, move, limit) for move in others)
        explanation = next((each for each in explanations if not _loses(each)), explanation)
    found = explanation.findings
    if not any(is_said(finding, explanation) for finding in found):
        found = (*found, _ground(explanation, limit))
    if explanation.worth is None:
        found = (*found, findings.Chosen())
    return replace(explanation, findings=found)


def _shorter_win(explanation: Explanation, limit: Limit | None) -> Move | None:
    """The move of a win that the adviser's move misses, delays or makes longer."""
    for finding in explanation.findings:
        if isinstance(finding, findings.Missed):
            return finding.line[0]
    known, worth = known_value(explanation.position, limit), explanation.worth
    if known is None or known.worth.value is not Value.WIN or worth is None:
        return None
    return known.line[0] if is_sooner(known.worth, worth) else None


def _loses(explanation: Explanation) -> bool:
    return explanation.worth is not None and explanation.worth.value is Value.LOSS


def _ground(explanation: Explanation, limit: Limit | None) -> Finding:
    """What speaks for a move of which nothing else is found."""
    position, move, worth = explanation.position, explanation.move, explanation.worth
    after, lines = position.play_unchecked(move), open_lines(position, move)
    with suppress(Unsolved):
        if worth is not None and worth.value is Value.WIN:
            return findings.WinsLike((move, *best_line(after, limit)))
        if worth is not None and can_solve(position.rules):
            keeping, held = keeping_moves(position, limit), keeping_moves(after, limit)
            losing = tuple(each for each in position.moves if each not in keeping)
            if 1 < len(held) <= _MOST_HELD and len(held) < len(after.moves):
                return findings.FewReplies(held)  # a trap for the opponent
            if 0 < len(losing) <= _MOST_HELD:
                return findings.Avoids(losing)
            if not lines:
                return findings.LikeAll(is_last=len(position.moves) == 1)
    return findings.OpenLines(lines)
