"""Players that do as they are told, for matches, pairs and the referee."""

from __future__ import annotations

from noughts import Position
from noughts.players import Deterministic


class First(Deterministic):
    """Takes the first free square."""

    def move(self, position: Position) -> int | str:
        return position.moves[0]


class Stubborn(First):
    """Takes a1, taken or not."""

    def move(self, position: Position) -> str:  # noqa: ARG002
        return "a1"
