"""The player `random`: every legal move is equally likely."""

from __future__ import annotations

from random import Random

from noughts.core import Move, Position
from noughts.core.checks import seed_or_none
from noughts.core.errors import N_
from noughts.players.base import BasePlayer, Choice, Policy, check_can_choose, uniform
from noughts.solver import Limit


class Uniform(BasePlayer):
    """Plays any of its candidates, each equally likely: here, every legal move."""

    name = "random"
    description = N_("moves anywhere, every free square equally likely")

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed_or_none(seed))

    def candidates(self, position: Position) -> tuple[Move, ...]:
        """Return every legal move."""
        return position.moves

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return a random candidate."""
        position = check_can_choose(self, position, limit)
        return Choice(self._random.choice(self.candidates(position)))

    def policy(self, position: Position) -> Policy:
        """Give every candidate the same probability."""
        position = check_can_choose(self, position)
        return uniform(self.candidates(position))
