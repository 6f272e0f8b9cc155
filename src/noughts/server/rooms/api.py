"""The API of rooms."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, QueryParameter
from litestar.response import Stream

from noughts.server.games.api import LINES
from noughts.server.http.api import PoolDep, describe, post_command, post_problems, problems
from noughts.server.http.identity import ContextDep
from noughts.server.http.limits import GAMES, QUESTIONS, LimitsDep
from noughts.server.live.streams import frames
from noughts.server.log.errors import Refused
from noughts.server.rooms import views
from noughts.server.rooms.channel import RoomAudience
from noughts.server.rooms.commands import ROOM_ACTIONS, Open, RoomAction
from noughts.server.rooms.service import RoomsDep, RoomVisit, RoomVisitDep
from noughts.server.rooms.views import RoomChange, RoomView, WallBoard
from noughts.wording.language import gettext as _

_CSV = "text/csv"
_EVENTS = "text/event-stream"
_RETRY = "retry: 1000\n\n"  # milliseconds before a page reconnects


def _download(path: str, description: str, media_type: str = LINES, contents: type = str) -> get:
    """Return a handler by which the owner downloads something of a room."""
    download = ResponseSpec(contents, media_type=media_type, description=description)
    return get(
        f"/{{code:str}}/{path}",
        media_type=media_type,
        responses={200: download, **problems(403, 404, 429, 503)},
        opt=QUESTIONS,
    )


def _file(visit: RoomVisit, ending: str) -> dict[str, str]:
    """Return the header of a file to download; raises Refused for all but the owner."""
    if not visit.room.is_host(visit.key):
        raise Refused(_("Only the host can download the games"))
    return {"Content-Disposition": f'attachment; filename="room-{visit.code}{ending}"'}


class RoomsApi(Controller):
    """Rooms: a code instead of accounts, and games between all who have joined."""

    path = "/rooms"
    tags = ("Rooms",)

    @post(responses=post_problems(429, 503), opt=GAMES)
    async def open(
        self, data: JSONBody[Open], room_service: RoomsDep, context: ContextDep
    ) -> Response[RoomView]:
        """Open a room, and own it."""
        visit = await room_service.open(data, context.identified())
        return Response(visit.view(), status_code=201, cookies=visit.context.cookies)

    @get("/{code:str}", responses=problems(404, 429, 503))
    async def show(self, room_visit: RoomVisitDep) -> RoomView:
        """A room as it is now."""
        return room_visit.view()

    @get("/{code:str}/boards", responses=problems(404, 429, 503))
    async def boards(self, room_visit: RoomVisitDep) -> list[WallBoard]:
        """The boards in play, and the last ones that ended."""
        return await room_visit.wall()

    @_download("table", "A line a player, best first.", _CSV)
    async def table(self, room_visit: RoomVisitDep) -> Response[str]:
        """The table for a spreadsheet; for the owner."""
        headers = _file(room_visit, "-table.csv")
        return Response(views.table_sheet(room_visit.room), headers=headers)

    @_download("results", "A line a game.", _CSV)
    async def results(self, room_visit: RoomVisitDep) -> Response[str]:
        """All finished games for a spreadsheet; for the owner."""
        headers = _file(room_visit, "-results.csv")
        return Response(views.results_sheet(room_visit.room), headers=headers)

    @_download("records", "A record a line.")
    async def records(self, room_visit: RoomVisitDep) -> Stream:
        """The records of all finished games; for the owner."""
        return Stream(room_visit.records(), headers=_file(room_visit, ".jsonl"))

    @_download("reviews", "A game a line.", contents=views.ReviewedRecord)
    async def reviews(self, room_visit: RoomVisitDep, pool: PoolDep) -> Stream:
        """The records of all finished games, each with its review; for the owner."""
        headers = _file(room_visit, "-reviews.jsonl")
        lines = room_visit.reviews(pool)
        first = await anext(lines, "")  # what raises before the first line raises here
        return Stream(_from(first, lines), headers=headers)

    @get(
        "/{code:str}/live-events",
        responses={
            200: ResponseSpec(RoomChange, media_type=_EVENTS, description="An event a change."),
            **problems(404, 429, 503),
        },
    )
    async def events(
        self,
        room_visit: RoomVisitDep,
        limits: LimitsDep,
        boards: Annotated[
            bool, QueryParameter(description="Also report every move on the boards.")
        ] = False,
    ) -> Stream:
        """Server-sent events that something has changed, and heartbeats in between."""
        address, live = room_visit.context.address, room_visit.service.live
        limits.check_connections(address)
        changes = frames(
            limits,
            address,
            RoomAudience(room_visit.key, boards=boards),
            lambda subscriber: live.join(room_visit.code, subscriber),
        )
        events = (f"data: {frame}\n\n" async for frame in changes)
        return Stream(_from(_RETRY, events), media_type=_EVENTS)


async def _from(first: str, rest: AsyncIterator[str]) -> AsyncIterator[str]:
    yield first
    async for line in rest:
        yield line


def _action_handler(name: str, command: type[RoomAction]) -> HTTPRouteHandler:
    async def handle(data: Any, room_visit: RoomVisitDep) -> Response[RoomView]:
        visit = await room_visit.identified().execute(data)
        return Response(visit.view(), status_code=200, cookies=visit.context.cookies)

    describe(handle, command)
    return post_command(
        f"/rooms/{{code:str}}/{name}",
        responses=post_problems(404, 422, 429, 503),
        tags=RoomsApi.tags,
    )(handle)


room_actions = [_action_handler(name, command) for name, command in ROOM_ACTIONS.items()]
