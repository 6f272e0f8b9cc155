"""A recommended move, with its reason."""

from __future__ import annotations

from dataclasses import replace

from noughts.coach.explanation import Explanation, explain
from noughts.coach.findings import DelaysWin, MissesWin
from noughts.coach.tactics import most_lines
from noughts.core.position import Position
from noughts.players import Player
from noughts.solver import Limit, Value


def advise(position: Position, adviser: Player, limit: Limit | None = None) -> Explanation:
    """The adviser's move explained, or a better one where that move loses or misses a win.

    The limit applies to each explanation. Raises IllegalAction when the game is over.

    >>> from noughts.players import player
    >>> advise(Position.parse("...../.xx../..o../..o../..... x 4"), player("classic")).move
    8
    """
    explanation = explain(position, adviser.choose(position).move, limit)
    if explanation.worth is None and not explanation.findings:
        ground = tuple(most_lines(position, explanation.move))
        return replace(explanation, findings=ground)
    for finding in explanation.findings:
        if isinstance(finding, (MissesWin, DelaysWin)):
            return explain(position, finding.line[0], limit)
    if not _loses(explanation) or _is_lost(explanation):
        return explanation
    others = (explain(position, move, limit) for move in position.moves)
    return next((other for other in others if not _loses(other)), explanation)


def _is_lost(explanation: Explanation) -> bool:
    """Whether every move loses, so that no move is better."""
    return explanation.best is not None and explanation.best.value is Value.LOSS


def _loses(explanation: Explanation) -> bool:
    return explanation.worth is not None and explanation.worth.value is Value.LOSS
