"""What the API returns about rooms."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from noughts.online.rooms.state import Way
from noughts.web.views.schemas import ClockSetting, ClockView


class MemberView(Struct, frozen=True):
    """A member of a room."""

    number: int
    name: str
    doing: Literal["playing", "looking", "here", "away"]
    text: str


class RoomGame(Struct, frozen=True):
    """A game in a room; `tournament` and `round` are 0 in free play."""

    number: int
    id: str
    x: str
    o: str
    tournament: int
    round: int
    result: Literal["x", "o", "draw", "void"] | None
    text: str


class StandingView(Struct, frozen=True):
    """A line of the table: a win is one point, a draw half a point."""

    place: int
    name: str
    points: float
    played: int
    won: int
    drawn: int
    lost: int


class OwnPart(Struct, frozen=True):
    """The client's own part in a room."""

    is_owner: bool
    member: int | None
    name: str
    game: str | None
    opponent: str
    is_looking: bool
    can_join: bool
    can_look: bool


class RoomView(Struct, frozen=True):
    """A room as the client sees it; `recent` has the latest finished games, newest first."""

    code: str
    version: int
    title: str
    status: str
    board: str
    board_text: str
    way: Way
    clock: ClockSetting | None
    clock_text: str
    is_closed: bool
    members: list[MemberView]
    open: list[RoomGame]
    recent: list[RoomGame]
    games: int
    table: list[StandingView]
    round: int
    rounds: int
    can_begin_round: bool
    you: OwnPart


class WallBoard(Struct, frozen=True):
    """A board on the wall."""

    game: RoomGame
    position: str
    status: str
    clock: ClockView | None


class RoomChange(Struct, frozen=True, tag="changed"):
    """A notice that something changed; clients then fetch the room or its wall."""

    what: Literal["room", "people", "boards"]
    version: int
