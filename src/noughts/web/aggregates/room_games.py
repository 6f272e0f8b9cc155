"""The games of one room in memory: begun when two are paired, followed until they end."""

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
    """Follows the open games of a room, reports changes of boards, and has ends noted."""

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
                # Others wait for the same: it goes on though whoever asked for it may go away.
                self._tasks.start(self._follow(number))

    async def finish_tasks(self) -> None:
        """Wait until what has begun or ended is noted, or was tried."""
        await self._tasks.wait()

    def close(self) -> None:
        """Follow no game any more."""
        for number in tuple(self._subscriptions):
            self._unfollow(number)

    def _id(self, number: Number) -> str:
        return room_game_id(code_of(self._room.id), self._room.state.secret, number)

    async def _follow(self, number: Number) -> None:
        try:
            result = _result(await self._first_game(number))
            if result is not None:
                await self._note(number, result)
        except NoughtsError as error:  # whoever looks next tries again
            log.warning("game of a room not followed", game=self._id(number), reason=str(error))
            self._unfollow(number)

    async def _first_game(self, number: Number) -> SharedGame:
        """The game as it counts: later games of the two are no longer the room's."""
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
        # The id that follows from these is the one of `room_game_id`.
        await self._games.begin(began, room.secret, f"{code}:{number}", (x, o))

    def _receiver(self, number: Number) -> Callable[[Published[SharedGame]], None]:
        def receive(published: Published[SharedGame]) -> None:
            self._board_changed(self._room)
            shared = published.state
            result = _result(shared) if shared.round == 1 else None
            if result is not None and self._room.state.pairings[number].result is None:
                self._tasks.start(self._try_to_note(number, result))

        return receive

    async def _try_to_note(self, number: Number, result: Result) -> None:
        try:
            await self._note(number, result)
        except NoughtsError as error:  # whoever reads the room again sees that the game is over
            log.warning("end of a game not noted", game=self._id(number), reason=str(error))
            self._unfollow(number)

    async def _note(self, number: Number, result: Result) -> None:
        await self._finish(number, result)
        self._unfollow(number)

    def _unfollow(self, number: Number) -> None:
        unsubscribe = self._subscriptions.pop(number, None)
        if unsubscribe is not None:
            unsubscribe()


def _result(shared: SharedGame) -> Result | None:
    """How a game ended, if it did."""
    ending = shared.game.ending
    if ending is None:
        return None
    if ending.winner is None:
        return "draw"
    return "x" if ending.winner is Mark.X else "o"
