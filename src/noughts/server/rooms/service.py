"""The service for rooms, used by the API and the pages alike."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from time import monotonic
from typing import Annotated

import msgspec
from litestar.di import NamedDependency
from litestar.params import PathParameter

from noughts.core import Mark
from noughts.core.errors import NoughtsError
from noughts.core.record import Record
from noughts.server.games.repository import readable
from noughts.server.http.identity import ContextDep, RequestContext
from noughts.server.http.limits import RateLimited, buckets_by_address
from noughts.server.learn import analysis as coaching
from noughts.server.log.ids import read_code
from noughts.server.rooms import types, views
from noughts.server.rooms.channel import RoomChannels
from noughts.server.rooms.decide import ShownOut
from noughts.server.rooms.repository import Rooms, UnknownRoom
from noughts.server.rooms.types import Number, Room
from noughts.server.worker_pool import Overloaded, WorkerPool
from noughts.wording.grammar import worded
from noughts.wording.language import gettext as _

RoomCode = Annotated[str, PathParameter(max_length=24, description="The code of a room.")]

_JOINS_PER_MINUTE = 60  # to a room from one address: a school has one, and a class comes in at once
_MOST_REMEMBERED = 20_000  # members' addresses; those of the longest ago are forgotten first


class RoomDoors:
    """Limits wrong codes and joins from an address, and keeps out those whom the owner removed.

    A fresh cookie makes a fresh person: only the address tells that it is a removed one. Where the
    owner or another member has the same address it tells nothing, since a class may share one.
    The addresses of members are in memory only; that of a removed one is stored, as a hash.
    """

    def __init__(self, codes_per_hour: int) -> None:
        self.wrong_codes = buckets_by_address(
            codes_per_hour, lambda: _("Too many wrong codes – wait a little"), minutes=60
        )
        self._joins = buckets_by_address(
            _JOINS_PER_MINUTE,
            lambda: _("Too many players have joined from your address – wait a little"),
        )
        self._addresses: OrderedDict[tuple[str, str], str] = OrderedDict()  # by room's code and key

    def check(self, code: str, room: Room, key: str, address: str) -> None:
        """Raise ShownOut for a person who may not see a room; note from where members come."""
        if key in room.removed:
            raise ShownOut
        if room.knows(key):
            self.remember(code, key, address)
            return
        bars = {member.bars for member in room.members if member.is_removed}
        if _hash(room, address) in bars and not self._has_others(code, room, "", address):
            raise ShownOut(_("The host has removed a player at your address"))

    def join(self, code: str, room: Room, key: str, address: str) -> None:
        """Let a person join, or raise RateLimited; members may always come back."""
        if not room.knows(key):
            self._joins(f"{address} {code}").take()
        self.remember(code, key, address)

    def bars(self, code: str, room: Room, member: Number) -> str:
        """Return the hash of a member's address, which bars it; empty if shared or unknown."""
        if not 0 <= member < len(room.members):
            return ""
        key = room.members[member].key
        address = self._addresses.get((code, key))
        if address is None or self._has_others(code, room, key, address):
            return ""
        return _hash(room, address)

    def _has_others(self, code: str, room: Room, key: str, address: str) -> bool:
        """True if the owner or a member, other than the one with a key, is at an address."""
        others = {
            room.owner,
            *room.hosts,
            *(each.key for each in room.members if not each.is_removed),
        } - {key}
        return any(self._addresses.get((code, each)) == address for each in others)

    def remember(self, code: str, key: str, address: str) -> None:
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


@dataclass(frozen=True, slots=True)
class RoomService:
    """Opens and finds rooms for visitors, who are known by their keys and addresses."""

    rooms: Rooms
    live: RoomChannels
    doors: RoomDoors
    reviewing: set[str] = field(default_factory=set)  # codes of rooms whose reviews are being made

    async def open(self, command: types.Open, context: RequestContext) -> RoomVisit:
        """Open a room for a visitor with a key; raises InvalidRules."""
        code = await self.rooms.open(context.key, command.choices(), command.command)
        return await self.enter(code, context)

    async def enter(self, code: RoomCode, context: ContextDep) -> RoomVisit:
        """Return a visit to the room with a code, in any spelling, that a visitor may see.

        Raises UnknownRoom, RateLimited and ShownOut.
        """
        started = monotonic()
        try:
            visit = await self._find(read_code(code) or "", context)
        except RateLimited:
            # A right code is answered as late as a wrong one, which is found out sooner.
            await asyncio.sleep(_REFUSAL_SECONDS - (monotonic() - started))
            raise
        self.doors.check(visit.code, visit.room, context.key, context.address)
        return visit

    async def _find(self, code: str, context: RequestContext) -> RoomVisit:
        """Find a room, and count the codes that are wrong.

        An address that has tried too many of them finds only rooms that the visitor owns or has
        joined.
        """
        try:
            room = await self.rooms.find(code)
        except UnknownRoom:
            self.doors.wrong_codes(context.address).take()
            raise
        if not room.knows(context.key):
            self.doors.wrong_codes(context.address).take(0)
        return RoomVisit(self, context, code, room)


@dataclass(frozen=True, slots=True)
class RoomVisit:
    """A request about a room that the visitor may see, and the room as it is then."""

    service: RoomService
    context: RequestContext
    code: str
    room: Room
    host_token: str = ""  # of another host, whom they invited; shown in the answer alone

    @property
    def key(self) -> str:
        """The visitor's key; empty for one without a secret."""
        return self.context.key

    def identified(self) -> RoomVisit:
        """Return a visit with a key, with a new secret for a visitor without one."""
        return replace(self, context=self.context.identified())

    async def again(self) -> RoomVisit:
        """Return a visit with the room as it is now; raises what `enter` raises."""
        return await self.service.enter(self.code, self.context)

    async def execute(self, command: types.RoomAction) -> RoomVisit:
        """Execute the visitor's command, and return the visit with the room after it.

        Raises RateLimited, Refused and IllegalAction.
        """
        doors, code, bars = self.service.doors, self.code, ""
        if isinstance(command, types.Join):
            doors.join(code, self.room, self.key, self.context.address)
        elif isinstance(command, types.Remove):
            bars = doors.bars(code, self.room, command.member)
        room = await self.service.rooms.execute(code, self.key, command, bars)
        token = room.host_token if isinstance(command, types.InviteHost) else ""
        return replace(self, room=room, host_token=token)

    def view(self) -> views.RoomView:
        """The room as the visitor sees it."""
        here, now = self.service.live.present(self.code), self.service.rooms.log.now()
        return views.room_view(self.code, self.room, self.key, here, now, self.host_token)

    async def wall(self) -> list[views.WallBoard]:
        """Return the boards of a room: in play, of the current round, and the last that ended.

        Sorted by number, so that each board keeps its place.
        """
        room, games = self.room, self.service.rooms.games
        current = () if room.choices.way == "arena" else room.round_pairings
        shown = {*room.open_pairings[-_MAX_BOARDS:], *current}
        ended = [n for n, each in enumerate(room.pairings) if each.result is not None]
        if len(shown) < _MIN_BOARDS:
            shown.update(ended[len(shown) - _MIN_BOARDS :])
        numbers = sorted(n for n in shown if room.pairings[n].result != "void")
        found = [views.room_game(self.code, room, number) for number in numbers]
        await games.compare(game.id for game in found)  # in one query
        boards = []
        for game in found:
            shared = await readable(game.id, games.find_round(game.id, 1))
            if shared is not None:
                boards.append(views.wall_board(game, shared, games.log.now()))
        return boards

    async def records(self) -> AsyncIterator[str]:
        """Yield the record of every game that has ended, as `noughts replay` reads it."""
        async for _number, record in self._ended():
            yield f"{record}\n"

    async def reviews(self, pool: WorkerPool) -> AsyncIterator[str]:
        """Yield the records with reviews, each made after the one before has been sent.

        Raises Overloaded while this room's reviews are being made: they keep a worker busy.
        """
        reviewing = self.service.reviewing
        if self.code in reviewing:
            raise Overloaded(_("The reviews are already on their way – wait for them"))
        reviewing.add(self.code)
        try:
            async for number, record in self._ended():
                review, reason = None, ""
                try:
                    review = await pool.run_coach(coaching.review_game, record.game, pool.limit)
                except NoughtsError as error:
                    reason = worded(error)
                written, at = msgspec.json.decode(str(record)), self.room.pairings[number].round
                line = views.ReviewedRecord(number, at, written, review, reason)
                yield f"{msgspec.json.encode(line).decode()}\n"
        finally:
            reviewing.discard(self.code)

    async def _ended(self) -> AsyncIterator[tuple[Number, Record]]:
        """Each game as it first ended, whatever was taken back or played after that."""
        for number, pairing in enumerate(self.room.pairings):
            if pairing.result in (None, "void"):
                continue
            game = self.room.game_id(self.code, number)
            shared = await readable(game, self.service.rooms.games.find_first_end(game))
            if shared is not None and shared.ended is not None:
                players = dict(zip(Mark, map(self.room.name, pairing.members), strict=True))
                yield number, Record(shared.game, players, shared.began, shared.ended)


RoomsDep = NamedDependency[RoomService]
RoomVisitDep = NamedDependency[RoomVisit]
