"""The API of rooms."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Annotated

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import Stream
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from noughts.web.api.parameters import Key, post_problems, problems
from noughts.web.api.visit import Visit
from noughts.web.live.frames import Audience
from noughts.web.live.subscriber import StreamSubscriber
from noughts.web.middleware.connection_limits import address_of
from noughts.web.middleware.identity import AnyRequest, Visitor
from noughts.web.middleware.rate_limits import GAMES, MOVES, QUESTIONS
from noughts.web.services.export import (
    ReviewedRecord,
    check_owner,
    check_reviewing,
    records,
    reviews,
)
from noughts.web.services.rooms import Caller, RoomService
from noughts.web.views.room_schemas import (
    Looking,
    NewPair,
    NextRound,
    Removal,
    RoomAct,
    RoomChange,
    RoomChoices,
    RoomView,
    WallBoard,
)

Code = Annotated[str, PathParameter(max_length=24, description="The code of a room.")]
_EVENTS = "text/event-stream"
_LINES = "application/x-ndjson"
_RETRY = "retry: 1000\n\n"  # milliseconds after which a page tries again


def caller(request: AnyRequest, key: Key) -> Caller:
    """Who asks, and from where."""
    return Caller(key or "", address_of(request))


class RoomsApi(Controller):
    """Rooms: a code instead of accounts, and games between all who have joined."""

    path = "/rooms"
    tags = ("Rooms",)

    @post(responses=post_problems(429, 503), opt=GAMES)
    async def open(
        self,
        data: JSONBody[RoomChoices],
        room_desk: NamedDependency[RoomService],
        visitor: NamedDependency[Visitor],
    ) -> Response[RoomView]:
        """Open a room; whoever does it owns it."""
        room = await room_desk.open(data, visitor.key)
        return Response(room, status_code=HTTP_201_CREATED, cookies=visitor.cookies)

    @get("/{code:str}", responses=problems(404, 429, 503))
    async def show(
        self, code: Code, room_desk: NamedDependency[RoomService], caller: NamedDependency[Caller]
    ) -> RoomView:
        """A room as it is now."""
        return await room_desk.show(code, caller)

    @get("/{code:str}/boards", responses=problems(404, 429, 503))
    async def boards(
        self, code: Code, room_desk: NamedDependency[RoomService], caller: NamedDependency[Caller]
    ) -> list[WallBoard]:
        """The boards under way, and the last that ended."""
        return await room_desk.wall(code, caller)

    @post(
        "/{code:str}/join",
        responses=post_problems(404, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def join(
        self,
        code: Code,
        data: JSONBody[RoomAct],
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
        visitor: NamedDependency[Visitor],
    ) -> Response[RoomView]:
        """Join a room, under a name that is drawn."""
        room = await room_desk.join(code, Caller(visitor.key, caller.address), data)
        return Response(room, status_code=HTTP_200_OK, cookies=visitor.cookies)

    @post(
        "/{code:str}/leave",
        responses=post_problems(404, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def leave(
        self,
        code: Code,
        data: JSONBody[RoomAct],
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
    ) -> RoomView:
        """Leave a room: your games under way count for nobody."""
        return await room_desk.leave(code, caller, data)

    @post(
        "/{code:str}/look",
        responses=post_problems(404, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def look(
        self,
        code: Code,
        data: JSONBody[Looking],
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
    ) -> RoomView:
        """Look for a game in free play, or no longer; who waits already plays you at once."""
        return await room_desk.look(code, caller, data)

    @post(
        "/{code:str}/pair",
        responses=post_problems(404, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def pair(
        self,
        code: Code,
        data: JSONBody[NewPair],
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
    ) -> RoomView:
        """Have two who have no game play each other; for the owner."""
        return await room_desk.pair(code, caller, data)

    @post(
        "/{code:str}/pair-all",
        responses=post_problems(404, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def pair_all(
        self,
        code: Code,
        data: JSONBody[RoomAct],
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
    ) -> RoomView:
        """Have everybody play who has no game; for the owner."""
        return await room_desk.pair_all(code, caller, data)

    @post(
        "/{code:str}/round",
        responses=post_problems(404, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def begin_round(
        self,
        code: Code,
        data: JSONBody[NextRound],
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
    ) -> RoomView:
        """Begin the next round, or a round-robin with its first; for the owner.

        A round that is over is followed by the next without it.
        """
        return await room_desk.begin_round(code, caller, data)

    @post(
        "/{code:str}/remove",
        responses=post_problems(404, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def remove(
        self,
        code: Code,
        data: JSONBody[Removal],
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
    ) -> RoomView:
        """Send somebody away for good; for the owner."""
        return await room_desk.remove(code, caller, data)

    @post(
        "/{code:str}/choose",
        responses=post_problems(404, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def choose(
        self,
        code: Code,
        data: JSONBody[RoomChoices],
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
    ) -> RoomView:
        """Choose otherwise for the games to come; for the owner. Free play ends a round-robin."""
        return await room_desk.choose(code, caller, data)

    @post(
        "/{code:str}/close",
        responses=post_problems(404, 422, 429, 503),
        status_code=HTTP_200_OK,
        opt=MOVES,
    )
    async def close(
        self,
        code: Code,
        data: JSONBody[RoomAct],
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
    ) -> RoomView:
        """Close the room: what is under way goes on, nothing more begins; for the owner."""
        return await room_desk.close(code, caller, data)

    @get(
        "/{code:str}/records",
        responses={
            200: ResponseSpec(str, media_type=_LINES, description="A record a line."),
            **problems(403, 404, 429, 503),
        },
        opt=QUESTIONS,
    )
    async def records(
        self, code: Code, room_desk: NamedDependency[RoomService], caller: NamedDependency[Caller]
    ) -> Stream:
        """The records of all games that have ended; for the owner."""
        found, room = await check_owner(room_desk, code, caller)
        return _file(records(room_desk, found, room), f"room-{found}.jsonl")

    @get(
        "/{code:str}/reviews",
        responses={
            200: ResponseSpec(ReviewedRecord, media_type=_LINES, description="A game a line."),
            **problems(403, 404, 429, 503),
        },
        opt=QUESTIONS,
    )
    async def reviews(
        self,
        code: Code,
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
        visit: NamedDependency[Visit],
    ) -> Stream:
        """The records of all games that have ended, each with its review; for the owner."""
        found, room = await check_owner(room_desk, code, caller)
        check_reviewing(room_desk, found)
        lines = reviews(room_desk, visit.desk.pool, found, room)
        return _file(lines, f"room-{found}-reviews.jsonl")

    @get(
        "/{code:str}/live-events",
        responses={
            200: ResponseSpec(RoomChange, media_type=_EVENTS, description="An event a change."),
            **problems(404, 429, 503),
        },
    )
    async def events(
        self,
        request: AnyRequest,
        code: Code,
        room_desk: NamedDependency[RoomService],
        caller: NamedDependency[Caller],
        visit: NamedDependency[Visit],
        boards: Annotated[
            bool, QueryParameter(description="Hear of every move on the boards, too.")
        ] = False,
    ) -> Stream:
        """Hear, as server-sent events, that something changed; there are beats between."""
        found, _ = await room_desk.enter(code, caller)
        with visit.doorman.admit(address_of(request)):
            pass
        told = _told(request, found, room_desk, visit, boards=boards)
        return Stream(told, media_type=_EVENTS)


async def _told(
    request: AnyRequest, code: str, desk: RoomService, visit: Visit, *, boards: bool
) -> AsyncIterator[str]:
    yield _RETRY
    with ExitStack() as stack:
        stack.enter_context(visit.doorman.admit(address_of(request)))
        reader = StreamSubscriber(Audience(visit.key, "states"))
        hall = await desk.live.join(code, reader, boards=boards)
        stack.callback(hall.leave, reader)
        reader.at_end(stack.pop_all().close)
    while (frame := await reader.next()) is not None:
        yield f"data: {frame}\n\n"


def _file(lines: AsyncIterator[str], name: str) -> Stream:
    """Lines as a file to be kept."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Stream(lines, media_type=_LINES, headers=headers)
