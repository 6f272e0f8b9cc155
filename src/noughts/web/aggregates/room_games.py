"""The games of one room: begun when two members are paired, followed until they end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress

import structlog

from noughts.core.errors import NoughtsError
from noughts.core.mark import Mark
from noughts.core.rules import Rules
from noughts.online.games import Began, CallOff, Person, Rename, SharedGame
from noughts.online.rooms import Result, Room
from noughts.online.rooms.state import Number
from noughts.web.aggregates.aggregate import Aggregate
from noughts.web.aggregates.games import Games
from noughts.web.aggregates.ids import code_of, room_game_id
from noughts.web.aggregates.kinds import UnknownGame
from noughts.web.aggregates.repository import Published
from noughts.web.tasks import Tasks

Finish = Callable[[Number, Result], Awaitable[None]]

log = structlog.get_logger()


class RoomGames:
    """Follows the open games of a room, and reports changed boards and results.

    It also gives games what the room decides about them: other names, and an end without a result.
    """

    def __init__(
        self,
        room: Aggregate[Room],
        games: Games,
        board_changed: Callable[[Aggregate[Room]], None],
        finish: Finish,
    ) -> None:
        self._room = room
        self._games = games
        self._board_changed = board_changed
        self._finish = finish
        self._subscriptions: dict[Number, Callable[[], None]] = {}
        self._given: set[tuple[Number, CallOff | Rename]] = set()
        self._tasks = Tasks()

    def follow_all(self) -> None:
        """Begin and follow the open games that are not followed yet, and keep all up to date."""
        for number in self._room.state.open_pairings:
            if number not in self._subscriptions:
                receive = self._receiver(number)
                self._subscriptions[number] = self._games.subscribe(self._id(number), receive)
                # A task, not an await: it must go on if this request is cancelled.
                self._tasks.start(self._follow(number))
        for number, command in _decided(self._room.state):
            if (number, command) not in self._given:
                self._given.add((number, command))
                self._tasks.start(self._give(number, command))

    async def refresh(self) -> None:
        """Note what other nodes have answered about the games that are followed."""
        await self._games.refresh([self._id(number) for number in self._subscriptions])

    async def finish_tasks(self) -> None:
        """Wait until pending games have begun and are up to date, or that has failed."""
        await self._tasks.wait()

    def close(self) -> None:
        """Stop following the games."""
        for number in tuple(self._subscriptions):
            self._unfollow(number)

    def _id(self, number: Number) -> str:
        return room_game_id(code_of(self._room.id), self._room.state.secret, number)

    async def _follow(self, number: Number) -> None:
        try:
            result = _result(await self._first_game(number))
            if result is not None:
                await self._record(number, result)
        except NoughtsError as error:  # the next request for the room tries again
            log.warning("cannot follow a game of a room", game=self._id(number), reason=str(error))
            self._unfollow(number)

    async def _give(self, number: Number, command: CallOff | Rename) -> None:
        """Give a game a command, which changes nothing the second time."""
        try:
            with suppress(UnknownGame):  # it has not begun, or was deleted before its room
                await self._games.execute(self._id(number), command, None)
        except NoughtsError as error:  # the next request for the room tries again
            log.warning("cannot change a game of a room", game=self._id(number), reason=str(error))
            self._given.discard((number, command))

    async def _first_game(self, number: Number) -> SharedGame:
        """The game at its first end: neither takebacks nor rematches count for the room."""
        id_ = self._id(number)
        try:
            return await self._games.find_first_end(id_)
        except UnknownGame:
            await self._begin(number)
            return await self._games.find(id_)

    async def _begin(self, number: Number) -> None:
        room, code = self._room.state, code_of(self._room.id)
        pairing, choices = room.pairings[number], room.choices
        x, o = room.members[pairing.x], room.members[pairing.o]
        start = str(Rules.parse(choices.board).start(Mark.X))
        at = self._games.log.now()
        seats, names = (Person(x.key), Person(o.key)), (x.name, o.name)
        began = Began(start, *seats, at, clock=choices.clock, room=code, names=names)
        # These arguments yield the same id as `room_game_id`.
        await self._games.begin(began, room.secret, f"{code}:{number}", (x.key, o.key))
        for each, command in _decided(self._room.state):
            if each == number:  # decided while it began
                await self._give(number, command)

    def _receiver(self, number: Number) -> Callable[[Published[SharedGame]], None]:
        def receive(published: Published[SharedGame]) -> None:
            self._board_changed(self._room)
            shared = published.state
            result = _result(shared) if shared.round == 1 else None
            if result is None:
                return
            if self._room.state.pairings[number].result is None:
                self._tasks.start(self._try_to_record(number, result))
            else:
                self._unfollow(number)

        return receive

    async def _try_to_record(self, number: Number, result: Result) -> None:
        try:
            await self._record(number, result)
        except NoughtsError as error:  # the next request for the room tries again
            log.warning(
                "cannot record the result of a game", game=self._id(number), reason=str(error)
            )
            self._unfollow(number)

    async def _record(self, number: Number, result: Result) -> None:
        await self._finish(number, result)
        self._unfollow(number)

    def _unfollow(self, number: Number) -> None:
        unsubscribe = self._subscriptions.pop(number, None)
        if unsubscribe is not None:
            unsubscribe()


def _decided(room: Room) -> Iterator[tuple[Number, CallOff | Rename]]:
    """What a room has decided about games after they began."""
    for number, pairing in enumerate(room.pairings):
        members = [room.members[member] for member in pairing.members]
        # A game may go on after its end, by a takeback or a rematch, but not with a removed one.
        if pairing.result == "void" or any(member.is_removed for member in members):
            yield number, CallOff()
        for member in members:
            if member.is_renamed:
                yield number, Rename(member.key, member.name)


def _result(shared: SharedGame) -> Result | None:
    """The result of a game, if it has ended."""
    ending = shared.game.ending
    if ending is None:
        return None
    if ending.winner is None:
        return "draw" if ending.result == "draw" else "void"
    return "x" if ending.winner is Mark.X else "o"
