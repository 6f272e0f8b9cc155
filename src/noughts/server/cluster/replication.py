"""Replication: a repository kept up to date with what other processes append to its store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from math import inf
from typing import Any
from weakref import WeakValueDictionary

from noughts.core.errors import IllegalAction
from noughts.server.log.errors import Refused
from noughts.server.log.repository import (
    ATTEMPTS,
    Aggregate,
    Decide,
    EventLog,
    Published,
    Repository,
    State,
    too_many_attempts,
)
from noughts.server.log.store import Append, Store
from noughts.server.tasks import log_errors

_COMPARE = 10.0  # seconds between comparisons of what is in memory with the log


class LastVersionsQuery:
    """The query for last versions, one at a time; requests made meanwhile share the next one.

    Of 16 readers at once each costs 50 µs of processor time, not 790.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ids: set[str] = set()  # for the next query
        self._next: asyncio.Task[dict[str, int]] | None = None
        self._lock = asyncio.Lock()

    async def ask(self, ids: Iterable[str]) -> dict[str, int]:
        """Return the version of the last append to each log that exists, and perhaps of others."""
        self._ids.update(ids)
        if self._next is None:
            self._next = asyncio.create_task(self._run())
        return await asyncio.shield(self._next)

    async def _run(self) -> dict[str, int]:
        async with self._lock:
            self._next = None
            ids, self._ids = tuple(self._ids), set()
            return await self._store.last_versions(ids)


class _Reading:
    """The last version that was received of a log while it is read."""

    received = -1


class ReplicatedRepository(Repository[State]):
    """A repository whose log other processes append to: they send messages, which may be lost.

    A process without subscribers is sent nothing; one with subscribers may be sent an append only
    after its author has been answered. `compare` asks the log itself.
    """

    def __init__(self, log: EventLog) -> None:
        super().__init__(log)
        self._readings: WeakValueDictionary[str, _Reading] = WeakValueDictionary()  # by id
        self._early: dict[str, dict[int, Append]] = {}  # by id and version; of other processes
        # They send what they append only to those that subscribe.
        self.subscribed: Callable[[str], None] = lambda _: None
        self.unsubscribed: Callable[[str], None] = lambda _: None
        self._last_versions = LastVersionsQuery(log.store)

    def subscribe(
        self, id_: str, receive: Callable[[Published[State]], None]
    ) -> Callable[[], None]:
        unsubscribe = super().subscribe(id_, receive)
        self.subscribed(id_)
        return unsubscribe

    def _unsubscribe(self, id_: str, receive: Callable[[Published[State]], None]) -> None:
        super()._unsubscribe(id_, receive)
        if id_ not in self._subscribers:
            self.unsubscribed(id_)

    @property
    def subscriptions(self) -> tuple[str, ...]:
        """The ids of the aggregates that have subscribers."""
        return tuple(self._subscribers)

    def is_in_memory(self, id_: str) -> bool:
        """True if an aggregate is in memory."""
        return id_ in self._in_memory

    async def last_version(self, id_: str) -> int | None:
        """Return the version of the last append to an aggregate, after any in progress.

        None if it is not in memory.
        """
        aggregate = self._in_memory.get(id_)
        if aggregate is None:
            return None
        async with aggregate.lock:
            return aggregate.last_version

    def receive(self, id_: str, version: int, append: Append | None) -> None:
        """Note an append of another process; without the append itself, the log must be read.

        An aggregate in memory applies the append, or reads the log if one before it is missing.
        An early append is kept: one in progress here may fill the gap, as when another process
        answers it at once.
        """
        aggregate = self._in_memory.get(id_)
        if aggregate is None:
            if reading := self._readings.get(id_):
                reading.received = max(version, reading.received)
        elif append is not None and version == aggregate.state.version:
            self._apply(aggregate, append)
        elif version >= aggregate.state.version:
            has_subscribers = id_ in self._subscribers
            if append is not None and has_subscribers:
                self._early.setdefault(id_, {})[version] = append
            aggregate.known_version = max(aggregate.known_version, version + 1)
            if has_subscribers:
                self._tasks.start(log_errors(self._load(id_)))

    def mark_all_stale(self) -> None:
        """Have each aggregate reloaded before it is used again, since messages may be lost."""
        for aggregate in self._in_memory.values():
            aggregate.known_version = inf

    async def catch_up(self) -> None:
        """Drop what was deleted elsewhere; reload what has subscribers and a log ahead of it."""
        ids = tuple(self._in_memory)
        last = await self.log.store.last_versions(ids)  # 60 ms of processor time for 10,000
        for id_ in ids:
            aggregate = self._in_memory.get(id_)
            if id_ not in last:
                self._deleted_elsewhere(id_)
            elif aggregate is None or id_ not in self._subscribers:
                continue
            elif last[id_] > aggregate.last_version:
                aggregate.known_version = inf
                self.subscribed(id_)  # a message was lost, perhaps the one that said so
                await log_errors(self._load(id_))

    async def compare(self, ids: Iterable[str]) -> None:
        """Compare aggregates with the log, if other processes append to it.

        An append in progress here is not read again.
        """
        aggregates = [self._in_memory[id_] for id_ in ids if id_ in self._in_memory]
        if aggregates and self.log.is_shared:
            last = await self._last_versions.ask(aggregate.id for aggregate in aggregates)
            for aggregate in aggregates:
                known = last[aggregate.id] + 1 if aggregate.id in last else inf
                aggregate.known_version = max(aggregate.known_version, known)

    async def refresh(self, ids: Collection[str]) -> None:
        """Compare aggregates with the log, and publish what they lack."""
        await self.compare(ids)
        for id_ in ids:
            aggregate = self._in_memory.get(id_)
            if aggregate is not None and aggregate.is_stale:
                await log_errors(self._load(id_))

    async def _load_latest(self, id_: str) -> Aggregate[State]:
        """Return an aggregate with all that any process has appended; raises `unknown`."""
        await self.compare([id_])
        return await self._load(id_)

    async def _execute(
        self,
        aggregate: Aggregate[State],
        decide: Decide,
        command_id: str,
        keys: tuple[str, ...] = (),
    ) -> Append | None:
        """Execute a command; what is refused is decided again if another process has appended."""
        for _attempt in range(ATTEMPTS):
            try:
                return await super()._execute(aggregate, decide, command_id, keys)
            except (Refused, IllegalAction):
                await self.compare([aggregate.id])
                if not aggregate.is_stale:
                    raise
        raise too_many_attempts()

    async def _reload(self, aggregate: Aggregate[State]) -> None:
        self._early.pop(aggregate.id, None)
        await super()._reload(aggregate)

    def _apply(self, aggregate: Aggregate[State], append: Append) -> None:
        super()._apply(aggregate, append)
        if early := self._early.get(aggregate.id):
            following = early.pop(aggregate.state.version, None)
            if following is not None:
                self._apply(aggregate, following)

    def _drop(self, aggregate: Aggregate[State]) -> None:
        super()._drop(aggregate)
        self._early.pop(aggregate.id, None)

    async def _read(self, id_: str) -> tuple[Append, ...]:
        """Read a log, until it has what was received of it meanwhile."""
        reading = self._readings.setdefault(id_, _Reading())  # forgotten once nobody reads it
        while True:
            before = reading.received
            appends = await super()._read(id_)
            if reading.received <= max(before, appends[-1].version):
                return appends


async def keep_up(
    repositories: Iterable[ReplicatedRepository[Any]], is_behind: asyncio.Event
) -> None:
    """Catch up with other processes for ever: now and then, and at once when behind for sure."""
    while True:
        with suppress(TimeoutError):
            async with asyncio.timeout(_COMPARE):
                await is_behind.wait()
        is_behind.clear()
        for repository in repositories:
            await log_errors(repository.catch_up())
