"""The service for rooms, used by the API and the pages alike."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random, SystemRandom
from time import monotonic

import structlog
from msgspec.structs import replace

from noughts.language import gettext as _
from noughts.online.rooms.codes import read_code
from noughts.online.rooms.commands import Join, Remove, RoomCommand
from noughts.online.rooms.state import Number, Room
from noughts.web.aggregates.games import Games
from noughts.web.aggregates.kinds import UnknownGame, UnknownRoom
from noughts.web.aggregates.rooms import Rooms
from noughts.web.live.room_channel import RoomChannels
from noughts.web.services.room_actions import Joining, RoomChoices
from noughts.web.services.room_doors import RoomDoors
from noughts.web.storage.store import DamagedLog
from noughts.web.token_bucket import AddressBuckets, RateLimited
from noughts.web.views.room_schemas import RoomView, WallBoard
from noughts.web.views.rooms import room_game, room_view, wall_board

_REFUSAL_SECONDS = 0.5  # until a code is refused for which too many wrong ones were tried
_MAX_BOARDS = 100  # on a wall
_MIN_BOARDS = 10  # on a wall, filled up with games that have ended

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class RoomService:
    """Opens, shows and changes rooms for visitors, who are known by their keys and addresses."""

    rooms: Rooms
    live: RoomChannels
    games: Games
    wrong_codes: AddressBuckets
    doors: RoomDoors = field(default_factory=RoomDoors)
    rng: Random = field(default_factory=SystemRandom)
    reviewing: set[str] = field(default_factory=set)  # codes of rooms whose reviews are being made

    async def open(self, choices: RoomChoices, key: str) -> str:
        """Open a room and return its code; raises InvalidRules."""
        return await self.rooms.open(key, choices.choices(), choices.command)

    async def enter(self, text: str, key: str, address: str) -> tuple[str, Room]:
        """The room with a code, in any spelling; raises UnknownRoom, RateLimited and ShownOut.

        An address that has tried too many wrong codes gets only into rooms that the visitor owns
        or has joined.
        """
        started = monotonic()
        try:
            return await self._enter(read_code(text), key, address)
        except RateLimited:
            # A right code is answered as late as a wrong one, which is found out sooner.
            await asyncio.sleep(_REFUSAL_SECONDS - (monotonic() - started))
            raise

    async def _enter(self, code: str | None, key: str, address: str) -> tuple[str, Room]:
        try:
            if code is None:
                raise UnknownRoom
            room = await self.rooms.find(code)
        except UnknownRoom:
            self.wrong_codes.take(address)
            raise
        if key != room.owner and room.number_of(key) is None:
            self.wrong_codes.check(address)
        self.doors.enter(code, room, key, address)
        return code, room

    async def execute(
        self,
        text: str,
        key: str,
        address: str,
        command: RoomCommand,
        command_id: str | None = None,
    ) -> tuple[str, Room]:
        """Execute a visitor's command; returns the room's code, and the room after it.

        Raises UnknownRoom, RateLimited, Refused and IllegalAction.
        """
        code, room = await self.enter(text, key, address)
        if isinstance(command, Join):
            self.doors.join(code, room, key, address)
        elif isinstance(command, Remove):
            command = replace(command, bars=self.doors.bars(code, room, command.member))
        return code, await self.rooms.execute(code, command, command_id)

    def join_command(self, key: str, request: Joining) -> RoomCommand:
        """The command to join a room, under a random name or one's own."""
        return Join(key, self.rng.getrandbits(32), request.name, request.partner)

    def view(self, code: str, room: Room, key: str) -> RoomView:
        """A room as the holder of a key sees it."""
        here = self.live.present(code)
        now = self.rooms.log.now()
        return room_view(code, room, key, here, lambda n: self.rooms.game_id(code, room, n), now)

    async def wall(self, code: str, room: Room) -> list[WallBoard]:
        """The boards of a room: those in play, of the current round, and the last that ended."""
        boards, numbers = [], _on_the_wall(room)
        await self.games.compare(self.rooms.game_id(code, room, n) for n in numbers)  # in one query
        for number in numbers:
            game = room_game(room, number, lambda n: self.rooms.game_id(code, room, n))
            try:
                shared = await self.games.find_round(game.id, 1)
            except UnknownGame:  # a game may be deleted before its room
                continue
            except DamagedLog as error:  # the others are there all the same
                log.warning("left off a wall", game=game.id, reason=str(error))
                continue
            boards.append(wall_board(game, shared, self.games.log.now()))
        return boards


def wrong_code_limit(per_minute: int) -> AddressBuckets:
    """The limit of wrong codes per address."""
    return AddressBuckets(per_minute, lambda: _("Too many wrong codes – wait a little"))


def _on_the_wall(room: Room) -> list[Number]:
    """The games on the wall, by number, so that each board keeps its place."""
    current = () if room.choices.way == "arena" else room.round_pairings
    shown = {*room.open_pairings[-_MAX_BOARDS:], *current}
    ended = [n for n, each in enumerate(room.pairings) if each.result is not None]
    if len(shown) < _MIN_BOARDS:
        shown.update(ended[len(shown) - _MIN_BOARDS :])
    return sorted(n for n in shown if room.pairings[n].result != "void")
