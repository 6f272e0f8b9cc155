"""The repository of rooms, which begins the games of their pairings and records the results."""

from __future__ import annotations

import secrets
from contextlib import suppress
from functools import partial

from noughts.core.errors import NoughtsError
from noughts.language import gettext as _
from noughts.online.errors import Refused
from noughts.online.games import Ask, Command, Person, SharedGame
from noughts.online.rooms import (
    CheckEnd,
    Choices,
    Finish,
    Look,
    Result,
    Room,
    RoomCommand,
    RoomOpened,
)
from noughts.online.rooms.codes import draw_code
from noughts.online.rooms.joining import check_not_removed
from noughts.online.rooms.state import Number
from noughts.online.rooms.tournaments import seconds_left
from noughts.web.aggregates.aggregate import Aggregate
from noughts.web.aggregates.alarms import Alarms
from noughts.web.aggregates.games import Games
from noughts.web.aggregates.ids import code_of, derived_id, room_game_id, room_id
from noughts.web.aggregates.kinds import ROOM, UnknownRoom
from noughts.web.aggregates.repository import EventLog, Published, Repository
from noughts.web.aggregates.room_games import RoomGames
from noughts.web.storage.store import Conflict
from noughts.web.tasks import log_errors
from noughts.web.worker_pool import Overloaded

_DRAWS = 10  # attempts to find a free code
_TICK = 0.01  # seconds after the end of an arena, so that it is over for sure


class Rooms(Repository[Room, RoomCommand]):
    """All rooms."""

    def __init__(self, log: EventLog, games: Games) -> None:
        super().__init__(ROOM, log)
        self._games = games
        self._room_games: dict[str, RoomGames] = {}
        self._alarms = Alarms(self._ring)
        games.check_in_room = self._check_in_room

    async def open(self, key: str, choices: Choices, command: str | None) -> str:
        """Open a room and return its code; the same command from the same key opens it once."""
        command_id = command or secrets.token_hex(8)
        opened = RoomOpened(key, secrets.token_hex(16), choices, self.log.now())
        for draw in range(_DRAWS):
            code = draw_code(key, command_id, draw)
            try:
                await self._create(room_id(code), opened, command_id)
            except Conflict:
                room = await self._load(room_id(code))
                if room.state.owner != key or command_id not in room.appends:
                    continue
            return code
        raise Overloaded(_("No room is free right now – try again"))

    async def find(self, code: str) -> Room:
        """A room, after its games have begun and their results are recorded; raises UnknownRoom."""
        room = await self._load_latest(room_id(code))
        await self._check_end(room)
        await self._games_of(room).refresh()
        await self._follow_games(room)
        return room.state

    async def execute(self, code: str, command: RoomCommand, command_id: str | None = None) -> Room:
        """Execute a command and return the room after it; a repeated command changes nothing.

        Raises UnknownRoom and what `decide` raises.
        """
        try:
            await self.find(code)
            room = await self._execute_once(code, command, _stored_id(command, command_id))
        except NoughtsError as error:
            self.log.counters.refused[type(error).__name__] += 1
            raise
        await self._follow_games(room)
        return room.state

    async def withdraw(self, code: str, key: str) -> None:
        """Stop looking for a game on a member's behalf; raises Refused for others."""
        look = Look(key, is_looking=False)
        await self._execute_once(code, look, _stored_id(look, None))

    async def _check_in_room(self, shared: SharedGame, command: Command) -> None:
        """Refuse what a removed member does in a game that has ended, and what is asked of one.

        Those of their games that go on are called off.
        """
        by = getattr(command, "by", None)
        if not isinstance(by, Person):
            return
        with suppress(UnknownRoom):  # a room may be deleted before its games
            room = (await self._load_latest(room_id(shared.room))).state
            check_not_removed(room, by.key)
            people = (seat.key for seat in (shared.x, shared.o) if isinstance(seat, Person))
            if isinstance(command, Ask) and any(map(room.has_removed, people)):
                raise Refused(_("The host has removed the other player"))

    def game_id(self, code: str, room: Room, number: Number) -> str:
        """The id of one of a room's games."""
        return room_game_id(code, room.secret, number)

    async def _execute_once(
        self, code: str, command: RoomCommand, stored_id: str
    ) -> Aggregate[Room]:
        room = await self._load(room_id(code))
        async with room.lock:
            await self._execute(room, command, stored_id)
        return room

    async def _finish(self, code: str, number: Number, result: Result) -> None:
        # Command ids of visitors contain no colon.
        await self._execute_once(code, Finish(number, result), f"finish:{number}")

    async def _follow_games(self, room: Aggregate[Room]) -> None:
        games = self._games_of(room)
        games.follow_all()
        await games.finish_tasks()

    def _games_of(self, room: Aggregate[Room]) -> RoomGames:
        games = self._room_games.get(room.id)
        if games is None:
            finish = partial(self._finish, code_of(room.id))
            games = RoomGames(room, self._games, self._board_changed, finish)
            self._room_games[room.id] = games
        return games

    def _board_changed(self, room: Aggregate[Room]) -> None:
        self._publish(room.id, Published(room.state, is_board=True))

    async def _check_end(self, room: Aggregate[Room]) -> None:
        """End an arena whose time is over."""
        left = seconds_left(room.state, self.log.now())
        if left is not None and left <= 0:
            async with room.lock:
                await self._execute(room, CheckEnd(), f"end:{room.state.version}")

    def _ring(self, id_: str) -> None:
        self._tasks.start(log_errors(self.find(code_of(id_))))

    def _changed(self, aggregate: Aggregate[Room]) -> None:
        """Follow new games, and set the alarm for the end of an arena."""
        self._games_of(aggregate).follow_all()
        left = seconds_left(aggregate.state, self.log.now())
        if left is None:
            self._alarms.cancel(aggregate.id)
        else:
            self._alarms.set(aggregate.id, max(left, 0.0) + _TICK)

    def _drop(self, aggregate: Aggregate[Room]) -> None:
        super()._drop(aggregate)
        games = self._room_games.pop(aggregate.id, None)
        if games is not None:
            games.close()


def _stored_id(command: RoomCommand, command_id: str | None) -> str:
    """The id of a command in the log: a client's id is unique per person and kind of command."""
    by = "" if isinstance(command, Finish | CheckEnd) else command.by
    return derived_id(by, f"{type(command).__name__} {command_id or secrets.token_hex(8)}")
