"""The games of one room: begun when two members are paired, followed until they end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import structlog

from noughts.core.errors import NoughtsError
from noughts.core.mark import Mark
from noughts.core.rules import Rules
from noughts.online.games import Began, Person, SharedGame
from noughts.online.rooms import Result, Room
from noughts.online.rooms.state import Number
from noughts.web.aggregates.games import Games
from noughts.web.aggregates.ids import code_of, room_game_id
from noughts.web.aggregates.kinds import UnknownGame
from noughts.web.aggregates.repository import Aggregate, Published
from noughts.web.tasks import Tasks

Finish = Callable[[Number, Result], Awaitable[None]]

log = structlog.get_logger()


class RoomGames:
    """Follows the open games of a room, and reports changed boards and results."""

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
        self._tasks = Tasks()

    def follow_all(self) -> None:
        """Begin and follow the open games that are not followed yet."""
        for number in self._room.state.open_pairings:
            if number not in self._subscriptions:
                receive = self._receiver(number)
                self._subscriptions[number] = self._games.subscribe(self._id(number), receive)
                # A task, not an await: it must go on if this request is cancelled.
                self._tasks.start(self._follow(number))

    async def finish_tasks(self) -> None:
        """Wait until pending games have begun and results are recorded, or that has failed."""
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

    async def _first_game(self, number: Number) -> SharedGame:
        """The first round of the game: rematches do not count for the room."""
        id_ = self._id(number)
        try:
            return await self._games.find_round(id_, 1)
        except UnknownGame:
            await self._begin(number)
            return await self._games.find(id_)

    async def _begin(self, number: Number) -> None:
        room, code = self._room.state, code_of(self._room.id)
        pairing, choices = room.pairings[number], room.choices
        x, o = room.members[pairing.x].key, room.members[pairing.o].key
        start = str(Rules.parse(choices.board).start(Mark.X))
        at = self._games.log.now()
        began = Began(start, Person(x), Person(o), at, clock=choices.clock, room=code)
        # These arguments yield the same id as `room_game_id`.
        await self._games.begin(began, room.secret, f"{code}:{number}", (x, o))

    def _receiver(self, number: Number) -> Callable[[Published[SharedGame]], None]:
        def receive(published: Published[SharedGame]) -> None:
            self._board_changed(self._room)
            shared = published.state
            result = _result(shared) if shared.round == 1 else None
            if result is not None and self._room.state.pairings[number].result is None:
                self._tasks.start(self._try_to_record(number, result))

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


def _result(shared: SharedGame) -> Result | None:
    """The result of a game, if it has ended."""
    ending = shared.game.ending
    if ending is None:
        return None
    if ending.winner is None:
        return "draw"
    return "x" if ending.winner is Mark.X else "o"
