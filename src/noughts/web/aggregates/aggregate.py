"""A game or a room in memory, with its log."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Generic

from noughts.web.aggregates.kinds import State
from noughts.web.storage.store import Append


@dataclass(slots=True)
class Aggregate(Generic[State]):
    """A game or a room in memory, with its log; commands change it only under its lock."""

    id: str
    state: State
    appends: dict[str, Append]  # by command id, in order
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_stale: bool = False  # the log may hold appends that are not in here
    latest: int = 0  # the version of the last append that the log is known to have
    early: dict[int, Append] = field(default_factory=dict)  # by version; received too early

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
