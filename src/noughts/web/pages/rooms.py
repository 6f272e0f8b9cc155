"""The pages of rooms: plain forms; a script reloads the same pages when a room changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath, QueryParameter, URLEncodedBody
from litestar.response import Template
from msgspec.structs import fields

from noughts.core.errors import IllegalAction, NoughtsError
from noughts.online.rooms.codes import spaced
from noughts.online.rooms.commands import RoomCommand
from noughts.web.aggregates.kinds import UnknownRoom
from noughts.web.middleware.dependencies import ContextDep, RoomsDep
from noughts.web.middleware.identity import RequestContext
from noughts.web.middleware.rate_limits import GAMES, MOVES, QUESTIONS
from noughts.web.pages.forms import read_form
from noughts.web.pages.options import play_options
from noughts.web.pages.page import page, redirect
from noughts.web.pages.qr_code import qr_code
from noughts.web.services.room_actions import ROOM_ACTIONS, RoomChoices
from noughts.web.services.rooms import RoomService

# Forms that send an action with fixed fields.
_BUTTONS = {"rest": ("look", {"is_looking": "false"})}


class RoomPages(Controller):
    """A room, its wall, and the page to open or enter one."""

    include_in_schema = False

    @get("/rooms")
    async def rooms(self, context: ContextDep) -> Template:
        return _rooms_page(context)

    @post("/rooms", opt=GAMES)
    async def open(
        self, data: URLEncodedBody[dict[str, str]], room_service: RoomsDep, context: ContextDep
    ) -> Response[Any]:
        context = context.identified()
        try:
            code = await room_service.open(read_form(data, RoomChoices), context.key)
        except NoughtsError as error:
            return _rooms_page(context, error)
        return redirect(f"/r/{code}", context)

    @get("/r")
    async def enter(
        self,
        room_service: RoomsDep,
        context: ContextDep,
        code: Annotated[str, QueryParameter(max_length=24)] = "",
    ) -> Response[Any]:
        try:
            found, _ = await room_service.enter(code, context.key, context.address)
        except UnknownRoom as error:
            return _rooms_page(context, error)
        return redirect(f"/r/{found}")

    @get("/r/{code:str}")
    async def show(
        self, code: FromPath[str], room_service: RoomsDep, context: ContextDep
    ) -> Template:
        return await _room_page(room_service, context, code)

    @get("/r/{code:str}/wall")
    async def wall(
        self, code: FromPath[str], room_service: RoomsDep, context: ContextDep
    ) -> Template:
        found, room = await room_service.enter(code, context.key, context.address)
        return page(
            context,
            "wall.html",
            f"Wall of room {spaced(found)}",
            room=room_service.view(found, room, context.key),
            boards=await room_service.wall(found, room),
            address=_address(context, found),
        )

    @get("/r/{code:str}/qr.svg", opt=QUESTIONS)
    async def picture(
        self, code: FromPath[str], room_service: RoomsDep, context: ContextDep
    ) -> Response[bytes]:
        found, _ = await room_service.enter(code, context.key, context.address)
        return Response(qr_code(_address(context, found)), media_type="image/svg+xml")

    @post("/r/{code:str}/join", opt=MOVES)
    async def join(
        self, code: FromPath[str], room_service: RoomsDep, context: ContextDep
    ) -> Response[Any]:
        context = context.identified()
        command = room_service.join_command(context.key)
        try:
            found, _ = await room_service.execute(code, context.key, context.address, command)
        except NoughtsError as error:
            return await _room_page(room_service, context, code, error)
        return redirect(f"/r/{found}", context)

    @post("/r/{code:str}/{action:str}", opt=MOVES)
    async def act(
        self,
        code: FromPath[str],
        action: FromPath[str],
        data: URLEncodedBody[dict[str, str]],
        room_service: RoomsDep,
        context: ContextDep,
    ) -> Response[Any]:
        try:
            command = _command(context.key, action, data)
            found, _ = await room_service.execute(code, context.key, context.address, command)
        except NoughtsError as error:
            return await _room_page(room_service, context, code, error)
        return redirect(f"/r/{found}")


def _command(key: str, button: str, form: Mapping[str, str]) -> RoomCommand:
    """The command that a form sends; raises IllegalAction, and msgspec.ValidationError."""
    path, fixed = _BUTTONS.get(button, (button, {}))
    action = ROOM_ACTIONS.get(path)
    if action is None:
        raise IllegalAction("there is no such button")
    if any(field.required and field.name not in form for field in fields(action.request)):
        raise IllegalAction(action.incomplete)
    return action.command(key, read_form({**form, **fixed}, action.request))


async def _room_page(
    room_service: RoomService, context: RequestContext, code: str, error: NoughtsError | None = None
) -> Template:
    """The page of a room, with an error from a form."""
    found, room = await room_service.enter(code, context.key, context.address)
    view = room_service.view(found, room, context.key)
    return page(
        context,
        "room.html",
        view.title,
        error,
        room=view,
        address=_address(context, found),
        options=play_options(view.board, view.clock),
        chosen=view,
    )


def _rooms_page(context: RequestContext, error: NoughtsError | None = None) -> Template:
    options, chosen = play_options("3x3:3", None), RoomChoices()
    return page(context, "rooms.html", "Rooms", error, options=options, chosen=chosen)


def _address(context: RequestContext, code: str) -> str:
    return f"{context.base_url}r/{code}"
