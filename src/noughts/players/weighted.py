"""A base class for players that draw their moves by weight."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from itertools import accumulate
from math import lcm
from random import Random
from typing import TYPE_CHECKING, SupportsIndex

from noughts.core.bits import Move
from noughts.core.checks import check_type, whole
from noughts.core.errors import IllegalAction
from noughts.core.position import Position
from noughts.players.base import BasePlayer, Choice, check_can_choose, checked_choice
from noughts.solver import Limit

if TYPE_CHECKING:
    from fractions import Fraction


class Weighted(BasePlayer):
    """A player that draws its move by weight; subclasses define `weights`.

    The draw and the policy are exact, even for fractions and floats. Raises IllegalAction for
    weights that are negative or not finite, or if none is above 0, IllegalMove for the weight of an
    illegal move, and what every player raises.

    >>> class Centred(Weighted):
    ...     def weights(self, position):
    ...         return {move: 3 if move == 4 else 1 for move in position.moves}
    >>> Centred().policy(Position.parse("xo./x.o/ox. x 3"))
    {2: Fraction(1, 5), 4: Fraction(3, 5), 8: Fraction(1, 5)}
    """

    _random = Random()  # for subclasses whose `__init__` does not call ours

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(None if seed is None else whole(seed, "the seed"))

    @abstractmethod
    def weights(self, position: Position) -> Mapping[Move, float | Fraction]:
        """The weight of each move in an unfinished position; moves left out are never drawn."""

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """A move drawn by weight."""
        tickets = self._tickets(position)
        ends = list(accumulate(tickets.values()))
        drawn = self._random.randrange(ends[-1])
        return Choice(next(move for move, end in zip(tickets, ends, strict=True) if drawn < end))

    def policy(self, position: Position) -> Mapping[Move, Fraction]:
        """The weight of each move as a share of the total."""
        from fractions import Fraction  # noqa: PLC0415 - see base.py

        tickets = self._tickets(position)
        total = sum(tickets.values())
        return {move: Fraction(count, total) for move, count in tickets.items()}

    def _tickets(self, position: Position) -> dict[Move, int]:
        """Whole numbers in proportion to the weights, in reading order."""
        check_can_choose(self, position)
        given = self.weights(position)
        check_type(given, Mapping, f"what {self.name} gives as weights")
        ratios = {
            checked_choice(self, position, move): self._ratio(weight)
            for move, weight in given.items()
        }
        if len(ratios) < len(given):
            raise IllegalAction(f"{self.name} gives two weights to one move in {position}")
        common = lcm(*(denominator for _, denominator in ratios.values()))
        tickets = {
            move: numerator * (common // denominator)
            for move, (numerator, denominator) in sorted(ratios.items())
            if numerator
        }
        if not tickets:
            raise IllegalAction(f"{self.name} gives no move a weight above 0 in {position}")
        return tickets

    def _ratio(self, weight: float | Fraction | SupportsIndex) -> tuple[int, int]:
        if not hasattr(weight, "as_integer_ratio"):  # NumPy's integers have none
            return self._ratio(whole(weight, f"a weight of {self.name}"))
        try:
            numerator, denominator = weight.as_integer_ratio()
        except (OverflowError, ValueError):  # infinity, NaN
            numerator, denominator = -1, 1
        if numerator < 0:
            raise IllegalAction(f"{self.name} gives the weight {weight}: a weight is 0 or more")
        return numerator, denominator
