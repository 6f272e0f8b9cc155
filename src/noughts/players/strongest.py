"""The player `strongest`: the best available player for the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.core.bits import Move
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.base import Choice, Player, check_can_choose
from noughts.players.classic import Classic
from noughts.players.perfect import Perfect
from noughts.solver import Limit

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction


class Strongest:
    """Plays as the first of its players that supports the board."""

    name = "strongest"
    description = "plays as perfect where every value is proved, elsewhere as classic, unproved"

    def __init__(self, seed: int | None = None) -> None:
        self._players: tuple[Player, ...] = (Perfect(seed), Classic(seed))

    def supports(self, rules: Rules) -> bool:
        """The boards that at least one of its players plays."""
        return any(player.supports(rules) for player in self._players)

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """The choice of the best player for the board."""
        check_can_choose(self, position)
        return self._best(position.rules).choose(position, limit)

    def policy(self, position: Position) -> Mapping[Move, Fraction]:
        """The policy of the best player for the board."""
        check_can_choose(self, position)
        return self._best(position.rules).policy(position)

    def _best(self, rules: Rules) -> Player:
        return next(player for player in self._players if player.supports(rules))
