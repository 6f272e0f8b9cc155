"""The two kinds of aggregate, and what differs between games and rooms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from noughts.core.errors import NoughtsError
from noughts.language import gettext as _
from noughts.online import games, rooms
from noughts.online.games import Command, SharedGame
from noughts.online.rooms import Room, RoomCommand
from noughts.web.aggregates.ids import is_room_id


class Versioned(Protocol):
    """A state whose `version` counts the events that made it."""

    @property
    def version(self) -> int: ...


State = TypeVar("State", bound=Versioned)
Command_ = TypeVar("Command_")


class UnknownGame(NoughtsError):
    """An id that no game has."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason or _("There's no such game – it may have been deleted"))


class UnknownRoom(NoughtsError):
    """A code that no room has."""

    def __init__(self) -> None:
        super().__init__(_("There's no room with this code"))


@dataclass(frozen=True, slots=True)
class Kind(Generic[State, Command_]):
    """A kind of aggregate; its `replay` raises ValueError or IndexError for a damaged log."""

    name: str
    decide: Callable[[State, Command_, str], tuple[Any, ...]]
    evolve: Callable[[State, Any], State]
    replay: Callable[[Iterable[Any]], State]
    is_over: Callable[[State], bool]
    unknown: Callable[[], NoughtsError]
    most_in_memory: int


def _is_game_over(shared: SharedGame) -> bool:
    return shared.game.ending is not None


def _is_room_closed(room: Room) -> bool:
    return room.is_closed


GAME: Kind[SharedGame, Command] = Kind(
    "game",
    games.decide,
    games.evolve,
    games.replay,
    _is_game_over,
    UnknownGame,
    10_000,  # each takes about 5 kB; dropped ones are loaded again
)
ROOM: Kind[Room, RoomCommand] = Kind(
    "room",
    rooms.decide,
    rooms.evolve,
    rooms.replay,
    _is_room_closed,
    UnknownRoom,
    1_000,
)


def kind_of(id_: str) -> Kind[Any, Any]:
    """The kind of the aggregate with an id."""
    return ROOM if is_room_id(id_) else GAME
