"""The commands a room takes; `by` is the key of the person who gives it."""

from __future__ import annotations

from msgspec import Struct

from noughts.online.rooms.state import Choices, Number, Result


class Join(Struct, frozen=True):
    """Join the room, under the name that a random number picks."""

    by: str
    draw: int


class Depart(Struct, frozen=True):
    """Leave the room; games under way become void."""

    by: str


class Remove(Struct, frozen=True):
    """Remove a member for good."""

    by: str
    member: Number


class Look(Struct, frozen=True):
    """Look for a game, or stop looking."""

    by: str
    is_looking: bool = True


class Pair(Struct, frozen=True):
    """Begin a game between two members."""

    by: str
    x: Number
    o: Number


class PairAll(Struct, frozen=True):
    """Pair up all members who have no game."""

    by: str


class BeginRound(Struct, frozen=True):
    """Begin the next round, or a new round-robin.

    `games` is how many games the room had when the owner gave the command.
    """

    by: str
    games: int


class Choose(Struct, frozen=True):
    """Change the choices for the games to come."""

    by: str
    choices: Choices


class Finish(Struct, frozen=True):
    """Record how a game ended."""

    pairing: Number
    result: Result


class Close(Struct, frozen=True):
    """Close the room for good."""

    by: str


RoomCommand = Join | Depart | Remove | Look | Pair | PairAll | BeginRound | Choose | Finish | Close
