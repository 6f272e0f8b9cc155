"""The actions in a room: one table for the API, its description and the pages' forms.

An action turns a visitor's key and a request into a command. Its name and its docstring are those
of the operation in the API.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct

from noughts.core.rules import Rules
from noughts.online.games import Clock
from noughts.online.rooms.commands import (
    BeginRound,
    Choose,
    Close,
    Depart,
    Look,
    Pair,
    PairAll,
    Remove,
    RoomCommand,
)
from noughts.online.rooms.state import Choices, Way
from noughts.web.views.schemas import ClockSetting, CommandId

MemberNumber = Annotated[
    int, Meta(ge=0, lt=200, description="A member of the room, by when they joined.")
]
GameCount = Annotated[
    int, Meta(ge=0, le=10_000, description="How many games the room had when you last saw it.")
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
    incomplete: str  # the message for a form without a required field

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
    path: str, request: type[Request], incomplete: str = "the form lacks a field"
) -> Callable[[Callable[[str, Request], RoomCommand]], Callable[[str, Request], RoomCommand]]:
    def add(
        command: Callable[[str, Request], RoomCommand],
    ) -> Callable[[str, Request], RoomCommand]:
        ROOM_ACTIONS[path] = RoomAction(path, request, command, incomplete)
        return command

    return add


class RoomChoices(RoomRequest, frozen=True):
    """What is played in a room: free play, or a round-robin."""

    board: Annotated[str, Meta(max_length=16, description="`WIDTHxHEIGHT:K`, as `15x15:5`.")] = (
        "3x3:3"
    )
    way: Way = "free"
    clock: ClockSetting | None = None

    def choices(self) -> Choices:
        """The choices as events store them; raises InvalidRules."""
        clock = None if self.clock is None else Clock(self.clock.per, self.clock.seconds)
        return Choices(str(Rules.parse(self.board)), self.way, clock)


class RoomAct(RoomRequest, frozen=True):
    """A request for an action without parameters."""


class Looking(RoomRequest, frozen=True):
    """A request to look for a game, or to stop looking."""

    is_looking: bool = True


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


@_action("pair", NewPair, incomplete="choose who is to play")
def pair(by: str, request: NewPair) -> RoomCommand:
    """Pair two members who have no game; for the owner."""
    return Pair(by, request.x, request.o)


@_action("pair-all", RoomAct)
def pair_all(by: str, _: RoomAct) -> RoomCommand:
    """Pair up all members who have no game; for the owner."""
    return PairAll(by)


@_action("round", NextRound)
def begin_round(by: str, request: NextRound) -> RoomCommand:
    """Begin the next round, or a new round-robin; for the owner.

    When a round is over, the next begins by itself.
    """
    return BeginRound(by, request.games)


@_action("remove", Removal, incomplete="choose who is to go")
def remove(by: str, request: Removal) -> RoomCommand:
    """Remove a member for good; for the owner."""
    return Remove(by, request.member)


@_action("choose", RoomChoices)
def choose(by: str, request: RoomChoices) -> RoomCommand:
    """Change the choices for the games to come; for the owner. Free play ends a round-robin."""
    return Choose(by, request.choices())


@_action("close", RoomAct)
def close(by: str, _: RoomAct) -> RoomCommand:
    """Close the room: open games go on, no more begin; for the owner."""
    return Close(by)
