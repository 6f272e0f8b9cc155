"""What the API takes and gives about rooms."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from noughts.web.views.schemas import ClockSetting, ClockView, CommandId

Way = Literal["free", "round-robin"]
MemberNumber = Annotated[
    int, Meta(ge=0, lt=200, description="A member of the room, by when they joined.")
]
GameCount = Annotated[
    int, Meta(ge=0, le=10_000, description="How many games of the room one has seen.")
]


class RoomChoices(Struct, frozen=True, forbid_unknown_fields=True):
    """What is played in a room: freely, or in rounds in which everybody meets everybody."""

    board: Annotated[str, Meta(max_length=16, description="`WIDTHxHEIGHT:K`, as `15x15:5`.")] = (
        "3x3:3"
    )
    way: Way = "free"
    clock: ClockSetting | None = None
    command: CommandId | None = None


class RoomAct(Struct, frozen=True, forbid_unknown_fields=True):
    """Doing something in a room that says all by its name."""

    command: CommandId | None = None


class Looking(Struct, frozen=True, forbid_unknown_fields=True):
    """Looking for a game, or no longer."""

    is_looking: bool = True
    command: CommandId | None = None


class NewPair(Struct, frozen=True, forbid_unknown_fields=True):
    """Two who are to play each other."""

    x: MemberNumber
    o: MemberNumber
    command: CommandId | None = None


class NextRound(Struct, frozen=True, forbid_unknown_fields=True):
    """The next round, unless other games have begun since."""

    games: GameCount
    command: CommandId | None = None


class Removal(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is sent away."""

    member: MemberNumber
    command: CommandId | None = None


class MemberView(Struct, frozen=True):
    """Somebody in a room."""

    number: int
    name: str
    doing: Literal["playing", "looking", "here", "away"]
    text: str


class RoomGame(Struct, frozen=True):
    """A game of a room, by its number; `tournament` and `round` are 0 in free play."""

    number: int
    id: str
    x: str
    o: str
    tournament: int
    round: int
    result: Literal["x", "o", "draw", "void"] | None
    text: str


class StandingView(Struct, frozen=True):
    """A line of the table: a win is a point, a draw half of one."""

    place: int
    name: str
    points: float
    played: int
    won: int
    drawn: int
    lost: int


class OwnPart(Struct, frozen=True):
    """What you are in a room."""

    is_owner: bool
    member: int | None
    name: str
    game: str | None
    opponent: str
    is_looking: bool
    can_join: bool
    can_look: bool


class RoomView(Struct, frozen=True):
    """A room as whoever asks sees it; `recent` has the games ended last, latest first."""

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
    """Something changed: who wants to know it asks for the room, or for its wall."""

    what: Literal["room", "people", "boards"]
    version: int
