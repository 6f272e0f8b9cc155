"""What somebody may ask of a room; `by` is the key of who asks."""

from __future__ import annotations

from msgspec import Struct

from noughts.online.rooms.state import Choices, Number, Result


class Join(Struct, frozen=True):
    """Become a member, under the name that a random number draws."""

    by: str
    lot: int


class Depart(Struct, frozen=True):
    """Leave the room: games under way count for nobody."""

    by: str


class Remove(Struct, frozen=True):
    """Send a member away for good."""

    by: str
    member: Number


class Look(Struct, frozen=True):
    """Look for a game, or no longer."""

    by: str
    is_looking: bool = True


class Pair(Struct, frozen=True):
    """Have two members play each other."""

    by: str
    x: Number
    o: Number


class PairAll(Struct, frozen=True):
    """Have everybody play who has no game."""

    by: str


class BeginRound(Struct, frozen=True):
    """Begin the next round, or a round-robin with its first; `games` were there when one asked."""

    by: str
    games: int


class Choose(Struct, frozen=True):
    """Choose otherwise for the games to come."""

    by: str
    choices: Choices


class Finish(Struct, frozen=True):
    """Note how a game ended."""

    pairing: Number
    result: Result


class Close(Struct, frozen=True):
    """Close the room for good."""

    by: str


RoomCommand = Join | Depart | Remove | Look | Pair | PairAll | BeginRound | Choose | Finish | Close
