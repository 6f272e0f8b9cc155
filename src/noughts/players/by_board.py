"""A player that is another one on each kind of board."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from noughts.core.bits import Move
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.base import Choice, Player, check_can_choose
from noughts.solver import Limit

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

Part = tuple[Callable[[Rules], bool], Player | Callable[[], Player]]


class ByBoard:
    """Plays as the first part whose condition the board meets.

    A part is a player, or a function that makes one when it is first needed.
    """

    def __init__(self, name: str, description: str, *parts: Part) -> None:
        self.name = name
        self.description = description
        self._parts = parts
        self._made: dict[int, Player] = {}

    def supports(self, rules: Rules) -> bool:
        """The boards that meet a condition, if the player for it plays them."""
        found = self._find(rules)
        return found is not None and found.supports(rules)

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """The choice of the player for the board."""
        return self._player(position).choose(position, limit)

    def policy(self, position: Position) -> Mapping[Move, Fraction]:
        """The policy of the player for the board."""
        return self._player(position).policy(position)

    def _player(self, position: Position) -> Player:
        check_can_choose(self, position)
        found = self._find(position.rules)
        assert found is not None
        return found

    def _find(self, rules: Rules) -> Player | None:
        for number, (is_met, part) in enumerate(self._parts):
            if is_met(rules):
                if number not in self._made:
                    self._made[number] = part() if callable(part) else part
                return self._made[number]
        return None


def is_searchable(rules: Rules) -> bool:
    """Whether the search plays a board; a game on a small one does not load it."""
    from noughts.search.setup import can_search  # noqa: PLC0415

    return can_search(rules)


def anywhere(_: Rules) -> bool:
    """The condition that every board meets."""
    return True
