"""A game or a room in memory, with its log."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Generic

from noughts.web.aggregates.kinds import State
from noughts.web.storage.store import Append


class Lock:
    """A lock that goes to those who wait for it in order, and can also be taken without waiting."""

    __slots__ = ("_waiting", "is_held")

    def __init__(self) -> None:
        self.is_held = False
        self._waiting: list[asyncio.Future[None]] = []  # a deque takes 600 bytes more

    def take(self) -> bool:
        """Hold the lock from now on; False if somebody else does."""
        if self.is_held:
            return False
        self.is_held = True
        return True

    def release(self) -> None:
        """Pass the lock on to the next who waits for it."""
        while self._waiting:
            waiting = self._waiting.pop(0)
            if not waiting.done():  # nobody cancelled it
                waiting.set_result(None)
                return
        self.is_held = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        try:
            await waiting
        except asyncio.CancelledError:
            if not waiting.cancelled():  # it was passed on just before
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()


@dataclass(slots=True)
class Aggregate(Generic[State]):
    """A game or a room in memory, with its log; commands change it only under its lock."""

    id: str
    state: State
    appends: dict[str, Append]  # by command id, in order
    lock: Lock = field(default_factory=Lock)
    is_stale: bool = False  # the log may hold appends that are not in here
    latest: int = 0  # the version of the last append that the log is known to have
    early: dict[int, Append] = field(default_factory=dict)  # by version; received too early

    @property
    def is_behind(self) -> bool:
        """True if the log must be read before this is used."""
        return self.is_stale or self.latest >= self.state.version or bool(self.early)

    def lags(self, last_version: int | None) -> bool:
        """Whether the log, by the version of its last append, is ahead of this or gone (None)."""
        return last_version is None or last_version > self.last_version

    @property
    def last_version(self) -> int:
        """The version of the last append to it."""
        return next(reversed(self.appends.values())).version

    @property
    def events(self) -> Iterable[Any]:
        """The events of its log, in order."""
        return events_of(self.appends.values())


def events_of(appends: Iterable[Append]) -> Iterable[Any]:
    """The events of a log, in order."""
    return chain.from_iterable(append.events for append in appends)
