"""A trained agent as a player, which can be certified, reviewed and played against."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import SupportsIndex, TypeAlias

from noughts.core.bits import Move
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players import Deterministic
from noughts.rl.errors import InvalidAction
from noughts.rl.snapshot import ActionMask, Planes, snapshot_of

Act: TypeAlias = Callable[[Planes, ActionMask], SupportsIndex]

_COMMON = Rules()


class AgentPlayer(Deterministic):
    """A player that asks `act` for an action, given an observation and an action mask.

    `act` should return the same action whenever it gets the same arrays. `choose` and `policy`
    raise InvalidAction if the action is not legal.

    >>> from noughts.arena import certify
    >>> first_free = AgentPlayer("first_free", lambda observation, mask: mask.argmax())
    >>> certify(first_free).as_x.lines_lost
    58
    """

    def __init__(self, name: str, act: Act, rules: Rules = _COMMON) -> None:
        self.name = name
        self.description = f"does what an agent says that was trained for {rules}"
        self._act = act
        self._rules = rules

    def supports(self, rules: Rules) -> bool:
        """Only the board it was trained for."""
        return rules == self._rules

    def move(self, position: Position) -> Move:
        """The agent's action."""
        snapshot = snapshot_of(position)
        move = index(self._act(snapshot.own, snapshot.legal))
        if not position.is_legal(move):
            raise InvalidAction(f"{self.name} chose {move} in {position}, which is not legal")
        return move
