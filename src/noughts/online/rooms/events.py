"""What can happen in a room; kept for good like the events of a game, and in the same log."""

from __future__ import annotations

from msgspec import Struct

from noughts.online.rooms.state import Choices, Number, Result


class RoomOpened(Struct, frozen=True, tag="room-opened"):
    """Somebody opened a room, and owns it."""

    owner: str
    secret: str
    choices: Choices
    at: str  # ISO 8601, as in every event


class Joined(Struct, frozen=True, tag="room-joined"):
    """Somebody joined under a name, or came back under the one they had."""

    key: str
    name: str
    at: str


class Departed(Struct, frozen=True, tag="room-departed"):
    """A member left, or was sent away."""

    member: Number
    is_removed: bool
    at: str


class Looked(Struct, frozen=True, tag="room-looked"):
    """A member looks for a game, or does so no longer."""

    member: Number
    is_looking: bool
    at: str


class Paired(Struct, frozen=True, tag="room-paired"):
    """A game began between two members."""

    x: Number
    o: Number
    at: str


class RoundRobinBegan(Struct, frozen=True, tag="room-round-robin-began"):
    """Everybody listed is to meet everybody."""

    players: tuple[Number, ...]
    at: str


class RoundBegan(Struct, frozen=True, tag="room-round-began"):
    """The next round of the round-robin began: these games, of who plays X and who plays O."""

    pairs: tuple[tuple[Number, Number], ...]
    at: str


class Finished(Struct, frozen=True, tag="room-finished"):
    """A game of the room ended."""

    pairing: Number
    result: Result
    at: str


class Chose(Struct, frozen=True, tag="room-chose"):
    """The owner chose otherwise for the games to come."""

    choices: Choices
    at: str


class RoomClosed(Struct, frozen=True, tag="room-closed"):
    """The room was closed: what is under way goes on, and nothing more begins."""

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
