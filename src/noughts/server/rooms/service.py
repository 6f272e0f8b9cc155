"""The service for rooms, used by the API and the pages alike."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from hmac import compare_digest
from time import monotonic
from typing import Annotated

import msgspec
from litestar.di import NamedDependency
from litestar.params import PathParameter
from msgspec import structs

from noughts.core import Mark
from noughts.core.errors import NoughtsError
from noughts.core.record import Record
from noughts.server.games.repository import readable
from noughts.server.http.identity import ContextDep, RequestContext
from noughts.server.http.limits import RateLimited
from noughts.server.ids import long_code, read_code
from noughts.server.rooms import commands, views
from noughts.server.rooms.channel import RoomChannels
from noughts.server.rooms.doors import RoomDoors
from noughts.server.rooms.repository import Rooms, UnknownRoom
from noughts.server.rooms.types import Number, Result, Room, Way
from noughts.server.worker_pool import Overloaded, WorkerPool
from noughts.views.review import review_game
from noughts.wording.grammar import worded
from noughts.wording.language import gettext as _

RoomCode = Annotated[
    str, PathParameter(max_length=24, description="The code of a room, or its long code.")
]

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

    async def open(self, command: commands.Open, context: RequestContext) -> RoomVisit:
        """Open a room for a visitor with a key; raises InvalidRules."""
        code = await self.rooms.open(context.key, command.choices(), command.command)
        return await self.enter(code, context)

    async def enter(self, code: RoomCode, context: ContextDep) -> RoomVisit:
        """Return a visit to the room with a code, in any spelling, that a visitor may see.

        Raises UnknownRoom, RateLimited and ShownOut.
        """
        started = monotonic()
        try:
            visit = await self._find(*read_code(code), context)
        except RateLimited:
            # A right code is answered as late as a wrong one, which is found out sooner.
            await asyncio.sleep(_REFUSAL_SECONDS - (monotonic() - started))
            raise
        self.doors.check(visit.code, visit.room, context.key, context.address)
        return visit

    async def _find(self, code: str, proof: str, context: RequestContext) -> RoomVisit:
        """Find a room, and count the codes that are wrong; raises what `enter` does."""
        try:
            room = await self.rooms.find(code)
            if proof and not compare_digest(proof, room.proof):
                raise UnknownRoom
        except UnknownRoom:
            self.doors.wrong_codes.count(context.address)
            raise
        if room.knows(context.key):
            return RoomVisit(self, context, code, room)
        if not proof:
            self.doors.check_code(code, room, context.address)
        return RoomVisit(self, context, code, room, proof)


@dataclass(frozen=True, slots=True)
class RoomVisit:
    """A request about a room that the visitor may see, and the room as it is then."""

    service: RoomService
    context: RequestContext
    code: str
    room: Room
    proof: str = ""  # if a stranger came by the long code, so that their next requests have it too
    host_token: str = ""  # of another host, invited by them; shown in the answer alone

    @property
    def entered(self) -> str:
        """The code that leads this visitor to the room."""
        return long_code(self.code, self.proof)

    @property
    def long_code(self) -> str:
        """The code in the QR code, which lets in everyone who may come in."""
        return long_code(self.code, self.room.proof)

    @property
    def key(self) -> str:
        """The visitor's key; empty for one without a secret."""
        return self.context.key

    def identified(self) -> RoomVisit:
        """Return a visit with a key, with a new secret for a visitor without one."""
        return replace(self, context=self.context.identified())

    async def again(self) -> RoomVisit:
        """Return a visit with the room as it is now; raises what `enter` raises."""
        return await self.service.enter(self.entered, self.context)

    async def execute(self, command: commands.RoomAction) -> RoomVisit:
        """Execute the visitor's command, and return the visit with the room after it.

        Raises RateLimited, Refused and IllegalAction.
        """
        doors, code, bars = self.service.doors, self.code, ""
        if isinstance(command, commands.Join):
            doors.join(code, self.room, self.key, self.context.address)
        elif isinstance(command, commands.Remove):
            bars = doors.bars(code, self.room, command.member)
        today = doors.games_today(self.context.address)
        if isinstance(command, commands.BEGINNING):
            today.take(0)
        room = await self.service.rooms.execute(code, self.key, command, bars)
        today.spend(len(room.pairings) - len(self.room.pairings))  # of others at the same time, too
        token = room.host_token if isinstance(command, commands.InviteHost) else ""
        return replace(self, room=room, proof="", host_token=token)

    def view(self) -> views.RoomView:
        """Return the room as the visitor sees it."""
        here, now = self.service.live.present(self.code), self.service.rooms.log.now()
        view = views.room_view(self.code, self.room, self.key, here, now, self.host_token)
        return structs.replace(view, code=self.entered)

    async def wall(self) -> list[views.WallBoard]:
        """Return the boards of a room: in play, of the current round, and the last that ended.

        Sorted by number, so that each board keeps its place.
        """
        room, games = self.room, self.service.rooms.games
        current = () if room.choices.way is Way.ARENA else room.round_pairings
        shown = {*room.open_pairings[-_MAX_BOARDS:], *current}
        ended = [n for n, pairing in enumerate(room.pairings) if pairing.result is not None]
        if len(shown) < _MIN_BOARDS:
            shown.update(ended[len(shown) - _MIN_BOARDS :])
        numbers = sorted(n for n in shown if room.pairings[n].result is not Result.VOID)
        chosen = [views.room_game(self.code, room, number) for number in numbers]
        await games.compare(game.id for game in chosen)  # in one query
        boards = []
        for game in chosen:
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
                    review = await pool.run_coach(review_game, record.game, pool.limit)
                except NoughtsError as error:
                    reason = worded(error)
                written, at = msgspec.json.decode(str(record)), self.room.pairings[number].round
                line = views.ReviewedRecord(number, at, written, review, reason)
                yield f"{msgspec.json.encode(line).decode()}\n"
        finally:
            reviewing.discard(self.code)

    async def _ended(self) -> AsyncIterator[tuple[Number, Record]]:
        """Yield each game as it first ended, whatever was taken back or played after that."""
        for number, pairing in enumerate(self.room.pairings):
            if not pairing.has_result:
                continue
            game = self.room.game_id(self.code, number)
            shared = await readable(game, self.service.rooms.games.find_first_end(game))
            if shared is not None and shared.ended is not None:
                players = dict(zip(Mark, map(self.room.name, pairing.members), strict=True))
                yield number, Record(shared.game, players, shared.began, shared.ended)


RoomsDep = NamedDependency[RoomService]
RoomVisitDep = NamedDependency[RoomVisit]
