"""The service for rooms, used by the API and the pages alike."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random, SystemRandom
from time import monotonic

import structlog
from litestar.di import NamedDependency

from noughts.language import gettext as _
from noughts.server.games.repository import Games, UnknownGame
from noughts.server.http.limits import AddressBuckets, RateLimited
from noughts.server.log.ids import read_code
from noughts.server.log.store import DamagedLog
from noughts.server.rooms.channel import RoomChannels
from noughts.server.rooms.decide import ShownOut, check_not_removed
from noughts.server.rooms.repository import Rooms, UnknownRoom
from noughts.server.rooms.types import Join, Number, Open, Remove, Room, RoomAction
from noughts.server.rooms.views import RoomView, WallBoard, room_game, room_view, wall_board

_JOINS_PER_MINUTE = 60  # to a room from one address: a school has one, and a class comes in at once
_MOST_REMEMBERED = 20_000  # members' addresses; those of the longest ago are forgotten first

_Member = tuple[str, str]  # the code of a room, and a key


def _too_many() -> str:
    return _("Too many players have joined from your address – wait a little")


class RoomDoors:
    """Limits how many people join a room from an address, and keeps out whom the owner removed.

    A fresh cookie makes a fresh person: only the address tells that it is a removed one. Where the
    owner or another member has the same address it tells nothing, since a class may share one.
    The addresses of members are in memory only; that of a removed one is stored, as a hash.
    """

    def __init__(self) -> None:
        self._joins = AddressBuckets(_JOINS_PER_MINUTE, _too_many)
        self._addresses: OrderedDict[_Member, str] = OrderedDict()

    def enter(self, code: str, room: Room, key: str, address: str) -> None:
        """Let somebody see a room, or raise ShownOut."""
        check_not_removed(room, key)
        if key == room.owner or room.number_of(key) is not None:
            self._remember(code, key, address)
        elif self._is_barred(code, room, address):
            raise ShownOut(_("The host has removed somebody at your address"))

    def join(self, code: str, room: Room, key: str, address: str) -> None:
        """Let somebody join, or raise RateLimited; members may always come back."""
        if room.number_of(key) is None and key != room.owner:
            self._joins.take(f"{address} {code}")
        self._remember(code, key, address)

    def bars(self, code: str, room: Room, member: Number) -> str:
        """The hash of a member's address, which bars it; empty if others have it, or unknown."""
        if not 0 <= member < len(room.members):
            return ""
        key = room.members[member].key
        address = self._addresses.get((code, key))
        if address is None or self._has_others(code, room, key, address):
            return ""
        return _hash(room, address)

    def _is_barred(self, code: str, room: Room, address: str) -> bool:
        bars = {member.bars for member in room.members if member.is_removed} - {""}
        return (
            bool(bars)
            and _hash(room, address) in bars
            and not self._has_others(code, room, "", address)
        )

    def _has_others(self, code: str, room: Room, key: str, address: str) -> bool:
        """Whether the owner or a member, other than the one with a key, is at an address."""
        others = (member.key for member in room.members if not member.is_removed)
        return any(
            self._addresses.get((code, each)) == address
            for each in (room.owner, *others)
            if each != key
        )

    def _remember(self, code: str, key: str, address: str) -> None:
        """Note from where a member or the owner comes."""
        self._addresses[code, key] = address
        self._addresses.move_to_end((code, key))
        if len(self._addresses) > _MOST_REMEMBERED:
            self._addresses.popitem(last=False)


def _hash(room: Room, address: str) -> str:
    """An address as the log has it: no longer to be read, but all there are can be tried out."""
    return sha256(f"{room.secret} {address}".encode()).hexdigest()[:32]


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

    async def open(self, command: Open, key: str) -> str:
        """Open a room and return its code; raises InvalidRules."""
        return await self.rooms.open(key, command.choices(), command.command)

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
        self, text: str, key: str, address: str, command: RoomAction
    ) -> tuple[str, Room]:
        """Execute a visitor's command; returns the room's code, and the room after it.

        Raises UnknownRoom, RateLimited, Refused and IllegalAction.
        """
        code, room = await self.enter(text, key, address)
        bars = ""
        if isinstance(command, Join):
            self.doors.join(code, room, key, address)
        elif isinstance(command, Remove):
            bars = self.doors.bars(code, room, command.member)
        draw = self.rng.getrandbits(32)
        return code, await self.rooms.execute(code, key, command, draw=draw, bars=bars)

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


RoomsDep = NamedDependency[RoomService]
