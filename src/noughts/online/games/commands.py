"""What somebody may ask of a shared game: who asks, and the version they saw when they did."""

from __future__ import annotations

from msgspec import Struct

from noughts.core.bits import Move
from noughts.online.games.state import Offer, Seat


class Sit(Struct, frozen=True):
    """Take the free seat."""

    by: Seat
    version: int


class Play(Struct, frozen=True):
    """Take a square for the side to move."""

    by: Seat
    version: int
    square: Move


class Ask(Struct, frozen=True):
    """Offer something to the other, or agree to the same that the other offers.

    A takeback goes back to the last time it was the turn of whoever asked first. Who plays both
    sides, or a computer, needs nobody's consent to take back.
    """

    by: Seat
    version: int
    what: Offer


class Decline(Struct, frozen=True):
    """Refuse what the other offers, or withdraw what one offered."""

    by: Seat
    version: int


class Resign(Struct, frozen=True):
    """Give the game up: for the side to move where the asker plays both."""

    by: Seat
    version: int


class ClaimWin(Struct, frozen=True):
    """Win because the other side, whose move it is, has been away for too long."""

    by: Seat
    version: int
    away: float  # seconds since the other was last here; 0 while they are


class CheckClock(Struct, frozen=True):
    """End the game if the side to move has no time left; anybody may ask."""

    version: int


Command = Sit | Play | Ask | Decline | Resign | ClaimWin | CheckClock
