"""The actions in a room: one table for the API, its description and the pages' forms.

An action turns a visitor's key and a request into a command. Its name and its docstring are those
of the operation in the API.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from secrets import randbits
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct

from noughts.core.rules import Rules
from noughts.online.games import Clock
from noughts.online.rooms.commands import (
    Annul,
    BeginRound,
    Choose,
    Close,
    Depart,
    End,
    Extend,
    Lock,
    Look,
    Pair,
    PairAll,
    Pause,
    Readmit,
    Remove,
    Rename,
    RoomCommand,
)
from noughts.online.rooms.state import Choices, Naming, Way
from noughts.web.views.schemas import ClockSetting, CommandId

MemberNumber = Annotated[
    int, Meta(ge=0, lt=200, description="A member of the room, by when they joined.")
]
GameCount = Annotated[
    int, Meta(ge=0, le=10_000, description="How many games the room had when you last saw it.")
]


PairingNumber = Annotated[
    int, Meta(ge=0, lt=3_000, description="A game of the room, by when it began.")
]


class RoomRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The fields of every action's request."""

    command: CommandId | None = None


Request = TypeVar("Request", bound=RoomRequest)


@dataclass(frozen=True, slots=True)
class RoomAction:
    """An action: its path below the room's, the request it takes, and the command it makes."""

    path: str
    request: type[RoomRequest]
    command: Callable[[str, Any], RoomCommand]

    @property
    def name(self) -> str:
        """The name of the API's operation."""
        return self.command.__name__

    @property
    def description(self) -> str | None:
        """What the action does."""
        return self.command.__doc__


ROOM_ACTIONS: dict[str, RoomAction] = {}


def _action(
    path: str, request: type[Request]
) -> Callable[[Callable[[str, Request], RoomCommand]], Callable[[str, Request], RoomCommand]]:
    def add(
        command: Callable[[str, Request], RoomCommand],
    ) -> Callable[[str, Request], RoomCommand]:
        ROOM_ACTIONS[path] = RoomAction(path, request, command)
        return command

    return add


class RoomChoices(RoomRequest, frozen=True):
    """What is played in a room, and whether names are drawn or typed."""

    board: Annotated[str, Meta(max_length=16, description="`WIDTHxHEIGHT:K`, as `15x15:5`.")] = (
        "3x3:3"
    )
    way: Way = "free"
    clock: ClockSetting | None = None
    naming: Naming = "drawn"
    rounds: Annotated[int, Meta(ge=1, le=20, description="Of a Swiss tournament.")] = 5
    minutes: Annotated[int, Meta(ge=1, le=240, description="Of an arena.")] = 15

    def choices(self) -> Choices:
        """The choices as events store them; raises InvalidRules."""
        clock = None if self.clock is None else Clock(self.clock.per, self.clock.seconds)
        board = str(Rules.parse(self.board))
        return Choices(board, self.way, clock, self.naming, self.rounds, self.minutes)


class Joining(RoomRequest, frozen=True):
    """A request to join: with a first name where names are typed, perhaps as two at one device."""

    name: Annotated[
        str, Meta(max_length=200, description="Your first name, where names are typed.")
    ] = ""
    partner: Annotated[
        str,
        Meta(
            max_length=200,
            description="The first name of the second player at this device; where names are "
            "drawn, any text for two.",
        ),
    ] = ""


class RoomAct(RoomRequest, frozen=True):
    """A request for an action without parameters."""


class Looking(RoomRequest, frozen=True):
    """A request to look for a game, or to stop looking."""

    is_looking: bool = True


class Locking(RoomRequest, frozen=True):
    """A request to lock the room, or to open it."""

    is_locked: bool = True


class Pausing(RoomRequest, frozen=True):
    """A request to begin no more games, or to go on."""

    is_paused: bool = True


class Annulment(RoomRequest, frozen=True):
    """The game to call off."""

    game: PairingNumber


class NewPair(RoomRequest, frozen=True):
    """Two members who are to play each other."""

    x: MemberNumber
    o: MemberNumber


class NextRound(RoomRequest, frozen=True):
    """A request for the next round, unless other games have begun since."""

    games: GameCount


class Removal(RoomRequest, frozen=True):
    """The member to remove."""

    member: MemberNumber


@_action("leave", RoomAct)
def leave(by: str, _: RoomAct) -> RoomCommand:
    """Leave a room: your unfinished games are void."""
    return Depart(by)


@_action("look", Looking)
def look(by: str, request: Looking) -> RoomCommand:
    """Look for a game in free play, or stop; if somebody is already looking, your game begins."""
    return Look(by, request.is_looking)


@_action("pair", NewPair)
def pair(by: str, request: NewPair) -> RoomCommand:
    """Pair two members who have no game; for the owner."""
    return Pair(by, request.x, request.o)


@_action("pair-all", RoomAct)
def pair_all(by: str, _: RoomAct) -> RoomCommand:
    """Pair up all members who have no game, in this round of a Swiss tournament; for the owner."""
    return PairAll(by)


@_action("round", NextRound)
def begin_round(by: str, request: NextRound) -> RoomCommand:
    """Begin the next round, or a new tournament; for the owner.

    When a round is over, the next begins by itself.
    """
    return BeginRound(by, request.games)


@_action("remove", Removal)
def remove(by: str, request: Removal) -> RoomCommand:
    """Remove a member for good; for the owner."""
    return Remove(by, request.member)


@_action("readmit", Removal)
def readmit(by: str, request: Removal) -> RoomCommand:
    """Let a member who was removed come back; for the owner."""
    return Readmit(by, request.member)


@_action("rename", Removal)
def rename(by: str, request: Removal) -> RoomCommand:
    """Give a member a drawn name in place of the one they typed; for the owner."""
    return Rename(by, request.member, randbits(32))


@_action("annul", Annulment)
def annul(by: str, request: Annulment) -> RoomCommand:
    """Call off a game: it counts for nobody, and both are free; for the owner."""
    return Annul(by, request.game)


@_action("pause", Pausing)
def pause(by: str, request: Pausing) -> RoomCommand:
    """Begin no more games, or go on; games under way can be finished; for the owner."""
    return Pause(by, request.is_paused)


@_action("extend", RoomAct)
def extend(by: str, _: RoomAct) -> RoomCommand:
    """Add a round to a Swiss tournament, or five minutes to an arena; for the owner."""
    return Extend(by)


@_action("end", RoomAct)
def end(by: str, _: RoomAct) -> RoomCommand:
    """End the tournament: games under way count for nobody; for the owner."""
    return End(by)


@_action("choose", RoomChoices)
def choose(by: str, request: RoomChoices) -> RoomCommand:
    """Change the choices for the games to come; for the owner. Another way ends a tournament."""
    return Choose(by, request.choices())


@_action("lock", Locking)
def lock(by: str, request: Locking) -> RoomCommand:
    """Let nobody new into the room, or open it again; members come and go; for the owner."""
    return Lock(by, request.is_locked)


@_action("close", RoomAct)
def close(by: str, _: RoomAct) -> RoomCommand:
    """Close the room: open games go on, no more begin; for the owner."""
    return Close(by)
