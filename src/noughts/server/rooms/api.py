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
from noughts.server.games.frames import Audience
from noughts.server.games.service import GamesDep
from noughts.server.http.api import describe, post_command, post_problems, problems
from noughts.server.http.identity import ContextDep, RequestContext
from noughts.server.http.limits import GAMES, QUESTIONS, ConnectionsDep
from noughts.server.rooms import export
from noughts.server.rooms import export as spreadsheets
from noughts.server.rooms.service import RoomsDep, RoomService
from noughts.server.rooms.types import ROOM_ACTIONS, Join, Open, Room, RoomAction
from noughts.server.rooms.views import RoomChange, RoomView, WallBoard

RoomCode = Annotated[str, PathParameter(max_length=24, description="The code of a room.")]


_CSV = "text/csv"


def _download(
    description: str, media_type: str = LINES, contents: type = str
) -> dict[int, ResponseSpec]:
    """The answers to somebody who downloads something of a room."""
    found = ResponseSpec(contents, media_type=media_type, description=description)
    return {200: found, **problems(403, 404, 429, 503)}


async def _own_room(
    code: str, room_service: RoomService, context: RequestContext
) -> tuple[str, Room]:
    """The room with a code, for its owner alone; raises what `enter` raises, and Refused."""
    found, room = await room_service.enter(code, context.key, context.address)
    export.check_owner(room, context.key)
    return found, room


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
        _, room = await room_service.enter(code, context.key, context.address)
        view = room_service.view(code, room, context.key)
        return Response(view, status_code=201, cookies=context.cookies)

    @get("/{code:str}", responses=problems(404, 429, 503))
    async def show(self, code: RoomCode, room_service: RoomsDep, context: ContextDep) -> RoomView:
        """A room as it is now."""
        found, room = await room_service.enter(code, context.key, context.address)
        return room_service.view(found, room, context.key)

    @get("/{code:str}/boards", responses=problems(404, 429, 503))
    async def boards(
        self, code: RoomCode, room_service: RoomsDep, context: ContextDep
    ) -> list[WallBoard]:
        """The boards in play, and the last ones that ended."""
        return await room_service.wall(
            *await room_service.enter(code, context.key, context.address)
        )

    @post_command("/{code:str}/join", responses=post_problems(404, 422, 429, 503))
    async def join(
        self, code: RoomCode, data: JSONBody[Join], room_service: RoomsDep, context: ContextDep
    ) -> Response[RoomView]:
        """Join a room, under a random name or your own."""
        context = context.identified()
        found, room = await room_service.execute(code, context.key, context.address, data)
        view = room_service.view(found, room, context.key)
        return Response(view, status_code=200, cookies=context.cookies)

    @get(
        "/{code:str}/table",
        responses=_download("A line a player, best first.", _CSV),
        opt=QUESTIONS,
    )
    async def table(
        self, code: RoomCode, room_service: RoomsDep, context: ContextDep
    ) -> Response[str]:
        """The table for a spreadsheet; for the owner."""
        found, room = await _own_room(code, room_service, context)
        return _sheet(spreadsheets.table(room), f"room-{found}-table.csv")

    @get("/{code:str}/results", responses=_download("A line a game.", _CSV), opt=QUESTIONS)
    async def results(
        self, code: RoomCode, room_service: RoomsDep, context: ContextDep
    ) -> Response[str]:
        """All finished games for a spreadsheet; for the owner."""
        found, room = await _own_room(code, room_service, context)
        return _sheet(spreadsheets.results(room), f"room-{found}-results.csv")

    @get("/{code:str}/records", responses=_download("A record a line."), opt=QUESTIONS)
    async def records(self, code: RoomCode, room_service: RoomsDep, context: ContextDep) -> Stream:
        """The records of all finished games; for the owner."""
        found, room = await _own_room(code, room_service, context)
        return _file(export.records(room_service, found, room), f"room-{found}.jsonl")

    @get(
        "/{code:str}/reviews",
        responses=_download("A game a line.", contents=export.ReviewedRecord),
        opt=QUESTIONS,
    )
    async def reviews(
        self, code: RoomCode, room_service: RoomsDep, game_service: GamesDep, context: ContextDep
    ) -> Stream:
        """The records of all finished games, each with its review; for the owner."""
        found, room = await _own_room(code, room_service, context)
        lines = export.reviews(room_service, game_service.pool, found, room)
        return _file(await _begun(lines), f"room-{found}-reviews.jsonl")

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
        connections: ConnectionsDep,
        boards: Annotated[
            bool, QueryParameter(description="Also report every move on the boards.")
        ] = False,
    ) -> Stream:
        """Server-sent events that something has changed, and heartbeats in between."""
        found, _ = await room_service.enter(code, context.key, context.address)
        connections.check(context.address)
        audience = Audience(context.key, "states")
        changes = frames(
            connections.admit(context.address),
            audience,
            lambda subscriber: room_service.live.join(found, subscriber, boards=boards),
        )
        return Stream(as_events(changes), media_type=EVENTS)


def _action_handler(name: str, command: type[RoomAction]) -> HTTPRouteHandler:
    async def handle(
        code: RoomCode, data: Any, room_service: RoomsDep, context: ContextDep
    ) -> RoomView:
        found, room = await room_service.execute(code, context.key, context.address, data)
        return room_service.view(found, room, context.key)

    describe(handle, name.replace("-", "_"), inspect.getdoc(command) or "", command)
    return post_command(
        f"/rooms/{{code:str}}/{name}",
        responses=post_problems(404, 422, 429, 503),
        tags=RoomsApi.tags,
    )(handle)


def _sheet(text: str, name: str) -> Response[str]:
    """A spreadsheet to download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=_CSV, headers=headers)


async def _begun(lines: AsyncIterator[str]) -> AsyncIterator[str]:
    """The same lines; what raises before the first of them raises here, before the response."""
    first = await anext(lines, "")

    async def all_lines() -> AsyncIterator[str]:
        yield first
        async for line in lines:
            yield line

    return all_lines()


def _file(lines: AsyncIterator[str], name: str) -> Stream:
    """A file to download, sent line by line."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Stream(lines, media_type=LINES, headers=headers)


room_actions = [
    _action_handler(name, command) for name, command in ROOM_ACTIONS.items() if command is not Join
]
