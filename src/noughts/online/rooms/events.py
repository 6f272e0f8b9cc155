"""What can happen in a room; kept for good, like the events of a game."""

from __future__ import annotations

from msgspec import Struct

from noughts.online.rooms.state import Choices, Number, Result


class RoomOpened(Struct, frozen=True, tag="room-opened"):
    """A room was opened by its owner."""

    owner: str
    secret: str
    choices: Choices
    at: str  # ISO 8601, as in every event


class Joined(Struct, frozen=True, tag="room-joined"):
    """A member joined, or came back under their old name."""

    key: str
    name: str
    at: str


class Departed(Struct, frozen=True, tag="room-departed"):
    """A member left or was removed."""

    member: Number
    is_removed: bool
    at: str


class Looked(Struct, frozen=True, tag="room-looked"):
    """A member started or stopped looking for a game."""

    member: Number
    is_looking: bool
    at: str


class Paired(Struct, frozen=True, tag="room-paired"):
    """A game began between two members."""

    x: Number
    o: Number
    at: str


class RoundRobinBegan(Struct, frozen=True, tag="room-round-robin-began"):
    """A round-robin between these players began."""

    players: tuple[Number, ...]
    at: str


class RoundBegan(Struct, frozen=True, tag="room-round-began"):
    """The next round of the round-robin began, with these pairs of X and O."""

    pairs: tuple[tuple[Number, Number], ...]
    at: str


class Finished(Struct, frozen=True, tag="room-finished"):
    """A game of the room ended."""

    pairing: Number
    result: Result
    at: str


class Chose(Struct, frozen=True, tag="room-chose"):
    """The owner changed the choices for the games to come."""

    choices: Choices
    at: str


class RoomClosed(Struct, frozen=True, tag="room-closed"):
    """The room was closed: games under way go on, but no new ones begin."""

    at: str


RoomEvent = (
    RoomOpened
    | Joined
    | Departed
    | Looked
    | Paired
    | RoundRobinBegan
    | RoundBegan
    | Finished
    | Chose
    | RoomClosed
)
