"""The player `perfect`: never gives away a proved value, and sets traps where it can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.core.bits import Move
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.player import Choice, certainty, check_can_choose
from noughts.solver import MOST_SQUARES, Limit, solve

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction


class Perfect:
    """Plays for the best value, then the soonest win or latest loss, then the narrowest reply."""

    name = "perfect"
    description = "never gives away a win or a draw, wins soonest, loses latest and sets traps"

    def __init__(self, seed: int | None = None) -> None:
        """Nothing is drawn: the seed has no effect."""

    def supports(self, rules: Rules) -> bool:
        """The boards whose value is proved."""
        return rules.size <= MOST_SQUARES

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """The lowest of the best moves that leave the opponent the fewest replies that hold."""
        check_can_choose(self, position)
        verdict = solve(position, limit)
        # A proof of the position proved everything below it, so the replies cost a look-up each.
        traps = {move: holding_replies(position.play_unchecked(move)) for move in verdict.best}
        return Choice(min(traps, key=lambda move: (traps[move], move)), verdict)

    def policy(self, position: Position) -> Mapping[Move, Fraction]:
        """The one move it chooses."""
        return certainty(self.choose(position).move)


def holding_replies(position: Position) -> int:
    """How many moves keep the value the side to move has; none when the game is over.

    >>> holding_replies(Position.parse("x../.../... o 3"))
    1
    """
    value = solve(position).value
    return sum(solve(position.play_unchecked(move)).value == -value for move in position.moves)
