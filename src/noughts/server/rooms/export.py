"""What a host takes home from a room: spreadsheets, and lines of JSON with or without reviews."""

from __future__ import annotations

import csv
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import replace
from io import StringIO
from typing import Any

import msgspec
import structlog
from msgspec import Struct

from noughts.core.errors import NoughtsError
from noughts.core.mark import Mark
from noughts.core.record import Record
from noughts.language import decimal_sign
from noughts.language import gettext as _
from noughts.server.games.evolve import first_end
from noughts.server.games.repository import UnknownGame
from noughts.server.learn import analysis as coaching
from noughts.server.learn.views import ReviewView
from noughts.server.log.errors import Refused
from noughts.server.log.repository import events_of
from noughts.server.log.store import DamagedLog
from noughts.server.rooms.service import RoomService
from noughts.server.rooms.tournaments import standings
from noughts.server.rooms.types import Number, Pairing, Room
from noughts.server.worker_pool import Overloaded, WorkerPool

_BYTE_ORDER_MARK = "\ufeff"  # without it Excel takes the text for Latin-1
_POINTS = {"x": (1.0, 0.0), "o": (0.0, 1.0), "draw": (0.5, 0.5)}


def table(room: Room) -> str:
    """The table, best first."""
    head = (
        _("Place"),
        _("Name"),
        _("Points"),
        _("Games"),
        _("Won"),
        _("Drawn"),
        _("Lost"),
        _("Byes"),
    )
    lines = (
        (
            each.place,
            room.members[each.member].name,
            each.points,
            each.played,
            each.won,
            each.drawn,
            each.lost,
            each.byes,
        )
        for each in standings(room)
    )
    return _written(head, lines)


def results(room: Room) -> str:
    """All finished games, each with the points of both."""
    head = (_("Game"), _("Round"), "X", "O", _("Points of X"), _("Points of O"))
    ended = ((n, each) for n, each in enumerate(room.pairings) if each.result in _POINTS)
    return _written(head, (_game(room, number, pairing) for number, pairing in ended))


def _game(room: Room, number: int, pairing: Pairing) -> Sequence[object]:
    x, o = (room.members[member].name for member in pairing.members)
    return number + 1, pairing.round or "", x, o, *_POINTS[pairing.result or ""]


def _written(head: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    written = StringIO()
    writer = csv.writer(written, delimiter=";" if decimal_sign() == "," else ",")
    writer.writerow(head)
    writer.writerows([_cell(each) for each in line] for line in lines)
    return _BYTE_ORDER_MARK + written.getvalue()


def _cell(value: object) -> object:
    return f"{value:g}".replace(".", decimal_sign()) if isinstance(value, float) else value


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
