"""What is left of a limit, handed out in slices between which the clock is read."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from noughts.kernels.compilation import COMPILED
from noughts.solver.verdict import Limit

SLICE = 8_192 if COMPILED else 64  # nodes, some hundredths of a second

_FIRST_SLICE = SLICE // 4  # until the speed is known
_SHORTEST = 0.002  # seconds; less is not worth a slice


class Budget:
    """The nodes and seconds of a limit; `nodes` counts those spent."""

    def __init__(self, limit: Limit, should_stop: Callable[[], bool]) -> None:
        self._limit = limit
        self._should_stop = should_stop
        self._began = monotonic()
        self._has_begun = False
        self.nodes = 0

    @property
    def seconds(self) -> float:
        """How long it has been."""
        return monotonic() - self._began

    def slice(self) -> int:
        """How many nodes to search before asking again; 0 if the limit is reached.

        The first slice is short, and given even when no time is left: a process that had to wait
        for the processor would otherwise make a move that it has not searched at all.
        """
        if self._should_stop():
            return 0
        is_first, self._has_begun = not self._has_begun, True
        left = _FIRST_SLICE if is_first else SLICE
        if self._limit.nodes is not None:
            left = min(left, self._limit.nodes - self.nodes)
        if self._limit.seconds is not None and not is_first:
            left = min(left, self._nodes_in(self._limit.seconds - self.seconds))
        return max(left, 0)

    def rest(self, nodes: int) -> Limit:
        """So many nodes, or what is left of this budget, if that is less."""
        of_nodes, of_seconds = self._limit.nodes, self._limit.seconds
        if of_nodes is not None:
            nodes = min(nodes, max(of_nodes - self.nodes, 0))
        seconds = None if of_seconds is None else max(of_seconds - self.seconds, _SHORTEST)
        return Limit(seconds, nodes)

    def _nodes_in(self, seconds: float) -> int:
        """How many nodes take so long, at the speed up to now; 0 if that is not worth a slice."""
        return 0 if seconds < _SHORTEST else int(self.nodes / self.seconds * seconds) + 1

    def is_past(self, share: float) -> bool:
        """True if this share of the limit is spent."""
        seconds, nodes = self._limit.seconds, self._limit.nodes
        return (seconds is not None and self.seconds > share * seconds) or (
            nodes is not None and self.nodes > share * nodes
        )
