"""The player `alert`: sees one move ahead, and has no plan beyond it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from noughts.core.bits import Move
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.threats import blocks, wins
from noughts.players.player import Choice, check_can_choose, uniform
from noughts.solver import Limit

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction


class Alert:
    """Wins, else blocks, else moves anywhere, as most people do who have just learned the rules."""

    name = "alert"
    description = "wins if it can, else blocks, else moves anywhere"

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def supports(self, rules: Rules) -> bool:
        """Every board."""
        return True

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """A winning move by lot, else a blocking one, else any."""
        check_can_choose(self, position)
        return Choice(self._random.choice(_candidates(position)))

    def policy(self, position: Position) -> Mapping[Move, Fraction]:
        """The same probability for every winning move, else every blocking one, else every one."""
        check_can_choose(self, position)
        return uniform(_candidates(position))


def _candidates(position: Position) -> tuple[Move, ...]:
    return wins(position) or blocks(position) or position.moves
