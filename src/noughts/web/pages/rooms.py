"""The pages of rooms: forms first, and the script asks for the same pages when they change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter, URLEncodedBody
from litestar.response import Redirect, Template
from msgspec import Meta, Struct

from noughts.core.errors import IllegalAction, NoughtsError
from noughts.web.middleware.errors import problem_of
from noughts.web.middleware.identity import AnyRequest, Visitor
from noughts.web.middleware.rate_limits import GAMES, MOVES, QUESTIONS
from noughts.web.pages.clock_form import ClockText, clock_of
from noughts.web.pages.games import page
from noughts.web.pages.options import play_options
from noughts.web.pages.qr_code import qr_code
from noughts.web.services.codes import spaced
from noughts.web.services.rooms import Caller, RoomService
from noughts.web.views.room_schemas import (
    GameCount,
    Looking,
    MemberNumber,
    NewPair,
    NextRound,
    Removal,
    RoomAct,
    RoomChoices,
    RoomView,
    Way,
)


class ChoicesForm(Struct, frozen=True):
    """What is played in a room."""

    board: Annotated[str, Meta(max_length=16)] = "3x3:3"
    way: Way = "free"
    clock: ClockText = ""

    def choices(self) -> RoomChoices:
        """What the API calls it."""
        return RoomChoices(self.board, self.way, clock_of(self.clock))


class RoomForm(ChoicesForm, frozen=True):
    """Any form on the page of a room: each sends the fields it needs."""

    x: MemberNumber | None = None
    o: MemberNumber | None = None
    member: MemberNumber | None = None
    games: GameCount = 0


class RoomPages(Controller):
    """A room, its wall, and where one is opened or entered."""

    include_in_schema = False

    @get("/rooms")
    async def rooms(self, request: AnyRequest) -> Template:
        return _rooms_page(request)

    @post("/rooms", opt=GAMES)
    async def open(
        self,
        request: AnyRequest,
        data: URLEncodedBody[ChoicesForm],
        room_desk: NamedDependency[RoomService],
        visitor: NamedDependency[Visitor],
    ) -> Response[Any]:
        try:
            room = await room_desk.open(data.choices(), visitor.key)
        except NoughtsError as error:
            return _rooms_page(request, error)
        return _sent_to(f"/r/{room.code}", visitor)

    @get("/r")
    async def enter(
        self,
        request: AnyRequest,
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
        code: Annotated[str, QueryParameter(max_length=24)] = "",
    ) -> Response[Any]:
        try:
            found, _ = await room_desk.enter(code, caller)
        except NoughtsError as error:
            return _rooms_page(request, error)
        return Redirect(f"/r/{found}", status_code=303)

    @get("/r/{code:str}")
    async def show(
        self,
        request: AnyRequest,
        code: FromPath[str],
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
    ) -> Template:
        return _room_page(request, await room_desk.show(code, caller))

    @get("/r/{code:str}/wall")
    async def wall(
        self,
        request: AnyRequest,
        code: FromPath[str],
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
    ) -> Template:
        room = await room_desk.show(code, caller)
        boards = await room_desk.wall(code, caller)
        title = f"Wall of room {spaced(room.code)}"
        address = _address(request, room)
        return page(request, "wall.html", title, room=room, boards=boards, address=address)

    @get("/r/{code:str}/qr.svg", opt=QUESTIONS)
    async def picture(
        self,
        request: AnyRequest,
        code: FromPath[str],
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
    ) -> Response[bytes]:
        room = await room_desk.show(code, caller)
        return Response(qr_code(_address(request, room)), media_type="image/svg+xml")

    @post("/r/{code:str}/join", opt=MOVES)
    async def join(
        self,
        request: AnyRequest,
        code: FromPath[str],
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
        visitor: NamedDependency[Visitor],
    ) -> Response[Any]:
        joiner = Caller(visitor.key, caller.address)
        try:
            room = await room_desk.join(code, joiner, RoomAct())
        except NoughtsError as error:
            return await _refused(request, room_desk, joiner, code, error)
        return _sent_to(f"/r/{room.code}", visitor)

    @post("/r/{code:str}/{act:str}", opt=MOVES)
    async def act(
        self,
        request: AnyRequest,
        code: FromPath[str],
        act: FromPath[str],
        data: URLEncodedBody[RoomForm],
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
    ) -> Response[Any]:
        try:
            if act not in _ACTS:
                raise IllegalAction("there is no such button")
            room = await _ACTS[act](room_desk, code, caller, data)
        except NoughtsError as error:
            return await _refused(request, room_desk, caller, code, error)
        return Redirect(f"/r/{room.code}", status_code=303)


Doing = Callable[[RoomService, str, Caller, RoomForm], Awaitable[RoomView]]


def _pair(desk: RoomService, code: str, caller: Caller, form: RoomForm) -> Awaitable[RoomView]:
    if form.x is None or form.o is None:
        raise IllegalAction("choose who is to play")
    return desk.pair(code, caller, NewPair(form.x, form.o))


def _remove(desk: RoomService, code: str, caller: Caller, form: RoomForm) -> Awaitable[RoomView]:
    if form.member is None:
        raise IllegalAction("choose who is to go")
    return desk.remove(code, caller, Removal(form.member))


_ACTS: dict[str, Doing] = {
    "leave": lambda desk, code, caller, _: desk.leave(code, caller, RoomAct()),
    "look": lambda desk, code, caller, _: desk.look(code, caller, Looking()),
    "rest": lambda desk, code, caller, _: desk.look(code, caller, Looking(is_looking=False)),
    "pair": _pair,
    "pair-all": lambda desk, code, caller, _: desk.pair_all(code, caller, RoomAct()),
    "round": lambda desk, code, caller, form: desk.begin_round(code, caller, NextRound(form.games)),
    "remove": _remove,
    "choose": lambda desk, code, caller, form: desk.choose(code, caller, form.choices()),
    "close": lambda desk, code, caller, _: desk.close(code, caller, RoomAct()),
}


def _sent_to(path: str, visitor: Visitor) -> Response[Any]:
    answer: Response[Any] = Redirect(path, status_code=303)
    for cookie in visitor.cookies:
        answer.set_cookie(cookie)
    return answer


def _address(request: AnyRequest, room: RoomView) -> str:
    return f"{request.base_url}r/{room.code}"


async def _refused(
    request: AnyRequest, desk: RoomService, caller: Caller, code: str, error: NoughtsError
) -> Template:
    """The page of a room with what was wrong with a form that was sent to it."""
    return _room_page(request, await desk.show(code, caller), error)


def _room_page(request: AnyRequest, room: RoomView, error: NoughtsError | None = None) -> Template:
    found = page(
        request,
        "room.html",
        room.title,
        room=room,
        address=_address(request, room),
        options=play_options(room.board, room.clock),
        chosen=RoomChoices(room.board, room.way, room.clock),
        error=None if error is None else str(error),
    )
    if error is not None:
        found.status_code = problem_of(error).status
    return found


def _rooms_page(request: AnyRequest, error: NoughtsError | None = None) -> Template:
    found = page(
        request,
        "rooms.html",
        "Rooms",
        options=play_options("3x3:3", None),
        chosen=RoomChoices(),
        error=None if error is None else str(error),
    )
    if error is not None:
        found.status_code = problem_of(error).status
    return found
