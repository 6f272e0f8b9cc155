"""What the API returns about rooms."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from noughts.online.rooms.situations import Button
from noughts.online.rooms.state import Naming, Way
from noughts.web.views.schemas import ClockSetting, ClockView

State = Literal[
    "outside",
    "gone",
    "locked-out",
    "removed",
    "closed",
    "playing",
    "on-hold",
    "gathered",
    "idle",
    "resting",
    "waiting",
    "sitting-out",
    "finished-early",
    "came-late",
    "placed",
    "hosting",
]
Stage = Literal["empty", "gathering", "playing", "last-games", "on-hold", "over", "closed"]


class MemberView(Struct, frozen=True):
    """A member of a room."""

    number: int
    name: str
    is_typed: bool
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
    """A line of the table: a win or a bye is one point, a draw half a point."""

    place: int
    name: str
    points: float
    played: int
    won: int
    drawn: int
    lost: int
    byes: int


class ButtonView(Struct, frozen=True):
    """The one thing to do next; `game` is the id of the game it leads to, for `game`."""

    action: Button
    text: str
    game: str


class OwnPart(Struct, frozen=True):
    """The client's own part in a room; `state` is what its `status` says."""

    state: State
    button: ButtonView | None
    is_owner: bool
    member: int | None
    name: str
    game: str | None
    opponent: str
    is_looking: bool
    can_join: bool
    can_look: bool


class RoomView(Struct, frozen=True):
    """A room as the client sees it; `recent` has the latest finished games, newest first.

    `seconds_left` is until an arena ends, and stands still while `is_paused`; `podium` has the
    first three places once it is over. `begin_text` says what the owner begins with the next round,
    if they can; whoever they removed, and may let back in, is `removed` for them alone.
    """

    code: str
    version: int
    title: str
    status: str
    board: str
    board_text: str
    way: Way
    way_text: str
    clock: ClockSetting | None
    clock_text: str
    naming: Naming
    is_closed: bool
    is_locked: bool
    is_paused: bool
    members: list[MemberView]
    removed: list[MemberView]
    open: list[RoomGame]
    recent: list[RoomGame]
    games: int
    table: list[StandingView]
    round: int
    rounds: int
    seconds_left: int | None
    stage: Stage
    stage_text: str
    podium: list[StandingView]
    can_begin_round: bool
    begin_text: str
    can_pair: bool
    can_extend: bool
    can_end: bool
    you: OwnPart


class WallBoard(Struct, frozen=True):
    """A board on the wall, with its winning lines."""

    game: RoomGame
    position: str
    lines: list[list[int]]
    status: str
    clock: ClockView | None


class RoomChange(Struct, frozen=True, tag="changed"):
    """A notice that something changed; clients then fetch the room or its wall."""

    what: Literal["room", "people", "boards"]
    version: int
