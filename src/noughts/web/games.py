"""The games of a server: commands in, decided, kept, and only then answered."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import chain

import structlog

from noughts.core.errors import NoughtsError, Unsolved
from noughts.core.mark import Mark
from noughts.online import (
    Began,
    Command,
    Event,
    Play,
    Refused,
    Seat,
    SharedGame,
    Stale,
    begin,
    decide,
    evolve,
    replay,
)
from noughts.web.store import Append, Conflict, Store, StoreUnavailable
from noughts.web.thinking import Overloaded, Thinker

_MOST_IN_MEMORY = 10_000  # games; each takes about 5 kB, and a forgotten one is read again
_ID_BYTES = 12  # 96 bits: nobody guesses the address of a game

log = structlog.get_logger()


class UnknownGame(NoughtsError):
    """An id that no game has."""


@dataclass(slots=True)
class _Held:
    """A game in memory, with the log it was made from; changed only under its lock."""

    id: str
    shared: SharedGame
    appends: list[Append]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def has(self, command: str) -> bool:
        return any(append.command == command for append in self.appends)

    def at(self, version: int) -> SharedGame:
        events = chain.from_iterable(append.events for append in self.appends)
        return replay([event for _, event in zip(range(version), events, strict=False)])


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Games:
    """Every game there is: in memory while it is played, in the store for good."""

    def __init__(self, store: Store, thinker: Thinker, now: Callable[[], str] = _now) -> None:
        self._store = store
        self._thinker = thinker
        self._now = now
        self._held: OrderedDict[str, _Held] = OrderedDict()

    async def find(self, id_: str) -> SharedGame:
        """A game as it is now, once a computer player who was to move has moved.

        Raises UnknownGame.
        """
        held = await self._hold(id_)
        if held.shared.computer_to_move is not None:
            async with held.lock:
                await self._settle(held)
        return held.shared

    async def find_at(self, id_: str, version: int) -> SharedGame:
        """A game as it was at a version, or as it is if there is no such version yet."""
        held = await self._hold(id_)
        return held.at(min(max(version, 1), held.shared.version))

    async def games_of(self, key: str, count: int) -> list[tuple[str, SharedGame]]:
        """The games last begun by a key, latest first."""
        ids = await self._store.games_of(key, count)
        return [(id_, (await self._hold(id_)).shared) for id_ in ids]

    async def begin(self, began: Began, key: str, command: str | None) -> str:
        """Begin a game and return its id; the same command from the same key begins it once."""
        command = command or secrets.token_hex(8)
        id_ = _id_for(key, command)
        append = Append(id_, 0, (began,), command, keys=(key,))
        try:
            await self._store.append(append)
        except Conflict:
            return id_
        self._remember(_Held(id_, begin(began), [replace(append, keys=())]))
        await self.find(id_)
        return id_

    async def begin_next(self, id_: str, key: str, command: str | None) -> str:
        """Begin another game between the same two, with the other starter and the score so far."""
        shared = await self.find(id_)
        if not shared.sides_of(key):
            raise Refused("you are watching this game, not playing it")
        start = shared.game.rules.start(shared.game.start.first.other)
        began = Began(str(start), shared.x, shared.o, self._now(), shared.score)
        return await self.begin(began, key, command)

    def begun(self, start: str, seats: dict[Mark, Seat]) -> Began:
        """The event of a game that begins now."""
        return Began(start, seats[Mark.X], seats[Mark.O], self._now())

    async def act(self, id_: str, command: Command, command_id: str | None) -> SharedGame:
        """The game after a command, and after the computer's reply to it.

        A command sent again changes nothing. Raises UnknownGame and what `decide` raises.
        """
        held = await self._hold(id_)
        async with held.lock:
            name = command_id or secrets.token_hex(8)
            if command.version > held.shared.version:  # another process must have written
                await self._reread(held)
            if not held.has(name):
                await self._commit(held, command, name)
            await self._settle(held)
            return held.shared

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
        events = decide(held.shared, command, self._now())
        append = Append(held.id, held.shared.version, events, name)
        try:
            await self._store.append(append)
        except (Conflict, StoreUnavailable) as error:
            await self._reread(held)
            if held.has(name):
                return
            raise (Stale() if isinstance(error, Conflict) else error) from None
        held.appends.append(append)
        held.shared = _after(held.shared, events)

    async def _hold(self, id_: str) -> _Held:
        held = self._held.get(id_)
        if held is None:
            appends = await self._store.load(id_)
            if not appends:
                raise UnknownGame("there is no such game")
            # Another request may have read it meanwhile: there is one of each game.
            held = self._held.get(id_) or _Held(id_, _replay(appends), list(appends))
        self._remember(held)
        return held

    async def _reread(self, held: _Held) -> None:
        """Believe the log alone: another process may have written, or a failed write landed."""
        appends = await self._store.load(held.id)
        held.appends, held.shared = list(appends), _replay(appends)

    def _remember(self, held: _Held) -> None:
        self._held[held.id] = held
        self._held.move_to_end(held.id)
        if len(self._held) > _MOST_IN_MEMORY:
            oldest = next(iter(self._held.values()))
            if not oldest.lock.locked():
                del self._held[oldest.id]


def _after(shared: SharedGame, events: tuple[Event, ...]) -> SharedGame:
    for event in events:
        shared = evolve(shared, event)
    return shared


def _replay(appends: tuple[Append, ...]) -> SharedGame:
    """The game that a log makes; raises StoreUnavailable where it makes none."""
    try:
        return replay(chain.from_iterable(append.events for append in appends))
    except ValueError as error:  # what the core rejects, too
        raise StoreUnavailable(f"the log of the game is damaged: {error}") from None


def _id_for(key: str, command: str) -> str:
    """An id that a repeated command finds again and nobody without the key can work out."""
    digest = blake2b(f"{key} {command}".encode(), digest_size=_ID_BYTES)
    return digest.hexdigest()
