"""What somebody may ask of a shared game: who asks, and the version they saw when they did."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.core.bits import Move
from noughts.online.shared_game import Seat


@dataclass(frozen=True, slots=True)
class Play:
    """Take a square for the side to move."""

    by: Seat
    version: int
    square: Move


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Go back to the last time it was the asker's turn."""

    by: Seat
    version: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up: for the side to move where the asker plays both."""

    by: Seat
    version: int


Command = Play | TakeBack | Resign
