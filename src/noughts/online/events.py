"""What can happen to a shared game; kept for good, so a field once written stays readable."""

from __future__ import annotations

from msgspec import Struct

from noughts.online.shared_game import Score, Seat


class Began(Struct, frozen=True, tag="began"):
    """A game was set up: from which position, between whom, at what score of their series."""

    start: str
    x: Seat
    o: Seat
    at: str  # ISO 8601
    score: Score = Score()


class Played(Struct, frozen=True, tag="played"):
    """The side to move took a square."""

    square: int
    at: str


class TookBack(Struct, frozen=True, tag="took-back"):
    """The last moves were taken back."""

    plies: int
    at: str


class Resigned(Struct, frozen=True, tag="resigned"):
    """A side gave the game up."""

    side: str  # x or o
    at: str


Event = Began | Played | TookBack | Resigned
