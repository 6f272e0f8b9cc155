"""The repository of games, with the replies of computer players and clocks that run out."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import islice, takewhile
from typing import TypeVar

import structlog
from msgspec import Struct, structs

from noughts.core import Mark
from noughts.core.errors import NoughtsError, Unsolved
from noughts.server.cluster.replication import ReplicatedRepository
from noughts.server.games import types
from noughts.server.games.decide import Stale, decide, has_caused
from noughts.server.games.evolve import evolve, first_end, replay, states
from noughts.server.games.types import Began, Command, Person, Seat, SharedGame
from noughts.server.ids import derived_id, is_room_id
from noughts.server.log.errors import Refused
from noughts.server.log.repository import Aggregate, EventLog
from noughts.server.log.store import Append, Conflict, DamagedLog, StoreUnavailable
from noughts.server.worker_pool import Overloaded, WorkerPool
from noughts.wording.language import gettext as _

T = TypeVar("T")


class UnknownGame(NoughtsError):
    """An id that no game has."""

    status = 404

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason or _("There's no such game – it may have been deleted"))


class Alarms:
    """Calls `ring` with an id when its alarm is due, unless it is set again before that."""

    def __init__(self, ring: Callable[[str], object]) -> None:
        self._ring = ring
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def set(self, id_: str, seconds: float | None) -> None:
        """Set the alarm of an id, replacing an earlier one; None sets none."""
        if id_ in self._timers:
            self._timers.pop(id_).cancel()
        if seconds is not None:
            self._timers[id_] = asyncio.get_running_loop().call_later(seconds, self._due, id_)

    def _due(self, id_: str) -> None:
        del self._timers[id_]
        self._ring(id_)


_TICK = 0.002  # seconds: times are stored to the millisecond
_SHORT = 150  # events of a game, which are replayed within a millisecond on most boards
_MOST_PAST = 2_048  # states of longer games, of a kilobyte each on small boards
_CLOCK_AGAIN = 5.0  # seconds until the next try, if a game's end by time could not be stored

# Raises Refused for a command in a game of a room that has ended.
CheckInRoom = Callable[[SharedGame, Seat | None, Command], Awaitable[None]]

log = structlog.get_logger()


class Executed(Struct, frozen=True):
    """A game before and after a command; `repeated` is the first append of a repeated command."""

    before: SharedGame
    after: SharedGame
    repeated: Append | None


class Games(ReplicatedRepository[SharedGame]):
    """All games."""

    name = "game"
    most_in_memory = 10_000  # each takes about 5 kB
    unknown = UnknownGame
    replay = staticmethod(replay)
    evolve = staticmethod(evolve)

    @staticmethod
    def owns(id_: str, /) -> bool:
        return not is_room_id(id_)

    @staticmethod
    def is_over(state: SharedGame, /) -> bool:
        return state.game.ending is not None

    def __init__(self, log: EventLog, pool: WorkerPool) -> None:
        super().__init__(log)
        log.counters.games_in_memory.set_function(lambda: len(self._in_memory))
        self._pool = pool
        self._alarms = Alarms(lambda id_: self._tasks.start(self._check_clock(id_)))
        self._started = log.now()
        self.check_in_room: CheckInRoom | None = None  # where there are rooms
        self._past: OrderedDict[tuple[str, int], SharedGame] = OrderedDict()

    async def find(self, id_: str) -> SharedGame:
        """Return a game, after a pending computer move or a clock's end; raises UnknownGame."""
        return (await self._find(id_)).state

    async def find_now(self, id_: str) -> SharedGame:
        """Return a game as it is, without waiting for a computer's move; raises UnknownGame."""
        return (await self._load_latest(id_)).state

    async def find_with_log(
        self, id_: str, after: int | None = None
    ) -> tuple[SharedGame, tuple[Append, ...], SharedGame | None]:
        """Return what `find` returns, the log, and what `find_at` returns for a version."""
        game = await self._find(id_)
        before = None if after is None else self._at(game, after)
        return game.state, tuple(game.appends.values()), before

    async def find_round(self, id_: str, number: int | None) -> SharedGame:
        """Return a game of a series, by default the last that has ended; raises UnknownGame.

        It is as this process knows it: `compare` first.
        """
        game = await self._find(id_, is_compared=True)
        last = game.state
        if number is None:
            number = last.round - (last.game.ending is None and last.round > 1)
        if number == last.round:
            return last
        if number > last.round:
            raise UnknownGame(_("This series has no game {number}", number=number))
        until = takewhile(lambda state: state.round <= number, states(game.events))
        return deque(until, maxlen=1).pop()

    async def find_first_end(self, id_: str) -> SharedGame:
        """Return a game as it was when it first ended, or as it is; raises UnknownGame; O(events).

        It may have gone on since, by undone moves or a rematch.
        """
        return first_end((await self._find(id_)).events)

    async def find_at(self, id_: str, version: int) -> SharedGame | None:
        """Return a game as it was at a version, or the last that this process knows before that.

        None if that is long ago in a long game: to replay 2,000 events can take 150 ms.
        """
        return self._at(await self._load(id_), version)

    def _at(self, game: Aggregate[SharedGame], version: int) -> SharedGame | None:
        if version >= game.state.version:
            return game.state
        past = self._past.get((game.id, version))
        if past is not None and past.began == game.state.began:
            return past
        return _replayed(game, version) if game.state.version <= _SHORT else None

    async def games_of(self, key: str, count: int) -> list[tuple[str, SharedGame]]:
        """Return the games last begun by a key, latest first."""
        return await self.find_all(await self.log.store.listed_ids(key, count))

    async def find_all(self, ids: Sequence[str]) -> list[tuple[str, SharedGame]]:
        """Return the games with these ids, but for those that were deleted or are damaged."""
        games = []
        await self.compare(ids)  # in one query
        for id_ in ids:
            if (game := await readable(id_, self._load(id_))) is not None:
                games.append((id_, game.state))
        return games

    def begun(self, start: str, seats: dict[Mark, Seat], clock: types.Clock | None = None) -> Began:
        """Return the first event of a game that begins now."""
        return Began(start, seats[Mark.X], seats[Mark.O], self.log.now(), clock=clock)

    async def begin(
        self, began: Began, key: str, command: str | None, keys: tuple[str, ...] | None = None
    ) -> str:
        """Begin a game and return its id; the same command from the same key begins it once.

        The game is added to the lists of the people with these `keys`; by default, of `key`.
        Raises Refused if another command of theirs had this id.
        """
        command_id = command or secrets.token_hex(8)
        id_ = derived_id(key, command_id)
        try:
            await self._create(id_, began, command_id, (key,) if keys is None else keys)
        except Conflict:
            first = next(iter((await self._load(id_)).events))
            if first != structs.replace(began, at=first.at):
                raise _id_taken() from None
        else:
            await self._find(id_, is_compared=True)
        return id_

    async def execute(
        self,
        id_: str,
        by: Seat | None,
        command: Command,
        command_id: str | None,
        *,
        is_deserted: bool = False,
    ) -> Executed:
        """Execute a player's command, and the computer's reply to it.

        `is_deserted` means what it does for `decide`. A repeated command changes nothing; another
        one under the same id is refused. Raises UnknownGame and what `decide` raises.
        """
        try:
            game = await self._load(id_)
            if self.check_in_room is not None and game.state.room and self.is_over(game.state):
                await self.check_in_room(game.state, by, command)
            decided = partial(decide, by=by, command=command, is_deserted=is_deserted)
            # A player who sits down has the game on their list from then on.
            keys = (by.key,) if isinstance(command, types.Sit) and isinstance(by, Person) else ()
            async with game.lock:
                before = game.state
                command_id = command_id or secrets.token_hex(8)
                first = await self._execute(game, decided, command_id, keys)
                if first is not None and not has_caused(
                    _replayed(game, first.version), by, command, first.events
                ):
                    raise _id_taken()
                await self._reply(game)
                return Executed(before, game.state, first)
        except NoughtsError as error:
            self.log.counters.refused.labels(type(error).__name__).inc()
            raise

    async def withdraw(self, id_: str, by: Seat, decline: types.Decline) -> None:
        """Withdraw what a player offered, if it still stands."""
        try:
            await self.execute(id_, by, decline, None)
        except NoughtsError as error:
            log.info("offer not withdrawn", game=id_, reason=str(error))

    async def _find(self, id_: str, *, is_compared: bool = False) -> Aggregate[SharedGame]:
        """Return a game, compared with the log, after a pending computer move or a clock's end."""
        if not is_compared:
            await self.compare([id_])
        game = await self._load(id_)
        if game.state.computer_to_move is not None:
            async with game.lock:
                await self._reply(game)
        if game.state.since is not None:
            check = partial(decide, by=None, command=types.CheckClock())
            async with game.lock:
                try:
                    await self._execute(game, check, f"clock:{game.state.version}")
                except StoreUnavailable as error:
                    log.warning("clock not checked", game=id_, reason=str(error))
                    self._alarms.set(id_, _CLOCK_AGAIN)
        return game

    async def _load(self, id_: str) -> Aggregate[SharedGame]:
        """Return a game; no time ran for its players while the server was down."""
        game = await super()._load(id_)
        if game.state.since is not None and not self.log.is_shared:
            resume = partial(decide, by=None, command=types.ResumeClock(self._started))
            if resume(game.state, now=self._started):  # it ran while no process was up
                async with game.lock:
                    await self._execute(game, resume, f"resume:{self._started}")
        return game

    async def _reply(self, game: Aggregate[SharedGame]) -> None:
        """Let the computer move if it is its turn; if that fails, the next request tries again."""
        while (computer := game.state.computer_to_move) is not None:
            version = game.state.version
            try:
                move = await self._pool.choose_move(
                    computer.player, game.state.game.position, computer.seconds or None, game.id
                )
                # Command ids of visitors contain no colon.
                play = partial(decide, by=computer, command=types.Play(version, move))
                await self._execute(game, play, f"computer:{version}")
            except (Overloaded, Stale, StoreUnavailable, Unsolved) as error:
                log.warning("computer move failed", game=game.id, reason=str(error))
                return

    def _appended(self, append: Append) -> None:
        if isinstance(append.events[0], types.Played):
            self.log.counters.moves.inc()

    def _changed(self, aggregate: Aggregate[SharedGame]) -> None:
        """Remember the state for those who follow it, and set the alarm for the time that runs."""
        state = aggregate.state
        if state.version > _SHORT:
            self._past[aggregate.id, state.version] = state
            if len(self._past) > _MOST_PAST:
                self._past.popitem(last=False)
        # The time takes 1 µs, which most games do without.
        left = None if state.since is None else state.seconds_left(self.log.now())
        self._alarms.set(aggregate.id, None if left is None else left + _TICK)

    async def _check_clock(self, id_: str) -> None:
        """Check the clock of a game, loading it if necessary."""
        try:
            await self.find(id_)
        except NoughtsError as error:  # perhaps the game was deleted
            log.info("clock not checked", game=id_, reason=str(error))
            if isinstance(error, StoreUnavailable):
                self._alarms.set(id_, _CLOCK_AGAIN)


async def readable(id_: str, loading: Awaitable[T]) -> T | None:
    """Return what is loaded of a game; None if it was deleted, or its log is damaged."""
    try:
        return await loading
    except UnknownGame:
        return None
    except DamagedLog as error:  # a list has its other games all the same
        log.warning("left out of a list", game=id_, reason=str(error))
        return None


def _replayed(game: Aggregate[SharedGame], version: int) -> SharedGame:
    return replay(islice(game.events, max(version, 1)))


def _id_taken() -> Refused:
    return Refused(_("Another command had this id before – choose a new one"))
