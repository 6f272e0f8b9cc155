"""The commands a shared game takes: each says who gives it and which version they had seen."""

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
    """Offer something to the opponent, or accept the same offer made by the opponent.

    A takeback goes back to the last turn of the player who asked first. A player who plays both
    sides, or against a computer, takes back without consent.
    """

    by: Seat
    version: int
    what: Offer


class Decline(Struct, frozen=True):
    """Decline the opponent's offer, or withdraw one's own."""

    by: Seat
    version: int


class Resign(Struct, frozen=True):
    """Resign; a player of both sides resigns for the side to move."""

    by: Seat
    version: int


class ClaimWin(Struct, frozen=True):
    """Claim the win because the opponent, who is to move, has been away for too long."""

    by: Seat
    version: int
    away: float  # seconds since the opponent was last connected; 0 while connected


class CheckClock(Struct, frozen=True):
    """End the game if the side to move has no time left; anybody may send this."""

    version: int


class ResumeClock(Struct, frozen=True):
    """Start the running clock again if the server, up since `started`, was down meanwhile."""

    version: int
    started: str  # ISO 8601


class Rename(Struct, frozen=True):
    """Show another name for a person; the room that the game is played in gives this."""

    key: str
    name: str
    version: int = 1


class CallOff(Struct, frozen=True):
    """End a game without a result; the room that it is played in gives this."""

    version: int = 1


Command = (
    Sit | Play | Ask | Decline | Resign | ClaimWin | CheckClock | ResumeClock | Rename | CallOff
)
