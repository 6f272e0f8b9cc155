"""Games or rooms: loaded from the log, changed by commands, published once stored."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from noughts.core.errors import IllegalAction
from noughts.online.errors import Refused
from noughts.web.aggregates.aggregate import Aggregate, events_of
from noughts.web.aggregates.bus import Bus
from noughts.web.aggregates.event_log import EventLog, is_behind
from noughts.web.aggregates.kinds import Command_, Kind, State
from noughts.web.storage.store import Append, Conflict, StoreUnavailable
from noughts.web.tasks import Tasks, log_errors

_LOOKS = 3  # for one to drop, each time another enters the memory
_ATTEMPTS = 20  # at deciding a command anew because something else was stored first


@dataclass(frozen=True, slots=True)
class Published(Generic[State]):
    """A state, and the append that made it; no append where the aggregate was deleted."""

    state: State
    append: Append | None


class Repository(Generic[State, Command_]):
    """All aggregates of a kind: in memory while they are used, in the log for good.

    A command is decided on the latest state under the aggregate's lock; its events are appended,
    and only then applied and published. The primary key of the log (id, version) decides between
    processes: after a conflict the log is read, and the command decided anew.
    """

    def __init__(self, kind: Kind[State, Command_], log: EventLog) -> None:
        self.bus: Bus[Published[State]] = Bus()
        self.log = log
        self._kind = kind
        self._in_memory: OrderedDict[str, Aggregate[State]] = OrderedDict()
        self._loading: set[str] = set()
        self._missed: set[str] = set()  # received of while they were loading
        self._tasks = Tasks()

    def count_in_memory(self) -> int:
        """How many aggregates are in memory."""
        return len(self._in_memory)

    def receive(self, id_: str, version: int, append: Append | None) -> None:
        """Another process appended at a version; without the append itself it must be read.

        An aggregate in memory applies it, or is read again where something is missing before it:
        unless an append under way here fills the gap, which another may have answered already.
        """
        aggregate = self._in_memory.get(id_)
        if aggregate is None:
            self._missed.update({id_} & self._loading)
        elif append is not None and version == aggregate.state.version:
            self._apply(aggregate, append)
        elif version >= aggregate.state.version:
            self._mark_stale(aggregate, append)

    def mark_all_stale(self) -> None:
        """Anything may have happened unnoticed: read each log before it is used again."""
        for aggregate in self._in_memory.values():
            aggregate.is_stale = True

    async def catch_up(self) -> None:
        """Compare what has subscribers with the log, and read what the log has more of."""
        ids = [id_ for id_ in self.bus.topics() if id_ in self._in_memory]
        last = await self.log.store.last_versions(ids)
        for id_ in ids:
            aggregate = self._in_memory.get(id_)
            if aggregate is not None and is_behind(aggregate.last_version, last.get(id_)):
                aggregate.is_stale = True
                await log_errors(self._load(id_))

    async def delete(self, id_: str, version: int) -> bool:
        """Delete an aggregate unless something happened after a version; whether it is gone."""
        aggregate = self._in_memory.get(id_)
        if aggregate is None:
            return await self.log.store.delete(id_, version)
        async with aggregate.lock:
            is_gone = await self.log.store.delete(id_, version)
            if is_gone:
                self._drop(aggregate)
            return is_gone

    async def _create(
        self, id_: str, event: Any, command_id: str, keys: tuple[str, ...] = ()
    ) -> Aggregate[State]:
        """Begin an aggregate; raises Conflict where there is one with this id."""
        append = Append(id_, 0, (event,), command_id, keys, self.log.due())
        await self.log.append(append)
        return self._remember(self._made_by((append,)))

    async def _load(self, id_: str) -> Aggregate[State]:
        """An aggregate that is up to date as far as is known here; raises the kind's `unknown`."""
        aggregate = self._in_memory.get(id_)
        if aggregate is None:
            loaded = self._made_by(await self._read(id_))
            loaded.is_stale = id_ in self._missed
            self._missed.discard(id_)
            # Another request may have loaded it meanwhile: there is one of each.
            aggregate = self._in_memory.get(id_) or self._remember(loaded)
        else:
            self._in_memory.move_to_end(id_)
        if aggregate.is_behind:
            async with aggregate.lock:
                if aggregate.is_behind:
                    await self._reload(aggregate)
        return aggregate

    async def _reload(self, aggregate: Aggregate[State]) -> None:
        """Read the log, under the lock: others may have appended, or a failed append be stored."""
        aggregate.is_stale, aggregate.early = False, {}  # the log may not have what comes from now
        try:
            appends = await self._read(aggregate.id)
            self._made_by(appends)  # raises before any of it is applied
        except BaseException:
            aggregate.is_stale = True
            raise
        for append in appends:
            if append.version >= aggregate.state.version:
                self._apply(aggregate, append)
        aggregate.drop_known()

    async def _read(self, id_: str) -> tuple[Append, ...]:
        self._loading.add(id_)
        try:
            appends = await self.log.store.load(id_)
        finally:
            self._loading.discard(id_)
        if not appends:
            self._vanish(id_)
            raise self._kind.unknown()
        return appends

    async def _execute(
        self, aggregate: Aggregate[State], command: Command_, command_id: str
    ) -> Append | None:
        """Execute a command under the lock; what it appended before, if it is a repeated one."""
        if aggregate.is_behind:
            await self._reload(aggregate)
        repeated = aggregate.appends.get(command_id)
        if repeated is None:
            await self._commit(aggregate, command, command_id)
        return repeated

    async def _commit(
        self, aggregate: Aggregate[State], command: Command_, command_id: str
    ) -> None:
        for _ in range(_ATTEMPTS):
            events = await self._decide(aggregate, command)
            if not events:
                return
            keys = self._kind.listed_for(command)
            append = Append(aggregate.id, aggregate.state.version, events, command_id, keys)
            try:
                await self.log.append(append)
            except (Conflict, StoreUnavailable) as error:
                aggregate.is_stale = True
                await self._reload(aggregate)
                if command_id in aggregate.appends:
                    return
                if isinstance(error, StoreUnavailable):
                    raise
            else:
                self._apply(aggregate, append)
                return
        raise StoreUnavailable(f"too much happens in this {self._kind.name} at once: try again")

    async def _decide(self, aggregate: Aggregate[State], command: Command_) -> tuple[Any, ...]:
        decide, log = self._kind.decide, self.log
        try:
            return decide(aggregate.state, command, log.now())
        except (Refused, IllegalAction):
            # Before anybody is refused, the log is asked for what another process may have stored.
            if not log.is_shared or not await log.has_more(aggregate.id, aggregate.last_version):
                raise
            await self._reload(aggregate)
        return decide(aggregate.state, command, log.now())

    def _apply(self, aggregate: Aggregate[State], append: Append) -> None:
        """Apply a stored append and publish it."""
        aggregate.apply(append, self._kind.evolve)
        self._changed(aggregate)
        self.bus.publish(aggregate.id, Published(aggregate.state, append))
        if aggregate.early:
            early = aggregate.early.pop(aggregate.state.version, None)
            if early is not None:
                self._apply(aggregate, early)

    def _mark_stale(self, aggregate: Aggregate[State], early: Append | None) -> None:
        has_subscribers = self.bus.has_subscribers(aggregate.id)
        if early is not None and has_subscribers:
            aggregate.early[early.version] = early
        else:
            aggregate.is_stale = True
        if has_subscribers:
            self._tasks.start(log_errors(self._load(aggregate.id)))

    def _made_by(self, appends: Sequence[Append]) -> Aggregate[State]:
        """The aggregate that a log makes; raises StoreUnavailable where it makes none."""
        try:
            state = self._kind.replay(events_of(appends))
        except (ValueError, IndexError) as error:  # what the core rejects is a ValueError, too
            reason = f"the log of the {self._kind.name} is damaged: {error}"
            raise StoreUnavailable(reason) from None
        return Aggregate(appends[0].id, state, {each.command_id: each for each in appends})

    def _remember(self, aggregate: Aggregate[State]) -> Aggregate[State]:
        self._in_memory[aggregate.id] = aggregate
        self._drop_oldest()
        self._changed(aggregate)
        return aggregate

    def _drop_oldest(self) -> None:
        """Keep to the most there may be in memory, as far as some are not in use."""
        for _ in range(_LOOKS):
            if len(self._in_memory) <= self._kind.most_in_memory:
                return
            oldest = next(iter(self._in_memory.values()))
            if oldest.lock.locked() or self.bus.has_subscribers(oldest.id):
                self._in_memory.move_to_end(oldest.id)  # or nothing after it would be dropped
            else:
                self._drop(oldest)

    def _vanish(self, id_: str) -> None:
        """Another process deleted an aggregate: tell those who follow it."""
        aggregate = self._in_memory.get(id_)
        if aggregate is not None:
            self._drop(aggregate)
            self.bus.publish(id_, Published(aggregate.state, None))

    def _drop(self, aggregate: Aggregate[State]) -> None:
        if self._in_memory.get(aggregate.id) is aggregate:
            del self._in_memory[aggregate.id]

    def _changed(self, aggregate: Aggregate[State]) -> None:
        """An aggregate has entered the memory, or has changed."""
