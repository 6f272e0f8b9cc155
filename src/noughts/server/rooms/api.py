"""The API of rooms."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator
from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from noughts.server.games.api import EVENTS, LINES, as_events, frames
from noughts.server.games.service import GamesDep
from noughts.server.games.views import Audience
from noughts.server.http.api import describe, post_command, post_problems, problems
from noughts.server.http.identity import ContextDep
from noughts.server.http.limits import GAMES, QUESTIONS, LimitsDep
from noughts.server.rooms import views
from noughts.server.rooms.service import RoomsDep
from noughts.server.rooms.types import ROOM_ACTIONS, Join, Open, RoomAction
from noughts.server.rooms.views import RoomChange, RoomView, WallBoard

RoomCode = Annotated[str, PathParameter(max_length=24, description="The code of a room.")]
_CSV = "text/csv"


def _download(path: str, what: str, media_type: str = LINES, contents: type = str) -> get:
    """A handler by which the owner downloads something of a room."""
    found = ResponseSpec(contents, media_type=media_type, description=what)
    responses = {200: found, **problems(403, 404, 429, 503)}
    return get(f"/{{code:str}}/{path}", responses=responses, opt=QUESTIONS)


def _named(name: str) -> dict[str, str]:
    """The header of a file to download."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}


class RoomsApi(Controller):
    """Rooms: a code instead of accounts, and games between all who have joined."""

    path = "/rooms"
    tags = ("Rooms",)

    @post(responses=post_problems(429, 503), opt=GAMES)
    async def open(
        self, data: JSONBody[Open], room_service: RoomsDep, context: ContextDep
    ) -> Response[RoomView]:
        """Open a room, and own it."""
        context = context.identified()
        code = await room_service.open(data, context.key)
        view = room_service.view(*await room_service.enter(code, context), context.key)
        return Response(view, status_code=201, cookies=context.cookies)

    @get("/{code:str}", responses=problems(404, 429, 503))
    async def show(self, code: RoomCode, room_service: RoomsDep, context: ContextDep) -> RoomView:
        """A room as it is now."""
        return room_service.view(*await room_service.enter(code, context), context.key)

    @get("/{code:str}/boards", responses=problems(404, 429, 503))
    async def boards(
        self, code: RoomCode, room_service: RoomsDep, context: ContextDep
    ) -> list[WallBoard]:
        """The boards in play, and the last ones that ended."""
        return await room_service.wall(*await room_service.enter(code, context))

    @post_command("/{code:str}/join", responses=post_problems(404, 422, 429, 503))
    async def join(
        self, code: RoomCode, data: JSONBody[Join], room_service: RoomsDep, context: ContextDep
    ) -> Response[RoomView]:
        """Join a room, under a random name or your own."""
        context = context.identified()
        view = room_service.view(*await room_service.execute(code, context, data), context.key)
        return Response(view, status_code=200, cookies=context.cookies)

    @_download("table", "A line a player, best first.", _CSV)
    async def table(
        self, code: RoomCode, room_service: RoomsDep, context: ContextDep
    ) -> Response[str]:
        """The table for a spreadsheet; for the owner."""
        found, room = await room_service.enter_own(code, context)
        headers = _named(f"room-{found}-table.csv")
        return Response(views.table_sheet(room), media_type=_CSV, headers=headers)

    @_download("results", "A line a game.", _CSV)
    async def results(
        self, code: RoomCode, room_service: RoomsDep, context: ContextDep
    ) -> Response[str]:
        """All finished games for a spreadsheet; for the owner."""
        found, room = await room_service.enter_own(code, context)
        headers = _named(f"room-{found}-results.csv")
        return Response(views.results_sheet(room), media_type=_CSV, headers=headers)

    @_download("records", "A record a line.")
    async def records(self, code: RoomCode, room_service: RoomsDep, context: ContextDep) -> Stream:
        """The records of all finished games; for the owner."""
        found, room = await room_service.enter_own(code, context)
        lines = room_service.records(found, room)
        return Stream(lines, media_type=LINES, headers=_named(f"room-{found}.jsonl"))

    @_download("reviews", "A game a line.", contents=views.ReviewedRecord)
    async def reviews(
        self, code: RoomCode, room_service: RoomsDep, game_service: GamesDep, context: ContextDep
    ) -> Stream:
        """The records of all finished games, each with its review; for the owner."""
        found, room = await room_service.enter_own(code, context)
        lines = room_service.reviews(game_service.pool, found, room)
        first = await anext(lines, "")  # what raises before the first line raises here
        headers = _named(f"room-{found}-reviews.jsonl")
        return Stream(_from(first, lines), media_type=LINES, headers=headers)

    @get(
        "/{code:str}/live-events",
        responses={
            200: ResponseSpec(RoomChange, media_type=EVENTS, description="An event a change."),
            **problems(404, 429, 503),
        },
    )
    async def events(
        self,
        code: RoomCode,
        room_service: RoomsDep,
        context: ContextDep,
        limits: LimitsDep,
        boards: Annotated[
            bool, QueryParameter(description="Also report every move on the boards.")
        ] = False,
    ) -> Stream:
        """Server-sent events that something has changed, and heartbeats in between."""
        found, _ = await room_service.enter(code, context)
        limits.check_connections(context.address)
        changes = frames(
            limits,
            context.address,
            Audience(context.key),
            lambda subscriber: room_service.live.join(found, subscriber, boards=boards),
        )
        return Stream(as_events(changes), media_type=EVENTS)


async def _from(first: str, rest: AsyncIterator[str]) -> AsyncIterator[str]:
    yield first
    async for line in rest:
        yield line


def _action_handler(name: str, command: type[RoomAction]) -> HTTPRouteHandler:
    async def handle(
        code: RoomCode, data: Any, room_service: RoomsDep, context: ContextDep
    ) -> RoomView:
        found, room = await room_service.execute(code, context, data)
        return room_service.view(found, room, context.key, answers=data)

    describe(handle, name.replace("-", "_"), inspect.getdoc(command) or "", command)
    return post_command(
        f"/rooms/{{code:str}}/{name}",
        responses=post_problems(404, 422, 429, 503),
        tags=RoomsApi.tags,
    )(handle)


room_actions = [
    _action_handler(name, command) for name, command in ROOM_ACTIONS.items() if command is not Join
]
