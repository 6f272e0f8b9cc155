"""What can happen to a shared game. Logs are kept for good, so every field stays readable."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from noughts.online.games.clocks import Clock
from noughts.online.games.state import Score, Seat


class Began(Struct, frozen=True, tag="began"):
    """A game was set up: its start position, its players and the score of their series."""

    start: str
    x: Seat
    o: Seat
    at: str  # ISO 8601, as in every event
    score: Score = Score()
    clock: Clock | None = None
    room: str | UnsetType = UNSET  # the code of the room it is played in
    names: tuple[str, str] | UnsetType = UNSET  # of X and O in that room


class SatDown(Struct, frozen=True, tag="sat-down"):
    """A player took the free seat."""

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
    """A side made an offer to the other."""

    kind: str  # the value of an Offer
    side: str  # x or o
    at: str


class Declined(Struct, frozen=True, tag="declined"):
    """The offer was declined or withdrawn."""

    at: str


class Agreed(Struct, frozen=True, tag="agreed"):
    """Both players agreed to a draw."""

    at: str


class Resigned(Struct, frozen=True, tag="resigned"):
    """A side resigned."""

    side: str  # x or o
    at: str


class RanOut(Struct, frozen=True, tag="ran-out"):
    """A side ran out of time."""

    side: str  # x or o
    at: str


class ClockResumed(Struct, frozen=True, tag="clock-resumed"):
    """The server was down: the clock of the side to move starts again with the time it had."""

    at: str


class Left(Struct, frozen=True, tag="left"):
    """A side was away so long that the other claimed the win."""

    side: str  # x or o
    at: str


class CalledOff(Struct, frozen=True, tag="called-off"):
    """The room that the game is played in ended it without a result."""

    at: str


class Renamed(Struct, frozen=True, tag="renamed"):
    """A player of a room got another name there."""

    side: str  # x or o
    name: str
    at: str


class Rematched(Struct, frozen=True, tag="rematched"):
    """Both players agreed to another game with sides swapped."""

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
    | ClockResumed
    | Left
    | CalledOff
    | Renamed
    | Rematched
)
