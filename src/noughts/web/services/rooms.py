"""What a visitor can ask of a room: the functions behind the API and the pages alike."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from random import Random, SystemRandom

from noughts.core.rules import Rules
from noughts.online.games import Clock
from noughts.online.rooms.commands import (
    BeginRound,
    Choose,
    Close,
    Depart,
    Join,
    Look,
    Pair,
    PairAll,
    Remove,
    RoomCommand,
)
from noughts.online.rooms.state import Choices, Number, Room
from noughts.web.aggregates.games import Games
from noughts.web.aggregates.kinds import UnknownGame, UnknownRoom
from noughts.web.aggregates.repository import now
from noughts.web.aggregates.rooms import Rooms
from noughts.web.live.room_channel import RoomChannels
from noughts.web.services.codes import Tries, read_code
from noughts.web.views.room_schemas import (
    Looking,
    NewPair,
    NextRound,
    Removal,
    RoomAct,
    RoomChoices,
    RoomView,
    WallBoard,
)
from noughts.web.views.rooms import room_game, room_view, wall_board

_MOST_BOARDS = 100  # on a wall
_LATELY = 10  # boards that a wall shows at least, ended ones among them

Act = RoomAct | Looking | NewPair | NextRound | Removal | RoomChoices


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, by their key, and from which address."""

    key: str
    address: str


@dataclass(frozen=True, slots=True)
class RoomService:
    """Takes what visitors ask of rooms, and answers with views."""

    rooms: Rooms
    live: RoomChannels
    games: Games
    tries: Tries
    lot: Random = field(default_factory=SystemRandom)
    reviewing: set[str] = field(default_factory=set)  # rooms of which reviews are being made

    async def open(self, choices: RoomChoices, key: str) -> RoomView:
        """Open a room; raises InvalidRules."""
        code = await self.rooms.open(key, _choices(choices), choices.command)
        return self._view(code, await self.rooms.find(code), key)

    async def enter(self, text: str, caller: Caller) -> tuple[str, Room]:
        """The room with a code; raises UnknownRoom and TooManyRequestsException.

        Who has tried too many codes gets into no room but those they are in.
        """
        code = read_code(text)
        try:
            if code is None:
                raise UnknownRoom
            room = await self.rooms.find(code)
        except UnknownRoom:
            self.tries.check(caller.address)
            self.tries.failed(caller.address)
            raise
        if caller.key != room.owner and room.number_of(caller.key) is None:
            self.tries.check(caller.address)
        return code, room

    async def show(self, text: str, caller: Caller) -> RoomView:
        """A room as it is now."""
        code, room = await self.enter(text, caller)
        return self._view(code, room, caller.key)

    async def wall(self, text: str, caller: Caller) -> list[WallBoard]:
        """The boards of a room: those under way and of this round, and the last that ended."""
        code, room = await self.enter(text, caller)
        boards = []
        for number in _on_the_wall(room):
            game = room_game(room, number, lambda n: self.rooms.game_id(code, room, n))
            with suppress(UnknownGame):  # its time is over, and the room's is not
                shared = await self.games.find_round(game.id, 1)
                boards.append(wall_board(game, shared, now()))
        return boards

    async def join(self, text: str, caller: Caller, act: RoomAct) -> RoomView:
        """Become a member; raises Refused and IllegalAction."""
        command = Join(caller.key, self.lot.getrandbits(32))
        return await self._act(text, caller, command, act)

    async def leave(self, text: str, caller: Caller, act: RoomAct) -> RoomView:
        return await self._act(text, caller, Depart(caller.key), act)

    async def look(self, text: str, caller: Caller, act: Looking) -> RoomView:
        return await self._act(text, caller, Look(caller.key, act.is_looking), act)

    async def pair(self, text: str, caller: Caller, act: NewPair) -> RoomView:
        return await self._act(text, caller, Pair(caller.key, act.x, act.o), act)

    async def pair_all(self, text: str, caller: Caller, act: RoomAct) -> RoomView:
        return await self._act(text, caller, PairAll(caller.key), act)

    async def begin_round(self, text: str, caller: Caller, act: NextRound) -> RoomView:
        return await self._act(text, caller, BeginRound(caller.key, act.games), act)

    async def remove(self, text: str, caller: Caller, act: Removal) -> RoomView:
        return await self._act(text, caller, Remove(caller.key, act.member), act)

    async def choose(self, text: str, caller: Caller, act: RoomChoices) -> RoomView:
        return await self._act(text, caller, Choose(caller.key, _choices(act)), act)

    async def close(self, text: str, caller: Caller, act: RoomAct) -> RoomView:
        return await self._act(text, caller, Close(caller.key), act)

    async def _act(self, text: str, caller: Caller, command: RoomCommand, act: Act) -> RoomView:
        code, _ = await self.enter(text, caller)
        room = await self.rooms.execute(code, command, act.command)
        return self._view(code, room, caller.key)

    def _view(self, code: str, room: Room, key: str) -> RoomView:
        here = self.live.present(code)
        return room_view(code, room, key, here, lambda n: self.rooms.game_id(code, room, n))


def _on_the_wall(room: Room) -> list[Number]:
    """The boards that a wall shows, in an order in which they keep their places."""
    shown = {*room.open_pairings[-_MOST_BOARDS:], *room.round_pairings}
    ended = [n for n, each in enumerate(room.pairings) if each.result is not None]
    if len(shown) < _LATELY:
        shown.update(ended[len(shown) - _LATELY :])
    return sorted(n for n in shown if room.pairings[n].result != "void")


def _choices(given: RoomChoices) -> Choices:
    clock = given.clock
    return Choices(
        str(Rules.parse(given.board)),
        given.way,
        None if clock is None else Clock(clock.per, clock.seconds),
    )
