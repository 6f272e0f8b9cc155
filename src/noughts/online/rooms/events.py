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
    is_typed: bool = False


class MemberRenamed(Struct, frozen=True, tag="room-member-renamed"):
    """The owner had another name drawn for a member."""

    member: Number
    name: str
    at: str


class Departed(Struct, frozen=True, tag="room-departed"):
    """A member left or was removed, or may come back after having been removed.

    `bars` is the hash of an address from which nobody new comes in.
    """

    member: Number
    is_removed: bool
    at: str
    bars: str = ""


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


class SwissBegan(Struct, frozen=True, tag="room-swiss-began"):
    """A Swiss tournament of some rounds began, for everybody who is there at each of them."""

    rounds: int
    at: str


class ArenaBegan(Struct, frozen=True, tag="room-arena-began"):
    """An arena began, which pairs people as they get free until it ends."""

    ends: str  # ISO 8601
    at: str


class Extended(Struct, frozen=True, tag="room-extended"):
    """A Swiss tournament got more rounds, or an arena a later end."""

    rounds: int
    ends: str
    at: str


class Ended(Struct, frozen=True, tag="room-ended"):
    """The tournament ended: by the owner, or an arena by its time."""

    at: str


class PairsAdded(Struct, frozen=True, tag="room-pairs-added"):
    """Games were added to the current round, or to an arena."""

    pairs: tuple[tuple[Number, Number], ...]
    at: str


class Paused(Struct, frozen=True, tag="room-paused"):
    """The owner had no more games begin, or had them go on."""

    is_paused: bool
    at: str


class RoundBegan(Struct, frozen=True, tag="room-round-began"):
    """The next round of the tournament began, with these pairs of X and O."""

    pairs: tuple[tuple[Number, Number], ...]
    at: str


class Finished(Struct, frozen=True, tag="room-finished"):
    """A game of the room ended."""

    pairing: Number
    result: Result
    at: str
    left_by: Number | None = None  # whose leaving ended it


class Chose(Struct, frozen=True, tag="room-chose"):
    """The owner changed the choices for the games to come."""

    choices: Choices
    at: str


class Locked(Struct, frozen=True, tag="room-locked"):
    """The owner locked the room against new people, or opened it again."""

    is_locked: bool
    at: str


class RoomClosed(Struct, frozen=True, tag="room-closed"):
    """The room was closed: games under way go on, but no new ones begin."""

    at: str


RoomEvent = (
    RoomOpened
    | Joined
    | MemberRenamed
    | Departed
    | Looked
    | Paired
    | RoundRobinBegan
    | SwissBegan
    | ArenaBegan
    | Extended
    | Ended
    | PairsAdded
    | Paused
    | RoundBegan
    | Finished
    | Chose
    | Locked
    | RoomClosed
)
