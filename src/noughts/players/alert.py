"""The player `alert`: looks one move ahead and varies its play, like most beginners."""

from __future__ import annotations

from noughts.core import Move, Position
from noughts.core.errors import N_
from noughts.core.threats import blocks, wins
from noughts.players.uniform import Uniform


class Alert(Uniform):
    """Wins if it can, else blocks, else moves anywhere."""

    description = N_("wins if it can, else blocks, else moves anywhere")

    def candidates(self, position: Position) -> tuple[Move, ...]:
        """Return the winning moves if there are any, else the blocks, else every legal move."""
        return wins(position) or blocks(position) or position.moves
