"""The pages of rooms: plain forms; a script reloads the same pages when a room changes."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Template
from msgspec.structs import fields

from noughts.core.errors import IllegalAction, NoughtsError
from noughts.core.rules import Rules
from noughts.server.games.names import LONGEST
from noughts.server.games.pages import play_options, qr_code, read_form
from noughts.server.http.identity import ContextDep, RequestContext
from noughts.server.http.limits import GAMES, MOVES, QUESTIONS
from noughts.server.http.pages import page, redirect
from noughts.server.log.ids import read_code, spaced
from noughts.server.rooms.decide import ShownOut
from noughts.server.rooms.repository import UnknownRoom
from noughts.server.rooms.service import RoomsDep, RoomService
from noughts.server.rooms.types import ROOM_ACTIONS, Join, Leave, Open, RoomAction
from noughts.wording.language import gettext as _

Code = FromPath[str]
Fields = URLEncodedBody[dict[str, str]]

# Forms that send an action with fixed fields.
_BUTTONS = {
    "rest": ("look", {"is_looking": "false"}),
    "unlock": ("lock", {"is_locked": "false"}),
    "resume": ("pause", {"is_paused": "false"}),
}
_LEFT = ("gone", "locked-out", "closed")


class RoomPages(Controller):
    """A room, its wall, and the page to open or enter one."""

    include_in_schema = False

    @get("/rooms")
    async def rooms(self, context: ContextDep) -> Template:
        return _rooms_page(context)

    @post("/rooms", opt=GAMES)
    async def open(
        self, data: Fields, room_service: RoomsDep, context: ContextDep
    ) -> Response[Any]:
        context = context.identified()
        try:
            code = await room_service.open(read_form(data, Open), context.key)
        except NoughtsError as error:
            return _rooms_page(context, error)
        return redirect(f"/r/{code}", context.in_room(code))

    @get("/r")
    async def enter(
        self, room_service: RoomsDep, context: ContextDep, code: FromQuery[str] = ""
    ) -> Response[Any]:
        try:
            found, _ = await room_service.enter(code, context)
        except UnknownRoom as error:
            return _rooms_page(context, error)
        return redirect(f"/r/{found}")

    @get("/r/{code:str}")
    async def show(self, code: Code, room_service: RoomsDep, context: ContextDep) -> Template:
        return await _room_page(room_service, context, code)

    @get("/r/{code:str}/wall")
    async def wall(self, code: Code, room_service: RoomsDep, context: ContextDep) -> Template:
        found, room = await room_service.enter(code, context)
        boards = await room_service.wall(found, room)
        # A wall is wider than high.
        columns = next(each for each in range(1, 99) if each * ceil(each * 0.6) >= len(boards))
        return page(
            context,
            "rooms/wall.html",
            _("All boards of room {code}", code=spaced(found)),
            room=room_service.view(found, room, context.key),
            boards=boards,
            columns=columns,
            address=_address(context, found),
        )

    @get("/r/{code:str}/qr.svg", opt=QUESTIONS)
    async def picture(
        self, code: Code, room_service: RoomsDep, context: ContextDep
    ) -> Response[bytes]:
        found, _ = await room_service.enter(code, context)
        return Response(qr_code(_address(context, found)), media_type="image/svg+xml")

    @post("/r/{code:str}/join", opt=MOVES)
    async def join(
        self, code: Code, data: Fields, room_service: RoomsDep, context: ContextDep
    ) -> Response[Any]:
        context = context.identified()
        try:
            found, _ = await room_service.execute(code, context, read_form(data, Join))
        except NoughtsError as error:
            return await _room_page(room_service, context, code, error, data.get("name", ""))
        return redirect(f"/r/{found}", context.in_room(found))

    @post("/r/{code:str}/{action:str}", opt=MOVES)
    async def act(
        self,
        code: Code,
        action: FromPath[str],
        data: Fields,
        room_service: RoomsDep,
        context: ContextDep,
    ) -> Response[Any]:
        try:
            command = _command(action, data)
            found, _ = await room_service.execute(code, context, command)
        except NoughtsError as error:
            return await _room_page(room_service, context, code, error)
        has_left = isinstance(command, Leave) and context.room == found
        return redirect(f"/r/{found}", context.in_room("") if has_left else None)


def _command(button: str, form: Mapping[str, str]) -> RoomAction:
    """The command that a form sends; raises IllegalAction, and msgspec.ValidationError."""
    name, fixed = _BUTTONS.get(button, (button, {}))
    command = ROOM_ACTIONS.get(name)
    if command is None:
        raise IllegalAction(_("There's no such button"))
    if any(field.required and not form.get(field.name) for field in fields(command)):
        match name:  # what the form lacks
            case "pair":
                raise IllegalAction(_("Choose who plays"))
            case "remove" | "readmit" | "rename":
                raise IllegalAction(_("Choose a player"))
            case "annul":
                raise IllegalAction(_("Choose a game"))
        raise IllegalAction(_("A field is missing"))
    return read_form({**form, **fixed}, command)


async def _room_page(
    room_service: RoomService,
    context: RequestContext,
    code: str,
    error: NoughtsError | None = None,
    typed: str = "",
) -> Template:
    """The page of a room, with an error from a form, and the name that was typed into it."""
    try:
        found, room = await room_service.enter(code, context)
    except ShownOut as refused:
        left = context.in_room("") if context.room == read_code(code) else context
        return page(left, "rooms/removed.html", _("Rooms"), refused)
    view = room_service.view(found, room, context.key)
    if context.room == found and view.you.state in _LEFT and not view.you.is_owner:
        context = context.in_room("")  # no page leads back to a room that is over for them
    return page(
        context,
        "rooms/room.html",
        view.title,
        error,
        preview=Rules.parse(view.board).start().url,
        room=view,
        address=_address(context, found),
        options=play_options(view.board, view.clock),
        chosen=room.choices,
        typed=typed[:LONGEST],
    )


def _rooms_page(context: RequestContext, error: NoughtsError | None = None) -> Template:
    options, chosen = play_options("3x3:3", None), Open()
    return page(context, "rooms/rooms.html", _("Rooms"), error, options=options, chosen=chosen)


def _address(context: RequestContext, code: str) -> str:
    return f"{context.base_url}r/{code}"
