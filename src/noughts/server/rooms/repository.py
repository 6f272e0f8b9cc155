"""The repository of rooms, which begins the games of their pairings and records the results."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any

import structlog
from msgspec import UNSET

from noughts.core import Mark, Rules, Termination
from noughts.core.errors import NoughtsError
from noughts.server.cluster.replication import ReplicatedRepository
from noughts.server.games import types as game_types
from noughts.server.games.repository import Alarms, Games, UnknownGame
from noughts.server.games.types import Command, Person, Seat, SharedGame
from noughts.server.ids import code_of, codes_near, derived_id, draw_code, is_room_id, room_id
from noughts.server.log.errors import Refused
from noughts.server.log.repository import Aggregate, EventLog, Published
from noughts.server.log.store import Conflict
from noughts.server.rooms import commands, types
from noughts.server.rooms.decide import ShownOut, decide
from noughts.server.rooms.evolve import evolve, replay
from noughts.server.rooms.tournaments import check_end, seconds_left
from noughts.server.rooms.types import Number, Result, Room
from noughts.server.tasks import Tasks, log_errors
from noughts.server.worker_pool import Overloaded
from noughts.wording.language import gettext as _

log = structlog.get_logger()


class BoardChanged(Published[Room], frozen=True):
    """A game of a room has changed, and the room itself has not."""


class UnknownRoom(NoughtsError):
    """A code that no room has."""

    status = 404

    def __init__(self) -> None:
        super().__init__(_("There's no room with this code"))


_IDLY = (Termination.TIME, Termination.ABANDONED)  # how a player loses who does nothing
_ForGame = game_types.CallOff | game_types.ShowName


class RoomGames:
    """Follows the open games of a room, and reports changed boards and results.

    It also gives games what the room decides about them: other names, and an end without a result.
    """

    def __init__(self, room: Aggregate[Room], rooms: Rooms) -> None:
        self._room = room
        self._rooms = rooms
        self._games = rooms.games
        self._code = code_of(room.id)
        self._subscriptions: dict[Number, Callable[[], None]] = {}
        self._given: set[tuple[Number, _ForGame]] = set()
        self._tasks = Tasks()

    def follow_all(self) -> None:
        """Begin and follow the open games that are not followed yet, and keep all up to date."""
        for number in self._room.state.open_pairings:
            if number not in self._subscriptions:
                receive = partial(self._receive, number)
                self._subscriptions[number] = self._games.subscribe(self._id(number), receive)
                # A task, not an await: it must go on if this request is cancelled.
                self._tasks.start(self._follow(number))
        for number, command in _commands_for_games(self._room.state):
            if (number, command) not in self._given:
                self._given.add((number, command))
                self._tasks.start(self._give(number, command))

    async def refresh(self) -> None:
        """Note what other nodes have answered about the games that are followed."""
        await self._games.refresh([self._id(number) for number in self._subscriptions])

    async def begun(self) -> Room:
        """Return the room once its games have begun and results are recorded, or that failed."""
        self.follow_all()
        await self._tasks.wait()
        return self._room.state

    def close(self) -> None:
        """Stop following the games."""
        for number in tuple(self._subscriptions):
            self._unfollow(number)

    def _id(self, number: Number) -> str:
        return self._room.state.game_id(self._code, number)

    async def _follow(self, number: Number) -> None:
        """Begin a game, unless it has begun, and record its result, if it has one.

        That is how it first ended: neither undone moves nor rematches count for the room.
        """
        id_ = self._id(number)
        try:
            try:
                shared = await self._games.find_first_end(id_)
            except UnknownGame:
                await self._begin(number)
                shared = await self._games.find_first_end(id_)
            if (ending := shared.game.ending) is not None:
                missed_by = _missed_by(shared, self._room.state.pairings[number])
                await self._rooms.finish(self._code, number, Result.of(ending), missed_by)
                self._unfollow(number)
        except NoughtsError as error:  # the next request for the room tries again
            log.warning("cannot follow a game of a room", game=id_, reason=str(error))
            self._unfollow(number)

    async def _give(self, number: Number, command: _ForGame) -> None:
        """Give a game a command, which changes nothing the second time."""
        try:
            with suppress(UnknownGame):  # it has not begun, or was deleted before its room
                await self._games.execute(self._id(number), None, command, None)
        except NoughtsError as error:  # the next request for the room tries again
            log.warning("cannot change a game of a room", game=self._id(number), reason=str(error))
            self._given.discard((number, command))

    async def _begin(self, number: Number) -> None:
        room, code = self._room.state, self._code
        clock, first_move = room.choices.clock, room.choices.first_move
        x, o = (room.members[member] for member in room.pairings[number].members)
        began = game_types.Began(
            Rules.parse(room.choices.board).start(Mark.X).notation,
            Person(x.key),
            Person(o.key),
            self._rooms.log.now(),
            clock=None if clock is None else game_types.Clock(clock.per, clock.seconds),
            room=code,
            names=(x.name, o.name),
            first_move=first_move or UNSET,
        )
        # These arguments yield the id that the room has for it.
        await self._games.begin(began, room.secret, f"{code}:{number}", (x.key, o.key))
        for game, command in _commands_for_games(self._room.state):
            if game == number:  # given while it began
                await self._give(number, command)

    def _receive(self, number: Number, published: Published[SharedGame]) -> None:
        self._rooms.board_changed(self._room)
        if published.state.game.ending is not None:
            self._tasks.start(self._follow(number))

    def _unfollow(self, number: Number) -> None:
        if number in self._subscriptions:
            self._subscriptions.pop(number)()


def _missed_by(shared: SharedGame, pairing: types.Pairing) -> Number | None:
    """Return the player who lost a game without a move of their own, by time or by being away."""
    ending = shared.game.ending
    if ending is None or ending.winner is None or ending.termination not in _IDLY:
        return None
    loser = ending.winner.other
    has_moved = shared.game.plies_since_turn_of((loser,)) is not None
    return None if has_moved else pairing.x if loser is Mark.X else pairing.o


def _commands_for_games(room: Room) -> Iterator[tuple[Number, _ForGame]]:
    """Yield the commands that a room has for games that have begun."""
    for number, pairing in enumerate(room.pairings):
        members = [room.members[member] for member in pairing.members]
        # A game may go on after its end, by undone moves or a rematch, but not with a removed one.
        if pairing.is_left and pairing.result in (Result.X, Result.O):
            lost_by = members[0] if pairing.result is Result.O else members[1]
            yield number, game_types.CallOff(lost_by.key)
        elif pairing.result is Result.VOID or any(member.is_removed for member in members):
            yield number, game_types.CallOff()
        for member in members:
            if member.is_renamed:
                yield number, game_types.ShowName(member.key, member.name)


# Codes to choose from, in one query of 5 ms: with 20,000 rooms, 7 of 10 are too near to one.
_DRAWS = 30
_TICK = 0.01  # seconds after the end of an arena, so that it is over for sure


class Rooms(ReplicatedRepository[Room]):
    """All rooms."""

    name = "room"
    most_in_memory = 1_000
    unknown = UnknownRoom
    replay = staticmethod(replay)
    evolve = staticmethod(evolve)

    @staticmethod
    def owns(id_: str, /) -> bool:
        return is_room_id(id_)

    @staticmethod
    def is_over(state: Room, /) -> bool:
        return state.is_closed

    def __init__(self, log: EventLog, games: Games) -> None:
        super().__init__(log)
        self.games = games
        self._room_games: dict[str, RoomGames] = {}
        self._alarms = Alarms(self._ring)
        games.check_in_room = self._check_in_room

    async def open(self, key: str, choices: types.Choices, command: str | None) -> str:
        """Open a room and return its code; the same command from the same key opens it once.

        Its code differs by two digits or more from every other, so that typing one digit wrong
        opens no other room. Two that are opened at one moment may be nearer.
        """
        command_id, store = command or secrets.token_hex(8), self.log.store
        secret = await store.secret()
        codes = [draw_code(secret, key, command_id, draw) for draw in range(_DRAWS)]
        near = {code: [room_id(other) for other in codes_near(code)] for code in codes}
        taken = await store.last_versions([*chain(*near.values())])
        for code in codes:
            if room_id(code) in taken and await self._is_opened_by(key, command_id, code):
                return code
        opened = types.Opened(key, secrets.token_hex(16), choices, at=self.log.now())
        for code in codes:
            if taken.keys().isdisjoint(near[code]):
                try:
                    await self._create(room_id(code), opened, command_id)
                except Conflict:  # it was free a moment ago
                    if not await self._is_opened_by(key, command_id, code):
                        continue
                return code
        raise Overloaded(_("No room is free right now – try again"))

    async def _is_opened_by(self, key: str, command_id: str, code: str) -> bool:
        with suppress(UnknownRoom):  # it was deleted a moment ago
            room = await self._load(room_id(code))
            return room.state.owner == key and command_id in room.appends
        return False

    async def find(self, code: str) -> Room:
        """Return a room once its games have begun and results are recorded; raises UnknownRoom."""
        room = await self._load_latest(room_id(code))
        if check_end(room.state, self.log.now()):
            end = commands.CheckEnd()
            room = await self._execute_once(code, "", end, f"end:{room.state.version}")
        games = self._games_of(room)
        await games.refresh()
        return await games.begun()

    async def execute(
        self, code: str, by: str, command: commands.RoomAction, bars: str = ""
    ) -> Room:
        """Execute a command and return the room after it; a repeated command changes nothing.

        `bars` means what it does for `decide`. Raises UnknownRoom and what `decide` raises.
        """
        try:
            await self.find(code)
            stored_id, draw = _stored_id(by, command), secrets.randbits(32)
            room = await self._execute_once(code, by, command, stored_id, draw=draw, bars=bars)
        except NoughtsError as error:
            self.log.counters.refused.labels(type(error).__name__).inc()
            raise
        return await self._games_of(room).begun()

    async def attend(self, code: str, key: str, *, is_here: bool) -> None:
        """Note that a member's page is connected, or no longer."""
        # Command ids of visitors contain no colon.
        stored_id = f"attend:{secrets.token_hex(8)}"
        try:
            await self._execute_once(code, key, commands.Attend(is_here), stored_id)
        except NoughtsError as error:  # the next change, or a press of theirs, tells it again
            log.warning("cannot note who is here", room=code, reason=str(error))

    async def finish(
        self, code: str, number: Number, result: Result, missed_by: Number | None
    ) -> None:
        """Record how a game ended, and who missed their first move in it."""
        finish = commands.Finish(number, result, missed_by)
        # Command ids of visitors contain no colon.
        await self._execute_once(code, "", finish, f"finish:{number}")

    def board_changed(self, room: Aggregate[Room]) -> None:
        """Publish that a game of a room has changed."""
        self._publish(room.id, BoardChanged(room.state))

    async def _check_in_room(self, shared: SharedGame, by: Seat | None, command: Command) -> None:
        """Refuse a removed member's commands in a game that has ended, and requests to one.

        Their games under way are called off.
        """
        if not isinstance(by, Person):
            return
        with suppress(UnknownRoom):  # a room may be deleted before its games
            room = (await self._load_latest(room_id(shared.room))).state
            if by.key in room.removed:
                raise ShownOut
            people = (seat.key for seat in (shared.x, shared.o) if isinstance(seat, Person))
            is_asked = isinstance(command, game_types.Undo | game_types.Draw | game_types.Rematch)
            if is_asked and not room.removed.isdisjoint(people):
                raise Refused(_("The host has removed the other player"))

    async def _execute_once(
        self, code: str, by: str, command: commands.RoomCommand, stored_id: str, **drawn: Any
    ) -> Aggregate[Room]:
        room = await self._load(room_id(code))
        async with room.lock:
            await self._execute(room, partial(decide, by=by, command=command, **drawn), stored_id)
        return room

    def _games_of(self, room: Aggregate[Room]) -> RoomGames:
        if room.id not in self._room_games:
            self._room_games[room.id] = RoomGames(room, self)
        return self._room_games[room.id]

    def _ring(self, id_: str) -> None:
        self._tasks.start(log_errors(self.find(code_of(id_))))

    def _changed(self, aggregate: Aggregate[Room]) -> None:
        """Follow new games, and set the alarm for the end of an arena."""
        self._games_of(aggregate).follow_all()
        left = seconds_left(aggregate.state, self.log.now())
        self._alarms.set(aggregate.id, None if left is None else max(left, 0.0) + _TICK)

    def _drop(self, aggregate: Aggregate[Room]) -> None:
        super()._drop(aggregate)
        if aggregate.id in self._room_games:
            self._room_games.pop(aggregate.id).close()


def _stored_id(by: str, command: commands.RoomAction) -> str:
    """Return the id of a command in the log, unique per person and kind of command."""
    return derived_id(by, f"{type(command).__name__} {command.command or secrets.token_hex(8)}")
