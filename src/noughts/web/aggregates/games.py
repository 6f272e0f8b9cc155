"""The games of a server: commands in, decided, kept, and only then answered."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from time import perf_counter

import structlog

from noughts.core.errors import NoughtsError, Unsolved
from noughts.core.mark import Mark
from noughts.online.errors import Refused, Stale
from noughts.online.games import (
    FAIR_SECONDS,
    Began,
    CheckClock,
    Clock,
    Command,
    Decline,
    Event,
    Play,
    Seat,
    SharedGame,
    begin,
    decide,
)
from noughts.web.aggregates.aggregate import (
    Executed,
    HeldGame,
    UnknownGame,
    id_for,
    keys_of,
    lags,
    may_have_made,
    replay_log,
)
from noughts.web.aggregates.bus import Bus, Happened
from noughts.web.counters import Counters
from noughts.web.storage.store import ROOM, Append, Conflict, Store, StoreUnavailable
from noughts.web.tasks import Tasks, log_errors
from noughts.web.worker_pool import Overloaded, WorkerPool

_MOST_IN_MEMORY = 10_000  # games; each takes about 5 kB, and a forgotten one is read again
_TICK = 0.002  # seconds: times are kept to the millisecond
_CLOCK_AGAIN = 5.0  # seconds, when the end of a game by time could not be kept

log = structlog.get_logger()


def now() -> str:
    """The time as events tell it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Games:
    """Every game there is: in memory while it is played, in the store for good."""

    def __init__(
        self,
        store: Store,
        pool: WorkerPool,
        bus: Bus,
        fair_seconds: float = FAIR_SECONDS,
        first_look: timedelta = timedelta(days=30),
        now: Callable[[], str] = now,
    ) -> None:
        self.counters = Counters()
        self._store = store
        self._thinker = pool
        self._bus = bus
        self._fair_seconds = fair_seconds
        self._first_look = first_look
        self._now = now
        self._held: OrderedDict[str, HeldGame] = OrderedDict()
        self._alarms: dict[str, asyncio.TimerHandle] = {}  # when a side will have no time left
        self.is_one_of_many = False  # whether other processes serve the same games
        self._tasks = Tasks()
        self._reading: set[str] = set()
        self._missed: set[str] = set()  # of these, what was heard of meanwhile

    def count_in_memory(self) -> int:
        """How many games are held in memory."""
        return len(self._held)

    async def find(self, id_: str) -> SharedGame:
        """A game as it is now, once what time or a computer player had to do to it is done.

        Raises UnknownGame.
        """
        held = await self._hold(id_)
        if held.shared.computer_to_move is not None:
            async with held.lock:
                await self._settle(held)
        if held.shared.clocks is not None:
            await self._check_clock(held)
        return held.shared

    async def log_of(self, id_: str, least: int = 0) -> tuple[SharedGame, tuple[Append, ...]]:
        """A game, at `least` at a version told by some node, with its log; raises UnknownGame."""
        await self.find(id_)
        held = await self._hold(id_)
        if held.shared.version < least and self.is_one_of_many:
            async with held.lock:
                await self._reread(held)
        return held.shared, tuple(held.appends.values())

    async def find_round(self, id_: str, number: int | None) -> SharedGame:
        """A game of a series at its end, or as it is; by default the last that has ended."""
        await self.find(id_)
        return (await self._hold(id_)).find_round(number)

    async def find_at(self, id_: str, version: int) -> SharedGame:
        """A game as it was at a version, or as it is if there is no such version yet."""
        return (await self._hold(id_)).at(version)

    async def games_of(self, key: str, count: int) -> list[tuple[str, SharedGame]]:
        """The games last begun by a key, latest first."""
        found = []
        for id_ in await self._store.listed_ids(key, count):
            with suppress(UnknownGame):  # it was deleted meanwhile
                found.append((id_, (await self._hold(id_)).shared))
        return found

    async def begin(
        self, began: Began, key: str, command: str | None, keys: tuple[str, ...] | None = None
    ) -> str:
        """Begin a game and return its id; the same command from the same key begins it once.

        `keys` are those who find it in their list: if nothing is said, the one who begins it.
        """
        command = command or secrets.token_hex(8)
        id_ = id_for(key, command)
        append = Append(id_, 0, (began,), command, (key,) if keys is None else keys, self._due())
        try:
            await self._keep(append)
        except Conflict:
            return id_
        held = HeldGame(id_, begin(began), {command: append})
        self._set_alarm(held)
        self._remember(held)
        await self.find(id_)
        return id_

    async def begin_next(self, id_: str, key: str, command: str | None) -> str:
        """Begin another game between the same two, with the other starter and the score so far."""
        shared = await self.find(id_)
        if not shared.sides_of(key):
            raise Refused("you are watching this game, not playing it")
        start = shared.game.rules.start(shared.game.start.first.other)
        clock = None if shared.clocks is None else shared.clocks.clock
        began = Began(str(start), shared.x, shared.o, self._now(), shared.score, clock)
        return await self.begin(began, key, command)

    def hear(self, append: Append | None, id_: str, version: int) -> None:
        """Another node kept an append, or something untold at a version.

        If the game is in memory, the append is taken for true, or the log read for what is missing:
        unless an append of this node's fills the gap, which another may answer before it is told.
        """
        held = self._held.get(id_)
        if held is None:
            self._missed.update({id_} & self._reading)
        elif append is not None and version == held.shared.version:
            self._take(held, append)
        elif version >= held.shared.version:
            self._doubt(held, append)

    async def catch_up(self, ids: Sequence[str]) -> None:
        """Read again those games of which the log has more than is known here, or nothing."""
        latest = await self._store.last_versions(ids)
        for id_ in ids:
            held = self._held.get(id_)
            if held is not None and lags(held.latest, latest.get(id_)):
                self._doubt(held)

    def doubt_all(self) -> None:
        """Something may have happened to any game unheard: believe the log alone."""
        for held in self._held.values():
            held.is_in_doubt = True

    def _doubt(self, held: HeldGame, early: Append | None = None) -> None:
        is_watched = self._bus.has_listeners(held.id)
        if early is not None and is_watched:
            held.early[early.version] = early
        else:
            held.is_in_doubt = True
        if is_watched:
            self._tasks.start(log_errors(self._hold(held.id)))

    async def forget(self, id_: str, version: int) -> bool:
        """Delete a game, unless something happened after a version; whether it is gone."""
        held = self._held.get(id_)
        if held is None:
            return await self._store.delete(id_, version)
        async with held.lock:
            is_gone = await self._store.delete(id_, version)
            if is_gone and self._held.get(id_) is held:
                del self._held[id_]
            return is_gone

    def _due(self) -> int:
        return int((datetime.fromisoformat(self._now()) + self._first_look).timestamp())

    def begun(self, start: str, seats: dict[Mark, Seat], clock: Clock | None = None) -> Began:
        """The event of a game that begins now."""
        return Began(start, seats[Mark.X], seats[Mark.O], self._now(), clock=clock)

    async def execute(self, id_: str, command: Command, command_id: str | None) -> Executed:
        """The game after a command, and after the computer's reply to it.

        A command sent again changes nothing; another one under the same id is refused. Raises
        UnknownGame and what `decide` raises.
        """
        try:
            return await self._execute(id_, command, command_id)
        except NoughtsError as error:
            self.counters.refused[type(error).__name__] += 1
            raise

    async def _execute(self, id_: str, command: Command, command_id: str | None) -> Executed:
        held = await self._hold(id_)
        async with held.lock:
            name = command_id or secrets.token_hex(8)
            # From a version to come: then another process must have written.
            if held.is_behind or command.version > held.shared.version:
                await self._reread(held)
            before, repeated = held.shared, held.kept(name)
            if repeated is None:
                await self._commit(held, command, name)
            elif not may_have_made(command, repeated):
                raise Refused("another command had this id before: choose a new one")
            await self._settle(held)
            return Executed(before, held.shared, repeated)

    async def withdraw(self, id_: str, decline: Decline) -> None:
        """Withdraw what somebody offered, if it still stands."""
        try:
            await self.execute(id_, decline, None)
        except NoughtsError as error:
            log.info("nothing withdrawn", game=id_, reason=str(error))

    async def _settle(self, held: HeldGame) -> None:
        """Let the computer move if it is to; where it cannot just now, the next caller tries."""
        while (computer := held.shared.computer_to_move) is not None:
            version = held.shared.version
            try:
                move = await self._thinker.choose_move(computer.player, held.shared.game.position)
                # The colon keeps it apart from whatever a visitor may call a command.
                await self._commit(held, Play(computer, version, move), f"computer:{version}")
            except (Overloaded, Stale, StoreUnavailable, Unsolved) as error:
                log.warning("computer did not move", game=held.id, reason=str(error))
                return

    async def _commit(self, held: HeldGame, command: Command, name: str) -> None:
        """Decide on the latest state, keep the events, and only then take them for true."""
        events = await self._decide(held, command)
        if not events:
            return
        append = Append(held.id, held.shared.version, events, name, keys_of(command))
        try:
            await self._keep(append)
        except (Conflict, StoreUnavailable) as error:
            held.is_in_doubt = True
            await self._reread(held)
            if held.kept(name) is not None:
                return
            raise (Stale() if isinstance(error, Conflict) else error) from None
        self.counters.moves += isinstance(command, Play)
        self._take(held, append)

    async def _decide(self, held: HeldGame, command: Command) -> tuple[Event, ...]:
        try:
            return decide(held.shared, command, self._now(), self._fair_seconds)
        except Refused:
            # Before somebody is refused, the log is asked for what another node may have kept.
            if not self.is_one_of_many:
                raise
            known = held.shared.version
            await self._reread(held)
            if held.shared.version == known:
                raise
        return decide(held.shared, command, self._now(), self._fair_seconds)

    async def _keep(self, append: Append) -> None:
        asked = perf_counter()
        await self._store.append(append)
        self.counters.append_seconds.observe(perf_counter() - asked)

    def _take(self, held: HeldGame, append: Append) -> None:
        """Take a kept append for true, and tell of it."""
        held.add(append)
        self._set_alarm(held)
        self._bus.publish(held.id, Happened(append, held.shared))
        if (early := held.early.pop(held.shared.version, None)) is not None:
            self._take(held, early)

    def _set_alarm(self, held: HeldGame) -> None:
        turn, clocks = held.shared.game.position.turn, held.shared.clocks
        if clocks is not None and clocks.since is not None:
            self._ring_in(clocks.left(turn, turn, self._now()) + _TICK, held.id)
        elif held.id in self._alarms:
            self._alarms.pop(held.id).cancel()

    def _ring_in(self, seconds: float, id_: str) -> None:
        """Look at a game in a while, whether it is in memory then or not."""
        if id_ in self._alarms:
            self._alarms[id_].cancel()
        self._alarms[id_] = asyncio.get_running_loop().call_later(seconds, self._ring, id_)

    def _ring(self, id_: str) -> None:
        del self._alarms[id_]
        self._tasks.start(log_errors(self._look_at(id_)))

    async def _look_at(self, id_: str) -> None:
        try:
            await self.find(id_)
        except UnknownGame:
            log.info("no clock to check: the game was deleted", game=id_)
        except StoreUnavailable:
            self._ring_in(_CLOCK_AGAIN, id_)

    async def _check_clock(self, held: HeldGame) -> None:
        """End a game whose side to move has no time left."""
        async with held.lock:
            version = held.shared.version
            try:
                await self._commit(held, CheckClock(version), f"clock:{version}")
            except (Stale, StoreUnavailable) as error:
                log.warning("clock not checked", game=held.id, reason=str(error))
                self._ring_in(_CLOCK_AGAIN, held.id)

    async def _hold(self, id_: str) -> HeldGame:
        held = self._held.get(id_)
        if held is None:
            appends = await self._read(id_)
            # Another request may have read it meanwhile: there is one of each game.
            held = self._held.get(id_)
            if held is None:
                held = HeldGame(
                    id_, replay_log(appends), {each.command_id: each for each in appends}
                )
                held.is_in_doubt = id_ in self._missed
                self._missed.discard(id_)
                self._set_alarm(held)
        self._remember(held)
        if held.is_behind:
            async with held.lock:
                if held.is_behind:
                    await self._reread(held)
        return held

    async def _read(self, id_: str) -> tuple[Append, ...]:
        self._reading.add(id_)
        try:
            appends = () if id_.startswith(ROOM) else await self._store.load(id_)
        finally:
            self._reading.discard(id_)
        if not appends:
            raise UnknownGame("there is no such game")
        return appends

    async def _reread(self, held: HeldGame) -> None:
        """Believe the log alone: another process may have written, or a failed write landed."""
        held.is_in_doubt, held.early = False, {}  # what is heard from now on may not be in it
        try:
            appends = await self._read(held.id)
            replay_log(appends)  # or raises, before any of it is believed
        except BaseException as error:
            held.is_in_doubt = True
            if isinstance(error, UnknownGame):  # deleted by another process
                self._held.pop(held.id, None)
            raise
        for append in appends:
            if append.version >= held.shared.version:
                self._take(held, append)
        held.forget_early()

    def _remember(self, held: HeldGame) -> None:
        self._held[held.id] = held
        self._held.move_to_end(held.id)
        if len(self._held) > _MOST_IN_MEMORY:
            oldest = next(iter(self._held.values()))
            if oldest.lock.locked() or self._bus.has_listeners(oldest.id):
                self._held.move_to_end(oldest.id)  # or nothing after it would be forgotten
            else:
                del self._held[oldest.id]
