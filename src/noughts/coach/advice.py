"""A move to take, with its reason."""

from __future__ import annotations

from noughts.coach.explain import Explanation, explain
from noughts.coach.findings import DelaysWin, MissesWin
from noughts.core.position import Position
from noughts.players import Player
from noughts.solver import Limit, Value


def advise(position: Position, adviser: Player, limit: Limit | None = None) -> Explanation:
    """The adviser's move explained, or a better one where the move passes over a win or loses.

    The limit is for the explanation. Raises IllegalAction when the game is over.

    >>> from noughts.players import player
    >>> advise(Position.parse("...../.xx../..o../..o../..... x 4"), player("classic")).move
    8
    """
    explanation = explain(position, adviser.choose(position).move, limit)
    for finding in explanation.findings:
        if isinstance(finding, (MissesWin, DelaysWin)):
            return explain(position, finding.line[0], limit)
    if not _loses(explanation):
        return explanation
    others = (explain(position, move, limit) for move in position.moves)
    return next((other for other in others if not _loses(other)), explanation)


def _loses(explanation: Explanation) -> bool:
    return explanation.worth is not None and explanation.worth.value is Value.LOSS
