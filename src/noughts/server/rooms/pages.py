"""The pages of rooms: plain forms; a script reloads the same pages when a room changes."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any

from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from msgspec.structs import fields

from noughts.core import Rules
from noughts.core.errors import IllegalAction, NoughtsError
from noughts.pages.new_game import PlayOptions
from noughts.pages.page import Page, preview
from noughts.server.games.forms import Fields, read_form
from noughts.server.games.names import LONGEST
from noughts.server.http.api import PoolDep
from noughts.server.http.identity import ContextDep, RequestContext, request_context
from noughts.server.http.limits import GAMES, MOVES, QUESTIONS, RateLimited
from noughts.server.http.pages import redirect, respond
from noughts.server.http.qr import qr_code
from noughts.server.ids import long_code, read_code, spaced
from noughts.server.rooms.commands import ROOM_ACTIONS, Join, Leave, Open, RoomAction
from noughts.server.rooms.decide import ShownOut
from noughts.server.rooms.repository import UnknownRoom
from noughts.server.rooms.service import RoomsDep, RoomVisit, RoomVisitDep
from noughts.server.rooms.text import State
from noughts.server.rooms.types import Choices
from noughts.server.rooms.views import by_name
from noughts.wording.language import gettext as _
from noughts.wording.language import ngettext

# Forms that send an action with fixed fields.
_BUTTONS = {
    "rest": ("look", {"is_looking": "false"}),
    "unlock": ("lock", {"is_locked": "false"}),
    "resume": ("pause", {"is_paused": "false"}),
}
_FIRST_MOVES = (10, 20, 30, 60)  # seconds to choose from
_LEFT = (State.GONE, State.LOCKED_OUT, State.CLOSED)


def _removed_page(request: Request[Any, Any, Any], error: ShownOut) -> Template:
    """Return the page for a member the host has removed; it does not lead back to the room."""
    context = request_context(request.scope)
    code, _proof = read_code(request.path_params.get("code", ""))
    left = context.in_room("") if context.room == code else context
    return respond(left, Page("rooms/removed.html", _("Rooms"), {"code": code}, error))


class RoomPages(Controller):
    """A room, its wall, and the page to open or enter one."""

    include_in_schema = False
    exception_handlers = {ShownOut: _removed_page}  # noqa: RUF012 - it is only read

    @get("/rooms")
    async def rooms(self, context: ContextDep) -> Template:
        return _rooms_page(context)

    @post("/rooms", opt=GAMES)
    async def open(
        self, data: Fields, room_service: RoomsDep, context: ContextDep
    ) -> Response[Any]:
        context = context.identified()
        try:
            visit = await room_service.open(read_form(data, Open), context)
        except NoughtsError as error:
            return _rooms_page(context, error)
        return redirect(f"/r/{visit.code}", context.in_room(visit.code))

    @get(["/join", "/r"])
    async def enter(
        self, room_service: RoomsDep, context: ContextDep, code: FromQuery[str] = ""
    ) -> Response[Any]:
        error: NoughtsError | None = None
        headers: dict[str, str] = {}
        if code:
            try:
                visit = await room_service.enter(code, context)
                return redirect(f"/r/{visit.entered}")
            except UnknownRoom as unknown:
                error = unknown
            except RateLimited as limited:  # the long code can be typed at once
                error, headers = limited, limited.headers
        answer = respond(context, Page("rooms/join.html", _("Join a room"), error=error))
        answer.headers.update(headers)
        return answer

    @get("/r/{code:str}")
    async def show(self, room_visit: RoomVisitDep) -> Template:
        return _room_page(room_visit)

    @get("/r/{code:str}/wall")
    async def wall(self, room_visit: RoomVisitDep) -> Template:
        boards = await room_visit.wall()
        # A wall is wider than high.
        columns = next(count for count in range(1, 99) if count * ceil(count * 0.6) >= len(boards))
        title = _("All boards of room {code}", code=spaced(room_visit.code))
        values = {
            "room": room_visit.view(),
            "boards": boards,
            "columns": columns,
            "door": _door(room_visit.context),
        }
        return respond(room_visit.context, Page("rooms/wall.html", title, values))

    @get("/r/{code:str}/qr.svg", opt=QUESTIONS)
    async def picture(self, room_visit: RoomVisitDep, pool: PoolDep) -> Response[bytes]:
        content = await pool.draw(qr_code, _address(room_visit))
        return Response(content, media_type="image/svg+xml")

    @get("/r/{code:str}/host")
    async def host_link(self, code: FromPath[str], context: ContextDep) -> Template:
        title, values = _("Host on a second device"), {"code": long_code(*read_code(code))}
        return respond(context, Page("rooms/host_link.html", title, values))

    @post("/r/{code:str}/{action:str}", opt=MOVES)
    async def act(
        self, action: FromPath[str], data: Fields, room_visit: RoomVisitDep
    ) -> Response[Any]:
        visit = room_visit.identified()
        try:
            command = _command(action, data)
            visit = await visit.execute(command)
        except NoughtsError as error:
            typed = data.get("name", "") if action == "join" else ""
            return _room_page(await visit.again(), error, typed)
        if visit.host_token:  # no later page shows the secret
            return _room_page(visit)
        context = visit.context
        match command:
            case Join():
                context = context.in_room(visit.code)
            case Leave() if context.room == visit.code:
                context = context.in_room("")
        return redirect(f"/r/{visit.code}", context)


def _command(button: str, form: Mapping[str, str]) -> RoomAction:
    """Return the command that a form sends; raises IllegalAction and InvalidInput."""
    name, fixed = _BUTTONS.get(button, (button, {}))
    command = ROOM_ACTIONS.get(name)
    if command is None:
        raise IllegalAction(_("There's no such button"))
    if any(field.required and not form.get(field.name) for field in fields(command)):
        match name:  # what the form lacks
            case "pair":
                raise IllegalAction(_("Choose who plays"))
            case "remove" | "admit" | "readmit" | "rename":
                raise IllegalAction(_("Choose a player"))
            case "annul":
                raise IllegalAction(_("Choose a game"))
        raise IllegalAction(_("A field is missing"))
    return read_form({**form, **fixed}, command)


def _room_page(visit: RoomVisit, error: NoughtsError | None = None, typed: str = "") -> Template:
    """Return the page of a room, with an error from a form, and the name typed into it."""
    view, context = visit.view(), visit.context
    if context.room == visit.code and view.you.state in _LEFT and not view.you.is_owner:
        context = context.in_room("")  # no page leads back to a room that is over for them
    values = {
        "room": view,
        "address": _address(visit),
        "door": _door(context),
        "by_name": by_name,
        **_choices(visit.room.choices),
        "typed": typed[:LONGEST],
    }
    picture = preview(Rules.parse(view.board).start().url)
    return respond(context, Page("rooms/room.html", view.title, values, error, picture))


def _rooms_page(context: RequestContext, error: NoughtsError | None = None) -> Template:
    choices = _choices(Open().choices())
    return respond(context, Page("rooms/rooms.html", _("Rooms"), choices, error))


def _choices(chosen: Choices) -> dict[str, Any]:
    """Return what the form of settings shows; nobody in a room waits a day for a move."""
    options = PlayOptions(chosen.board, chosen.clock)
    clocks = [(value, name) for value, name in options.clocks if value != "move-86400"]
    first_moves = [("0", _("No limit"))]
    for seconds in sorted({*_FIRST_MOVES, chosen.first_move} - {0}):
        named = ngettext("{count} second", "{count} seconds", seconds)
        first_moves.append((str(seconds), named))
    return {
        "boards": options.boards,
        "clocks": clocks,
        "first_moves": first_moves,
        "chosen": chosen,
    }


def _door(context: RequestContext) -> str:
    """Return the address where you type a code, as a wall shows it."""
    return f"{context.base_url.partition('://')[2]}join"


def _address(visit: RoomVisit) -> str:
    return f"{visit.context.base_url}r/{visit.long_code}"
