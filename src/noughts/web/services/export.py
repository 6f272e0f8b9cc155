"""The games of a room as JSON lines to download, with or without the coach's review."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import msgspec
import structlog
from msgspec import Struct

from noughts.core.errors import NoughtsError
from noughts.core.mark import Mark
from noughts.core.record import Record
from noughts.language import gettext as _
from noughts.online.errors import Refused
from noughts.online.games.records import first_end
from noughts.online.rooms.state import Number, Room
from noughts.web.aggregates.aggregate import events_of
from noughts.web.aggregates.kinds import UnknownGame
from noughts.web.services import coaching
from noughts.web.services.rooms import RoomService
from noughts.web.storage.store import DamagedLog
from noughts.web.views.schemas import ReviewView
from noughts.web.worker_pool import Overloaded, WorkerPool

logger = structlog.get_logger()


class ReviewedRecord(Struct, frozen=True):
    """A game with its review, or the reason why there is none."""

    number: int
    round: int
    record: dict[str, Any]
    review: ReviewView | None
    reason: str = ""


def check_owner(room: Room, key: str) -> None:
    """Raise Refused unless a key is that of the room's owner."""
    if key != room.owner:
        raise Refused(_("Only the host can download the games"))


async def records(rooms: RoomService, code: str, room: Room) -> AsyncIterator[str]:
    """The record of every game that has ended, as `noughts replay` reads it."""
    async for _number, record in _ended(rooms, code, room):
        yield f"{record}\n"


async def reviews(
    rooms: RoomService, pool: WorkerPool, code: str, room: Room
) -> AsyncIterator[str]:
    """The same with reviews, each made after the one before has been sent.

    Raises Overloaded while this room's reviews are being made: they keep a worker busy.
    """
    if code in rooms.reviewing:
        raise Overloaded(_("The reviews are already on their way – wait for them"))
    rooms.reviewing.add(code)
    try:
        async for number, record in _ended(rooms, code, room):
            line = await _reviewed(pool, room, number, record)
            yield f"{msgspec.json.encode(line).decode()}\n"
    finally:
        rooms.reviewing.discard(code)


async def _reviewed(pool: WorkerPool, room: Room, number: Number, record: Record) -> ReviewedRecord:
    review, reason = None, ""
    try:
        review = await pool.run_coach(coaching.review_game, record.game, pool.limit)
    except NoughtsError as error:
        reason = str(error)
    written = msgspec.json.decode(str(record))
    return ReviewedRecord(number, room.pairings[number].round, written, review, reason)


async def _ended(rooms: RoomService, code: str, room: Room) -> AsyncIterator[tuple[Number, Record]]:
    """Each game as it first ended, whatever was taken back or played after that."""
    for number, pairing in enumerate(room.pairings):
        if pairing.result in (None, "void"):
            continue
        try:
            id_ = rooms.rooms.game_id(code, room, number)
            _, log, _ = await rooms.games.find_with_log(id_)
        except UnknownGame:  # a game may be deleted before its room
            continue
        except DamagedLog as error:  # the others are there all the same
            logger.warning("left out of a download", reason=str(error))
            continue
        record = first_end(events_of(log))
        if record is not None:
            yield number, replace(record, players=_players(room, number))


def _players(room: Room, number: Number) -> dict[Mark, str]:
    pairing = room.pairings[number]
    return {Mark.X: room.members[pairing.x].name, Mark.O: room.members[pairing.o].name}
