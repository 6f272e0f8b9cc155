"""Repositories: load, decide, append, apply, publish."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import chain
from math import inf
from time import perf_counter
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct

from noughts.core.errors import IllegalAction, NoughtsError
from noughts.server.log.errors import Refused
from noughts.server.log.events import now
from noughts.server.log.store import Append, Conflict, DamagedLog, Store, StoreUnavailable
from noughts.server.metrics import Counters
from noughts.server.tasks import Tasks
from noughts.server.worker_pool import Overloaded
from noughts.wording.language import gettext as _


class Versioned(Protocol):
    """A state whose `version` counts the events that made it."""

    @property
    def version(self) -> int: ...


State = TypeVar("State", bound=Versioned)
# Decides a command in a state, at the time `now`: returns events, or raises why it is refused.
Decide = Callable[..., tuple[Any, ...]]


class Lock(asyncio.Lock):
    """A lock that counts those who hold it or wait for it: between two of them it is not locked."""

    users = 0

    async def __aenter__(self) -> None:
        self.users += 1
        try:
            await self.acquire()
        except BaseException:
            self.users -= 1
            raise

    async def __aexit__(self, *_: object) -> None:
        self.users -= 1
        self.release()


@dataclass(slots=True)
class Aggregate(Generic[State]):
    """A state in memory, with its log; commands change it only under its lock."""

    id: str
    state: State
    appends: dict[str, Append]  # by command id, in order
    lock: Lock = field(default_factory=Lock)
    known_version: float = 0  # of the log; inf if only the log itself can tell
    is_unread: bool = False  # while the log is read, and after that has failed

    @property
    def is_stale(self) -> bool:
        """True if the log must be read before this is used."""
        return self.is_unread or self.known_version > self.state.version

    @property
    def last_version(self) -> int:
        """The version of the last append to it."""
        return next(reversed(self.appends.values())).version

    @property
    def events(self) -> Iterable[Any]:
        """The events of its log, in order."""
        return events_of(self.appends.values())


def events_of(appends: Iterable[Append]) -> Iterable[Any]:
    """Return the events of a log, in order."""
    return chain.from_iterable(append.events for append in appends)


@dataclass(frozen=True, slots=True)
class EventLog:
    """The store as the repositories of one process use it.

    `first_check` is the least time from the first event of a log to its deletion. `is_shared` says
    that other processes append to the same store.
    """

    store: Store
    counters: Counters = field(default_factory=Counters)
    first_check: timedelta = timedelta(days=30)
    is_shared: bool = False
    now: Callable[[], str] = now

    async def append(self, append: Append) -> None:
        """Store an append, and count the time that took."""
        started = perf_counter()
        await self.store.append(append)
        self.counters.append_seconds.observe(perf_counter() - started)


class Published(Struct, Generic[State], frozen=True):  # 0.13 µs; a frozen dataclass: 0.95
    """A change of an aggregate, as subscribers receive it; `append` is None if it was deleted."""

    state: State
    append: Append | None = None


_EVICTION_TRIES = 3  # aggregates considered for dropping each time another is loaded
ATTEMPTS = 20  # at deciding a command while others append


def too_many_attempts() -> Overloaded:
    """Return the error of a command that was decided `ATTEMPTS` times, each time too late."""
    return Overloaded(_("Too much is happening at once – try again"))


class Repository(ABC, Generic[State]):
    """All aggregates of a kind: in memory while in use, in the log for good.

    A command is decided on the latest state, under the aggregate's lock; its events are appended,
    and only then applied and published.
    """

    name: ClassVar[str]  # of an aggregate, for people
    most_in_memory: ClassVar[int]  # more are loaded again when they are asked for
    unknown: ClassVar[type[NoughtsError]]  # is raised for an id without a log

    @staticmethod
    @abstractmethod
    def owns(id_: str, /) -> bool:
        """True if an id is of this kind, whether or not it has a log."""

    @staticmethod
    @abstractmethod
    def replay(events: Iterable[Any], /) -> State:
        """Return the state after a log; raises ValueError or IndexError if the log is damaged."""

    @staticmethod
    @abstractmethod
    def evolve(state: State, event: Any, /) -> State:
        """Return the state after one more event."""

    @staticmethod
    @abstractmethod
    def is_over(state: State, /) -> bool:
        """True if nothing happens to it any more, so that its log may be deleted early."""

    def __init__(self, log: EventLog) -> None:
        self.log = log
        self._in_memory: OrderedDict[str, Aggregate[State]] = OrderedDict()
        self._subscribers: dict[str, list[Callable[[Published[State]], None]]] = {}
        self._tasks = Tasks()

    def subscribe(
        self, id_: str, receive: Callable[[Published[State]], None]
    ) -> Callable[[], None]:
        """Call `receive` on every change of an aggregate; returns a function that unsubscribes.

        `receive` must not block or raise.
        """
        self._subscribers.setdefault(id_, []).append(receive)
        return partial(self._unsubscribe, id_, receive)  # a closure would take 200 bytes more

    def _unsubscribe(self, id_: str, receive: Callable[[Published[State]], None]) -> None:
        subscribers = self._subscribers[id_]
        subscribers.remove(receive)
        if not subscribers:
            del self._subscribers[id_]

    async def delete(self, id_: str, version: int) -> bool:
        """Delete an aggregate unless its log has reached a version; True if it was deleted."""
        aggregate = self._in_memory.get(id_)
        if aggregate is None:
            return await self.log.store.delete(id_, version)
        async with aggregate.lock:
            is_deleted = await self.log.store.delete(id_, version)
            if is_deleted:
                self._drop(aggregate)
            return is_deleted

    async def _create(
        self, id_: str, event: Any, command_id: str, keys: tuple[str, ...] = ()
    ) -> Aggregate[State]:
        """Store the first event of an aggregate; raises Conflict if its id is taken."""
        due = datetime.fromisoformat(self.log.now()) + self.log.first_check
        append = Append(id_, 0, (event,), command_id, keys, int(due.timestamp()))
        await self.log.append(append)
        self._appended(append)
        return self._remember(self._made_by((append,)))

    async def _load(self, id_: str) -> Aggregate[State]:
        """Return an aggregate as far as this process knows it; raises `unknown`."""
        aggregate = self._in_memory.get(id_)
        if aggregate is None:
            loaded = self._made_by(await self._read(id_))
            # Another request may have loaded it meanwhile: use that one.
            aggregate = self._in_memory.get(id_) or self._remember(loaded)
        else:
            self._in_memory.move_to_end(id_)
        if aggregate.is_stale:
            async with aggregate.lock:
                if aggregate.is_stale:
                    await self._reload(aggregate)
        return aggregate

    async def _execute(
        self,
        aggregate: Aggregate[State],
        decide: Decide,
        command_id: str,
        keys: tuple[str, ...] = (),
    ) -> Append | None:
        """Execute a command under the lock; returns its first append if it is a repeated one.

        The aggregate is added to the lists of the people with these `keys`. Raises what `decide`
        raises. Of two appends at one version the log takes one: after a conflict it is read again,
        and the command decided again.
        """
        for _attempt in range(ATTEMPTS):
            if aggregate.is_stale:
                await self._reload(aggregate)
            if command_id in aggregate.appends:
                return aggregate.appends[command_id]
            try:
                events = decide(aggregate.state, now=self.log.now())
            except (Refused, IllegalAction):
                self.log.store.check()  # it may be for want of what could not be appended
                raise
            if not events:
                return None
            append = Append(aggregate.id, aggregate.state.version, events, command_id, keys)
            try:
                await self.log.append(append)
                self._appended(append)
                self._apply(aggregate, append)
            except (Conflict, StoreUnavailable) as error:
                await self._reload(aggregate)
                if command_id not in aggregate.appends:  # else it was stored all the same
                    if isinstance(error, StoreUnavailable):
                        raise
                    continue
            except BaseException:  # if this was cancelled, the log may have it nevertheless
                aggregate.known_version = inf
                raise
            return None
        raise too_many_attempts()

    async def _reload(self, aggregate: Aggregate[State]) -> None:
        """Read the log, under the lock: others may have appended, or a failed append succeeded."""
        aggregate.known_version = 0  # set again by what is received while the log is read
        aggregate.is_unread = True
        appends = await self._read(aggregate.id)
        self._made_by(appends)  # raises before any of it is applied
        aggregate.is_unread = False
        for append in appends:
            if append.version >= aggregate.state.version:
                self._apply(aggregate, append)

    async def _read(self, id_: str) -> tuple[Append, ...]:
        appends = await self.log.store.load(id_) if self.owns(id_) else ()
        if not appends:
            self._deleted_elsewhere(id_)
            raise self.unknown
        return appends

    def _apply(self, aggregate: Aggregate[State], append: Append) -> None:
        """Apply a stored append and publish it."""
        state = aggregate.state
        for event in append.events:
            state = self.evolve(state, event)
        aggregate.state = state
        aggregate.appends[append.command_id] = append
        self._publish(aggregate.id, Published(state, append))
        self._changed(aggregate)

    def _made_by(self, appends: Sequence[Append]) -> Aggregate[State]:
        """Replay a log; raises DamagedLog."""
        try:
            state = self.replay(events_of(appends))
        except (ValueError, IndexError) as error:  # errors of the core are ValueErrors too
            raise DamagedLog(f"the log of the {self.name} is damaged: {error}") from None
        return Aggregate(appends[0].id, state, {append.command_id: append for append in appends})

    def _remember(self, aggregate: Aggregate[State]) -> Aggregate[State]:
        """Hold an aggregate in memory, and drop the least recently used beyond the limit."""
        self._in_memory[aggregate.id] = aggregate
        for _attempt in range(_EVICTION_TRIES):
            if len(self._in_memory) <= self.most_in_memory:
                break
            oldest = next(iter(self._in_memory.values()))
            if oldest.lock.users or oldest.id in self._subscribers:
                self._in_memory.move_to_end(oldest.id)  # so that the next ones get considered
            else:
                self._drop(oldest)
        self._changed(aggregate)
        return aggregate

    def _deleted_elsewhere(self, id_: str) -> None:
        """Drop an aggregate that another process deleted, and notify its subscribers."""
        aggregate = self._in_memory.get(id_)
        if aggregate is not None:
            self._drop(aggregate)
            self._publish(id_, Published(aggregate.state))

    def _drop(self, aggregate: Aggregate[State]) -> None:
        if self._in_memory.get(aggregate.id) is aggregate:
            del self._in_memory[aggregate.id]

    def _appended(self, append: Append) -> None:
        """Hook: this process has stored an append."""

    def _changed(self, aggregate: Aggregate[State]) -> None:
        """Hook: an aggregate was loaded, or has changed."""

    def _publish(self, id_: str, published: Published[State]) -> None:
        for receive in tuple(self._subscribers.get(id_, ())):
            receive(published)
