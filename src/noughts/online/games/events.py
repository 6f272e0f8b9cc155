"""What can happen to a shared game; kept for good, so a field once written stays readable."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from noughts.online.games.clocks import Clock
from noughts.online.games.state import Score, Seat


class Began(Struct, frozen=True, tag="began"):
    """A game was set up: from which position, between whom, at what score of their series."""

    start: str
    x: Seat
    o: Seat
    at: str  # ISO 8601, as in every event
    score: Score = Score()
    clock: Clock | None = None
    room: str | UnsetType = UNSET  # the code of the room in which it is played


class SatDown(Struct, frozen=True, tag="sat-down"):
    """Somebody took the free seat."""

    side: str  # x or o
    seat: Seat
    at: str


class Played(Struct, frozen=True, tag="played"):
    """The side to move took a square."""

    square: int
    at: str


class TookBack(Struct, frozen=True, tag="took-back"):
    """The last moves were taken back."""

    plies: int
    at: str


class Offered(Struct, frozen=True, tag="offered"):
    """A side offered something to the other."""

    kind: str  # the value of an Offer
    side: str  # x or o
    at: str


class Declined(Struct, frozen=True, tag="declined"):
    """What was offered no longer is: it was declined, or withdrawn."""

    at: str


class Agreed(Struct, frozen=True, tag="agreed"):
    """Both agreed to a draw."""

    at: str


class Resigned(Struct, frozen=True, tag="resigned"):
    """A side gave the game up."""

    side: str  # x or o
    at: str


class RanOut(Struct, frozen=True, tag="ran-out"):
    """A side had no time left."""

    side: str  # x or o
    at: str


class Left(Struct, frozen=True, tag="left"):
    """A side was away for so long that the other claimed the win."""

    side: str  # x or o
    at: str


class Rematched(Struct, frozen=True, tag="rematched"):
    """Both agreed to another game, each on the other's side."""

    at: str


Event = (
    Began
    | SatDown
    | Played
    | TookBack
    | Offered
    | Declined
    | Agreed
    | Resigned
    | RanOut
    | Left
    | Rematched
)
