"""How an engine can fail in a game."""

from __future__ import annotations

from enum import Enum

from noughts.core.errors import NoughtsError


class Fault(Enum):
    """What a player did wrong; the values are for people, of one and of several."""

    ILLEGAL = ("illegal move", "illegal moves")
    TIME = ("time loss", "time losses")
    CRASH = ("crash", "crashes")

    def counted(self, count: int) -> str:
        """So many of them.

        >>> Fault.CRASH.counted(2)
        '2 crashes'
        """
        return f"{count:,} {self.value[count != 1]}"


class EngineFailure(NoughtsError):
    """An engine hung, crashed, or answered with something that is no legal move."""

    def __init__(self, fault: Fault, reason: str) -> None:
        super().__init__(fault, reason)
        self.fault = fault
        self.reason = reason

    def __str__(self) -> str:
        return self.reason
