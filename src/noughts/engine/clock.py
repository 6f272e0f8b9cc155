"""How long our engine may think: from what the manager says of its time."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.engine.protocol import UNLIMITED
from noughts.solver import Limit

_USUAL = 1.0  # seconds a move, where the manager says nothing
_MARGIN = 0.03  # seconds between the end of the search and the manager's clock
_SHARE_OF_MARGIN = 20  # or this fraction (1/20) of the time, if that is more
_MOST_MARGIN = 0.3
_LEAST = 0.005  # a search this short still plays
_MOVES_TO_GO = 20  # what is left of the time of a game is shared among so many moves


@dataclass(slots=True)
class Clock:
    """The limits a manager sets, in milliseconds; 0 or less of `time_left` means it is used up.

    >>> clock = Clock(timeout_turn=500)
    >>> clock.limit()
    Limit(seconds=0.47, nodes=None)
    """

    timeout_turn: int | None = None  # 0: as fast as possible
    timeout_match: int = 0  # 0: no limit
    time_left: int | None = None
    max_node: int = 0  # 0: no limit

    def limit(self) -> Limit:
        """The limit of the next move."""
        return Limit(round(max(_LEAST, self._seconds()), 3), self.max_node or None)

    def _seconds(self) -> float:
        turn, left = self.timeout_turn, self._left()
        seconds = _USUAL if turn is None else turn / 1000
        if left is not None:
            share = max(0, left) / 1000 / _MOVES_TO_GO
            seconds = share if turn is None else min(seconds, share)
        return seconds - min(max(_MARGIN, seconds / _SHARE_OF_MARGIN), _MOST_MARGIN)

    def _left(self) -> int | None:
        """What is left of the game's time; None if that is not limited."""
        if self.time_left is not None and self.time_left < UNLIMITED:
            return self.time_left
        return self.timeout_match or None if self.time_left is None else None
