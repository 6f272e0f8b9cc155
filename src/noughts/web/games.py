"""The games of a server: commands in, decided, kept, and only then answered."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from itertools import chain, islice
from time import perf_counter

import structlog

from noughts.core.errors import NoughtsError, Unsolved
from noughts.core.mark import Mark
from noughts.online import (
    FAIR_SECONDS,
    Began,
    CheckClock,
    Clock,
    Command,
    Decline,
    Logged,
    Person,
    Play,
    Refused,
    Rematched,
    SatDown,
    Seat,
    SharedGame,
    Sit,
    Stale,
    begin,
    decide,
    evolve,
    replay,
)
from noughts.web.bus import Bus, Happened
from noughts.web.measures import Measures
from noughts.web.store import ROOM, Append, Conflict, Store, StoreUnavailable
from noughts.web.thinking import Overloaded, Thinker

_MOST_IN_MEMORY = 10_000  # games; each takes about 5 kB, and a forgotten one is read again
_TICK = 0.002  # seconds: times are kept to the millisecond
_CLOCK_AGAIN = 5.0  # seconds, when the end of a game by time could not be kept
_ID_BYTES = 12  # 96 bits: nobody guesses the address of a game

log = structlog.get_logger()


class UnknownGame(NoughtsError):
    """An id that no game has."""


@dataclass(frozen=True, slots=True)
class Acted:
    """The game after a command; one that was sent again was kept before as `repeated`."""

    shared: SharedGame
    repeated: Append | None


@dataclass(slots=True)
class _Held:
    """A game in memory, with the log it was made from; changed only under its lock."""

    id: str
    shared: SharedGame
    appends: dict[str, Append]  # by their commands, in order
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_in_doubt: bool = False  # an append may have landed that is not in here

    def kept(self, command: str) -> Append | None:
        """What a command made of the game, if it was given before."""
        return self.appends.get(command)

    def at(self, version: int) -> SharedGame:
        return replay([event for _, event in zip(range(version), self._events(), strict=False)])

    def end_of_round(self, number: int) -> SharedGame:
        """The game before the rematch that ended a round; raises UnknownGame if none did."""
        rematches = (
            version for version, event in enumerate(self._events()) if isinstance(event, Rematched)
        )
        version = next(islice(rematches, number - 1, None), None)
        if version is None:
            raise UnknownGame(f"this series has no game {number}")
        return self.at(version)

    def _events(self) -> Iterable[Logged]:
        return chain.from_iterable(append.events for append in self.appends.values())


def now() -> str:
    """The time as events tell it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Games:
    """Every game there is: in memory while it is played, in the store for good."""

    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        bus: Bus,
        fair_seconds: float = FAIR_SECONDS,
        first_look: timedelta = timedelta(days=30),
        now: Callable[[], str] = now,
    ) -> None:
        self.measures = Measures()
        self._store = store
        self._thinker = thinker
        self._bus = bus
        self._fair_seconds = fair_seconds
        self._first_look = first_look
        self._now = now
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self._alarms: dict[str, asyncio.TimerHandle] = {}  # when a side will have no time left
        self._checks: set[asyncio.Task[None]] = set()

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

    async def log_of(self, id_: str) -> tuple[SharedGame, tuple[Append, ...]]:
        """A game as it is now, with all that was appended to it; raises UnknownGame."""
        await self.find(id_)
        held = await self._hold(id_)
        return held.shared, tuple(held.appends.values())

    async def find_round(self, id_: str, number: int | None) -> SharedGame:
        """A game of a series at its end, or as it is; by default the last that has ended."""
        shared = await self.find(id_)
        if number is None:
            is_under_way = shared.game.ending is None and shared.round > 1
            number = shared.round - is_under_way
        if number == shared.round:
            return shared
        held = await self._hold(id_)
        return held.end_of_round(number)

    async def find_at(self, id_: str, version: int) -> SharedGame:
        """A game as it was at a version, or as it is if there is no such version yet."""
        held = await self._hold(id_)
        return held.at(min(max(version, 1), held.shared.version))

    async def games_of(self, key: str, count: int) -> list[tuple[str, SharedGame]]:
        """The games last begun by a key, latest first."""
        ids = await self._store.games_of(key, count)
        found = []
        for id_ in ids:
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
        held = _Held(id_, begin(began), {command: append})
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

    async def forget(self, id_: str, version: int) -> bool:
        """Delete a game, unless something happened after a version; whether it is gone."""
        held = self._held.get(id_)
        if held is None:
            return await self._store.forget(id_, version)
        async with held.lock:
            is_gone = await self._store.forget(id_, version)
            if is_gone and self._held.get(id_) is held:
                del self._held[id_]
            return is_gone

    def _due(self) -> int:
        return int((datetime.fromisoformat(self._now()) + self._first_look).timestamp())

    def begun(self, start: str, seats: dict[Mark, Seat], clock: Clock | None = None) -> Began:
        """The event of a game that begins now."""
        return Began(start, seats[Mark.X], seats[Mark.O], self._now(), clock=clock)

    async def act(self, id_: str, command: Command, command_id: str | None) -> Acted:
        """The game after a command, and after the computer's reply to it.

        A command sent again changes nothing; another one under the same id is refused. Raises
        UnknownGame and what `decide` raises.
        """
        try:
            return await self._act(id_, command, command_id)
        except NoughtsError as error:
            self.measures.refused[type(error).__name__] += 1
            raise

    async def _act(self, id_: str, command: Command, command_id: str | None) -> Acted:
        held = await self._hold(id_)
        async with held.lock:
            name = command_id or secrets.token_hex(8)
            # From a version to come: then another process must have written.
            if held.is_in_doubt or command.version > held.shared.version:
                await self._reread(held)
            repeated = held.kept(name)
            if repeated is None:
                await self._commit(held, command, name)
            elif not _may_have_made(command, repeated):
                raise Refused("another command had this id before: choose a new one")
            await self._settle(held)
            return Acted(held.shared, repeated)

    async def withdraw(self, id_: str, decline: Decline) -> None:
        """Withdraw what somebody offered, if it still stands."""
        try:
            await self.act(id_, decline, None)
        except NoughtsError as error:
            log.info("nothing withdrawn", game=id_, reason=str(error))

    async def _settle(self, held: _Held) -> None:
        """Let the computer move if it is to; where it cannot just now, the next caller tries."""
        while (computer := held.shared.computer_to_move) is not None:
            version = held.shared.version
            try:
                move = await self._thinker.choose(computer.player, held.shared.game.position)
                # The colon keeps it apart from whatever a visitor may call a command.
                await self._commit(held, Play(computer, version, move), f"computer:{version}")
            except (Overloaded, Stale, StoreUnavailable, Unsolved) as error:
                log.warning("computer did not move", game=held.id, reason=str(error))
                return

    async def _commit(self, held: _Held, command: Command, name: str) -> None:
        """Decide on the latest state, keep the events, and only then take them for true."""
        events = decide(held.shared, command, self._now(), self._fair_seconds)
        if not events:
            return
        keys = _keys(command)
        append = Append(held.id, held.shared.version, events, name, keys)
        try:
            await self._keep(append)
        except (Conflict, StoreUnavailable) as error:
            held.is_in_doubt = True
            await self._reread(held)
            if held.kept(name) is not None:
                return
            raise (Stale() if isinstance(error, Conflict) else error) from None
        self.measures.moves += isinstance(command, Play)
        self._take(held, append)

    async def _keep(self, append: Append) -> None:
        asked = perf_counter()
        await self._store.append(append)
        self.measures.appends.observe(perf_counter() - asked)

    def _take(self, held: _Held, append: Append) -> None:
        """Take a kept append for true, and tell of it."""
        held.appends[append.command] = append
        held.shared = _after(held.shared, append.events)
        self._set_alarm(held)
        self._bus.publish(held.id, Happened(append, held.shared))

    def _set_alarm(self, held: _Held) -> None:
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
        check = asyncio.create_task(self._look_at(id_))
        self._checks.add(check)  # or nothing would hold it
        check.add_done_callback(self._checks.discard)

    async def _look_at(self, id_: str) -> None:
        try:
            await self.find(id_)
        except UnknownGame:
            log.info("no clock to check: the game was deleted", game=id_)
        except StoreUnavailable:
            self._ring_in(_CLOCK_AGAIN, id_)

    async def _check_clock(self, held: _Held) -> None:
        """End a game whose side to move has no time left."""
        async with held.lock:
            version = held.shared.version
            try:
                await self._commit(held, CheckClock(version), f"clock:{version}")
            except (Stale, StoreUnavailable) as error:
                log.warning("clock not checked", game=held.id, reason=str(error))
                self._ring_in(_CLOCK_AGAIN, held.id)

    async def _hold(self, id_: str) -> _Held:
        held = self._held.get(id_)
        if held is None:
            appends = () if id_.startswith(ROOM) else await self._store.load(id_)
            if not appends:
                raise UnknownGame("there is no such game")
            # Another request may have read it meanwhile: there is one of each game.
            held = self._held.get(id_)
            if held is None:
                held = _Held(id_, _replay(appends), {each.command: each for each in appends})
                self._set_alarm(held)
        self._remember(held)
        if held.is_in_doubt:
            async with held.lock:
                await self._reread(held)
        return held

    async def _reread(self, held: _Held) -> None:
        """Believe the log alone: another process may have written, or a failed write landed."""
        appends = await self._store.load(held.id)
        known = held.shared.version
        _replay(appends)  # or raises, before any of it is believed
        for append in appends:
            if append.version >= known:
                self._take(held, append)
        held.is_in_doubt = False

    def _remember(self, held: _Held) -> None:
        self._held[held.id] = held
        self._held.move_to_end(held.id)
        if len(self._held) > _MOST_IN_MEMORY:
            oldest = next(iter(self._held.values()))
            if not oldest.lock.locked():
                del self._held[oldest.id]


def _keys(command: Command) -> tuple[str, ...]:
    """Who finds the game in their list from now on."""
    if isinstance(command, Sit) and isinstance(command.by, Person):
        return (command.by.key,)
    return ()


def _may_have_made(command: Command, append: Append) -> bool:
    """Whether an append may come of a command: of one that was given later it does not."""
    if isinstance(command, Sit):  # whenever somebody asks, they sit or they do not
        return any(isinstance(each, SatDown) and each.seat == command.by for each in append.events)
    return command.version <= append.version


def _after(shared: SharedGame, events: tuple[Logged, ...]) -> SharedGame:
    for event in events:
        shared = evolve(shared, event)
    return shared


def _replay(appends: tuple[Append, ...]) -> SharedGame:
    """The game that a log makes; raises StoreUnavailable where it makes none."""
    try:
        return replay(chain.from_iterable(append.events for append in appends))
    except ValueError as error:  # what the core rejects, too
        raise StoreUnavailable(f"the log of the game is damaged: {error}") from None


def id_for(key: str, command: str) -> str:
    """An id that a repeated command finds again and nobody without the key can work out."""
    digest = blake2b(f"{key} {command}".encode(), digest_size=_ID_BYTES)
    return digest.hexdigest()
