"""A player made of others: for each move it draws which of them chooses."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from noughts.core.bits import Move
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.base import Choice, Player, check_can_choose
from noughts.solver import Limit

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

Factory = Callable[[int | None], Player]


class Mixture:
    """Each move is the choice of one part, drawn in proportion to its weight."""

    def __init__(
        self, name: str, summary: str, seed: int | None, *weights: tuple[Factory, int]
    ) -> None:
        self.name = name
        self._summary = summary
        self._random = Random(seed)
        # Separate seeds: with the mixture's own, parts would repeat its draws.
        self._parts = tuple(
            (make(self._random.getrandbits(64)), weight) for make, weight in weights
        )
        self._total = sum(weight for _, weight in weights)
        # One ticket per unit of weight: whole numbers keep the draw as exact as the policy.
        self._tickets = tuple(part for part, weight in self._parts for _ in range(weight))

    @property
    def description(self) -> str:
        """The summary and the share of each part."""
        shares = ", ".join(f"{part.name} {weight}/{self._total}" for part, weight in self._parts)
        return f"{self._summary}: {shares}"

    def supports(self, rules: Rules) -> bool:
        """The boards that all parts play."""
        return all(part.supports(rules) for part, _ in self._parts)

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """The choice of a part drawn by weight."""
        check_can_choose(self, position)
        return self._random.choice(self._tickets).choose(position, limit)

    def policy(self, position: Position) -> Mapping[Move, Fraction]:
        """The weighted sum of the parts' policies."""
        from fractions import Fraction  # noqa: PLC0415 - see base.py

        check_can_choose(self, position)
        sums: dict[Move, Fraction] = {}
        for part, weight in self._parts:
            for move, probability in part.policy(position).items():
                sums[move] = sums.get(move, Fraction(0)) + probability * weight
        return {move: sums[move] / self._total for move in sorted(sums)}
