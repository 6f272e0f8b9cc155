"""The store as the repositories of one process use it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from time import perf_counter

from noughts.online.games import Played
from noughts.web.counters import Counters
from noughts.web.storage.store import Append, Store
from noughts.web.timestamps import now


@dataclass(frozen=True, slots=True)
class EventLog:
    """A store with what every repository needs beside it.

    `first_look` is how long after its beginning an aggregate may be deleted at the earliest.
    `is_shared` says that other processes append to the same store.
    """

    store: Store
    counters: Counters = field(default_factory=Counters)
    first_look: timedelta = timedelta(days=30)
    is_shared: bool = False
    now: Callable[[], str] = now

    async def append(self, append: Append) -> None:
        """Store an append; raises Conflict and StoreUnavailable."""
        started = perf_counter()
        await self.store.append(append)
        self.counters.append_seconds.observe(perf_counter() - started)
        self.counters.moves += sum(isinstance(event, Played) for event in append.events)

    async def has_more(self, id_: str, version: int) -> bool:
        """Whether the store has appends after a version, or nothing at all any more."""
        last = await self.store.last_versions([id_])
        return is_behind(version, last.get(id_))

    def due(self) -> int:
        """When to look whether what begins now can be deleted, in seconds since 1970."""
        return int((datetime.fromisoformat(self.now()) + self.first_look).timestamp())


def is_behind(version: int, last: int | None) -> bool:
    """Whether a log that ends at `last` has appends after a version, or is gone.

    More may be known than the log had when it was asked.
    """
    return last is None or last > version
