"""The rooms of a server: commands in, decided, kept; and their games begun and listened to."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog

from noughts.core.errors import IllegalAction, NoughtsError
from noughts.core.mark import Mark
from noughts.core.rules import Rules
from noughts.online import rooms
from noughts.online.errors import Refused
from noughts.online.games import Began, Person, SharedGame
from noughts.online.rooms import (
    Choices,
    Finish,
    Look,
    Number,
    Result,
    Room,
    RoomCommand,
    RoomEvent,
    RoomOpened,
)
from noughts.web.aggregates.aggregate import UnknownGame, id_for, lags
from noughts.web.aggregates.bus import Bus, Happened
from noughts.web.aggregates.games import Games, now
from noughts.web.aggregates.held_room import Hear, HeldRoom, UnknownRoom, held_room
from noughts.web.services.codes import draw_code
from noughts.web.storage.store import ROOM, Append, Conflict, Store, StoreUnavailable

_MOST_IN_MEMORY = 1_000  # rooms
_PERSISTENCE = 20  # times a command is decided anew because something else was kept first
_DRAWS = 10  # of a code, until it is one that nobody has

log = structlog.get_logger()


class Rooms:
    """Every room there is: in memory while somebody looks at it, in the store for good."""

    def __init__(
        self,
        games: Games,
        store: Store,
        bus: Bus,
        first_look: timedelta = timedelta(days=30),
        now: Callable[[], str] = now,
    ) -> None:
        self.counters = games.counters
        self._games = games
        self._store = store
        self._bus = bus
        self._first_look = first_look
        self._now = now
        self._held: OrderedDict[str, HeldRoom] = OrderedDict()
        self._reading: set[str] = set()
        self._missed: set[str] = set()  # of these, what was heard of meanwhile

    async def open(self, key: str, choices: Choices, command: str | None) -> str:
        """Open a room and return its code; the same command from the same key opens it once."""
        command = command or secrets.token_hex(8)
        opened = RoomOpened(key, secrets.token_hex(16), choices, self._now())
        due = int((datetime.fromisoformat(opened.at) + self._first_look).timestamp())
        for draw in range(_DRAWS):
            code = draw_code(key, command, draw)
            try:
                await self._store.append(Append(_id(code), 0, (opened,), command, due=due))
            except Conflict:
                held = await self._hold(code)
                if held.room.owner == key and command in held.commands:
                    return code
                continue
            self._remember(HeldRoom(code, rooms.begin(opened), {command}))
            return code
        raise StoreUnavailable("no code for a room is free")

    async def find(self, code: str) -> Room:
        """A room as it is now, its games begun and their ends known; raises UnknownRoom."""
        held = await self._hold(code)
        await self._follow_games(held)
        await held.notes.wait()
        return held.room

    async def execute(self, code: str, command: RoomCommand, command_id: str | None = None) -> Room:
        """The room after a command; one that the same person sends again changes nothing.

        Raises UnknownRoom and what `rooms.decide` raises.
        """
        try:
            await self.find(code)
            return await self._execute(code, command, _name(command, command_id))
        except NoughtsError as error:
            self.counters.refused[type(error).__name__] += 1
            raise

    async def withdraw(self, code: str, key: str) -> None:
        """Have somebody look for no game any more; raises Refused where they are no member."""
        look = Look(key, is_looking=False)
        await self._execute(code, look, _name(look, None))

    async def _execute(self, code: str, command: RoomCommand, name: str) -> Room:
        held = await self._hold(code)
        async with held.lock:
            if held.is_in_doubt:
                await self._reread(held)
            if name not in held.commands:
                await self._commit(held, command, name)
        await self._follow_games(held)
        return held.room

    async def hear(self, code: str, append: Append | None = None) -> None:
        """Another node kept an append, or something untold: take it for true, or read the log."""
        held = self._held.get(code)
        if held is None:
            self._missed.update({code} & self._reading)
            return
        async with held.lock:
            if append is not None and append.version == held.room.version:
                held.take(append)
            elif append is None or append.version > held.room.version:
                await self._reread(held)
        await self._follow_games(held)

    def doubt_all(self) -> None:
        """Something may have happened in any room unheard: believe the log alone."""
        for held in self._held.values():
            held.is_in_doubt = True

    async def catch_up(self) -> None:
        """Take for true whatever was kept unheard in the rooms that somebody looks at."""
        watched = [held for held in self._held.values() if held.hearing]
        latest = await self._store.last_versions([_id(held.code) for held in watched])
        for held in watched:
            if lags(held.latest, latest.get(_id(held.code))):
                try:
                    await self.hear(held.code)
                except NoughtsError as error:  # of this one alone
                    log.warning("room not compared with the log", reason=str(error))
        under_way = [(held, number) for held in watched for number in held.ears]
        games = [self.game_id(held.code, held.room, number) for held, number in under_way]
        await self._games.catch_up(games)
        for held, number in under_way:
            await self._follow(held, number)

    def game_id(self, code: str, room: Room, number: Number) -> str:
        """The id of one of a room's games: nobody works it out without the room's secret."""
        return id_for(room.secret, f"{code}:{number}")

    def listen(self, code: str, hear: Hear) -> Callable[[], None]:
        """Hear when a room in memory changes, or (True) a game of it, until the answer is called.

        Heard is the version of the room, and whether it was a game that changed.

        `hear` must neither wait nor fail.
        """
        held = self._held[code]
        held.hearing.append(hear)
        return lambda: held.hearing.remove(hear)

    async def forget(self, id_: str, version: int) -> bool:
        """Delete a room, unless something happened after a version; whether it is gone."""
        held = self._held.get(id_.removeprefix(ROOM))
        if held is None:
            return await self._store.delete(id_, version)
        async with held.lock:
            is_gone = await self._store.delete(id_, version)
            if is_gone:
                self._forget(held)
            return is_gone

    async def _commit(self, held: HeldRoom, command: RoomCommand, name: str) -> None:
        """Decide, keep, and only then take for true; again where something else came first."""
        for _ in range(_PERSISTENCE):
            events = await self._decide(held, command)
            if not events:
                return
            append = Append(_id(held.code), held.room.version, events, name)
            try:
                await self._store.append(append)
            except (Conflict, StoreUnavailable) as error:
                held.is_in_doubt = True
                await self._reread(held)
                if name in held.commands:
                    return
                if isinstance(error, StoreUnavailable):
                    raise
                continue
            held.take(append)
            return
        raise StoreUnavailable("too much happens in this room at once: try again")

    async def _decide(self, held: HeldRoom, command: RoomCommand) -> tuple[RoomEvent, ...]:
        try:
            return rooms.decide(held.room, command, self._now())
        except (Refused, IllegalAction):
            # Before somebody is refused, the log is asked for what another node may have kept.
            if not self._games.is_one_of_many or not await self._is_behind(held):
                raise
            await self._reread(held)
        return rooms.decide(held.room, command, self._now())

    async def _is_behind(self, held: HeldRoom) -> bool:
        latest = await self._store.last_versions([_id(held.code)])
        return lags(held.latest, latest.get(_id(held.code)))

    async def _hold(self, code: str) -> HeldRoom:
        held = self._held.get(code)
        if held is None:
            fresh = await self._load(code)
            # Another request may have read it meanwhile: there is one of each room.
            held = self._held.get(code) or fresh
        self._remember(held)
        if held.is_in_doubt:
            async with held.lock:
                if held.is_in_doubt:
                    await self._reread(held)
        return held

    async def _reread(self, held: HeldRoom) -> None:
        """Believe the log alone: another process may have written, or a failed write landed."""
        held.is_in_doubt = False  # what is heard of from now on may not be in what is read
        try:
            fresh = await self._load(held.code)
        except BaseException as error:
            held.is_in_doubt = True
            if isinstance(error, UnknownRoom):  # deleted by another process
                self._forget(held)
                held.tell(is_of_game=False)
            raise
        held.commands, held.latest = fresh.commands, fresh.latest
        if fresh.room.version != held.room.version:
            held.room = fresh.room
            held.tell(is_of_game=False)

    async def _load(self, code: str) -> HeldRoom:
        self._reading.add(code)
        try:
            appends = await self._store.load(_id(code))
        finally:
            self._reading.discard(code)
        if not appends:
            raise UnknownRoom
        held = held_room(code, appends)
        held.is_in_doubt = code in self._missed
        self._missed.discard(code)
        return held

    async def _follow_games(self, held: HeldRoom) -> None:
        """Begin the games under way that are not begun yet, and listen for their ends."""
        fresh = [number for number in held.room.open_pairings if number not in held.ears]
        for number in fresh:
            game = self.game_id(held.code, held.room, number)
            held.ears[number] = self._bus.subscribe(game, self._ear(held, number))
        # Others wait for the same, and they go on though whoever asked may go away.
        if tasks := [held.notes.start(self._follow(held, number)) for number in fresh]:
            await asyncio.wait(tasks)

    async def _follow(self, held: HeldRoom, number: Number) -> None:
        game = self.game_id(held.code, held.room, number)
        try:
            first = await self._first_game(held, number, game)
            result = _result(first)
            if result is not None:
                await self._finish(held, number, result)
        except NoughtsError as error:  # whoever looks next tries again
            log.warning("game of a room not followed", game=game, reason=str(error))
            self._let_go(held, number)

    async def _first_game(self, held: HeldRoom, number: Number, game: str) -> SharedGame:
        """A game as it is, or at its end; what follows it between the two is no more the room's."""
        try:
            return await self._games.find_round(game, 1)
        except UnknownGame:
            began, keys = self._began(held, number)
            name = f"{held.code}:{number}"
            await self._games.begin(began, held.room.secret, name, keys)
            return await self._games.find(game)

    def _began(self, held: HeldRoom, number: Number) -> tuple[Began, tuple[str, str]]:
        room, pairing = held.room, held.room.pairings[number]
        x, o = room.members[pairing.x].key, room.members[pairing.o].key
        start = str(Rules.parse(room.choices.board).start(Mark.X))
        clock = room.choices.clock
        began = Began(start, Person(x), Person(o), self._now(), clock=clock, room=held.code)
        return began, (x, o)

    def _ear(self, held: HeldRoom, number: Number) -> Callable[[Happened], None]:
        def hear(happened: Happened) -> None:
            held.tell(is_of_game=True)
            result = _result(happened.after) if happened.after.round == 1 else None
            if result is not None and held.room.pairings[number].result is None:
                held.notes.start(self._note(held, number, result))

        return hear

    async def _note(self, held: HeldRoom, number: Number, result: Result) -> None:
        try:
            await self._finish(held, number, result)
        except NoughtsError as error:  # whoever reads the room again sees that the game is over
            log.warning("end of a game not noted", room_game=number, reason=str(error))
            self._let_go(held, number)

    async def _finish(self, held: HeldRoom, number: Number, result: Result) -> None:
        # The colon keeps it apart from whatever a visitor may call a command.
        await self._execute(held.code, Finish(number, result), f"finish:{number}")
        self._let_go(held, number)

    def _let_go(self, held: HeldRoom, number: Number) -> None:
        held.ears.pop(number, _nothing)()

    def _remember(self, held: HeldRoom) -> None:
        self._held[held.code] = held
        self._held.move_to_end(held.code)
        if len(self._held) > _MOST_IN_MEMORY:
            oldest = next(iter(self._held.values()))
            if oldest.lock.locked() or oldest.hearing:
                self._held.move_to_end(oldest.code)  # or nothing after it would be forgotten
            else:
                self._forget(oldest)

    def _forget(self, held: HeldRoom) -> None:
        held.stop_listening()
        if self._held.get(held.code) is held:
            del self._held[held.code]


def _id(code: str) -> str:
    return f"{ROOM}{code}"


def _name(command: RoomCommand, id_: str | None) -> str:
    """The name of a command in the log, by which it is known when it is sent again.

    The id of one person is none of another's, nor of another command.
    """
    by = "" if isinstance(command, Finish) else command.by
    return id_for(by, f"{type(command).__name__} {id_ or secrets.token_hex(8)}")


def _nothing() -> None:
    """Stop what was stopped already."""


def _result(shared: SharedGame) -> Result | None:
    """How a game ended, if it did."""
    ending = shared.game.ending
    if ending is None:
        return None
    if ending.winner is None:
        return "draw"
    return "x" if ending.winner is Mark.X else "o"
