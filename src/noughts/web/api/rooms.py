"""The API of rooms."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, QueryParameter
from litestar.response import Stream

from noughts.web.api.parameters import RoomCode, describe, post_command, post_problems, problems
from noughts.web.api.sse import EVENTS, LINES, as_events, frames
from noughts.web.live.frames import Audience
from noughts.web.middleware.dependencies import ConnectionsDep, ContextDep, GamesDep, RoomsDep
from noughts.web.middleware.rate_limits import GAMES, QUESTIONS
from noughts.web.services import export
from noughts.web.services.room_actions import ROOM_ACTIONS, RoomAct, RoomAction, RoomChoices
from noughts.web.views.room_schemas import RoomChange, RoomView, WallBoard


class RoomsApi(Controller):
    """Rooms: a code instead of accounts, and games between all who have joined."""

    path = "/rooms"
    tags = ("Rooms",)

    @post(responses=post_problems(429, 503), opt=GAMES)
    async def open(
        self, data: JSONBody[RoomChoices], room_service: RoomsDep, context: ContextDep
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
        self, code: RoomCode, data: JSONBody[RoomAct], room_service: RoomsDep, context: ContextDep
    ) -> Response[RoomView]:
        """Join a room, under a random name."""
        context = context.identified()
        command = room_service.join_command(context.key)
        found, room = await room_service.execute(
            code, context.key, context.address, command, data.command
        )
        view = room_service.view(found, room, context.key)
        return Response(view, status_code=200, cookies=context.cookies)

    @get(
        "/{code:str}/records",
        responses={
            200: ResponseSpec(str, media_type=LINES, description="A record a line."),
            **problems(403, 404, 429, 503),
        },
        opt=QUESTIONS,
    )
    async def records(self, code: RoomCode, room_service: RoomsDep, context: ContextDep) -> Stream:
        """The records of all finished games; for the owner."""
        found, room = await room_service.enter(code, context.key, context.address)
        export.check_owner(room, context.key)
        return _file(export.records(room_service, found, room), f"room-{found}.jsonl")

    @get(
        "/{code:str}/reviews",
        responses={
            200: ResponseSpec(
                export.ReviewedRecord, media_type=LINES, description="A game a line."
            ),
            **problems(403, 404, 429, 503),
        },
        opt=QUESTIONS,
    )
    async def reviews(
        self, code: RoomCode, room_service: RoomsDep, game_service: GamesDep, context: ContextDep
    ) -> Stream:
        """The records of all finished games, each with its review; for the owner."""
        found, room = await room_service.enter(code, context.key, context.address)
        export.check_owner(room, context.key)
        export.check_reviewing(room_service, found)
        lines = export.reviews(room_service, game_service.pool, found, room)
        return _file(lines, f"room-{found}-reviews.jsonl")

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


def _action_handler(action: RoomAction) -> HTTPRouteHandler:
    async def handle(
        code: RoomCode, data: Any, room_service: RoomsDep, context: ContextDep
    ) -> RoomView:
        command = action.command(context.key, data)
        found, room = await room_service.execute(
            code, context.key, context.address, command, data.command
        )
        return room_service.view(found, room, context.key)

    describe(handle, action.name, action.description, action.request)
    return post_command(
        f"/rooms/{{code:str}}/{action.path}",
        responses=post_problems(404, 422, 429, 503),
        tags=RoomsApi.tags,
    )(handle)


def _file(lines: AsyncIterator[str], name: str) -> Stream:
    """A file to download, sent line by line."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Stream(lines, media_type=LINES, headers=headers)


room_actions = [_action_handler(action) for action in ROOM_ACTIONS.values()]
