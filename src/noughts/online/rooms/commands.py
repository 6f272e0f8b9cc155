"""The commands a room takes; `by` is the key of the person who gives it."""

from __future__ import annotations

from msgspec import Struct

from noughts.online.rooms.state import Choices, Number, Result


class Join(Struct, frozen=True):
    """Join the room, under the name that a random number picks or under one's own.

    `partner` is the first name of the other person at the same device; where names are drawn,
    any text means that there are two.
    """

    by: str
    draw: int
    name: str = ""
    partner: str = ""


class Depart(Struct, frozen=True):
    """Leave the room; games under way become void."""

    by: str


class Remove(Struct, frozen=True):
    """Remove a member for good; `bars` is the hash of their address, if nobody else has it."""

    by: str
    member: Number
    bars: str = ""


class Readmit(Struct, frozen=True):
    """Let a member who was removed come back."""

    by: str
    member: Number


class Rename(Struct, frozen=True):
    """Give a member the name that a random number picks, in place of the one they typed."""

    by: str
    member: Number
    draw: int


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


class Annul(Struct, frozen=True):
    """End a game without a result: both are free for another."""

    by: str
    pairing: Number


class Pause(Struct, frozen=True):
    """Begin no more games, or go on; games under way can be finished."""

    by: str
    is_paused: bool = True


class Extend(Struct, frozen=True):
    """Add a round to a Swiss tournament, or five minutes to an arena."""

    by: str


class End(Struct, frozen=True):
    """End the tournament; games under way become void."""

    by: str


class CheckEnd(Struct, frozen=True):
    """End an arena whose time is over; anybody may send this."""


class Choose(Struct, frozen=True):
    """Change the choices for the games to come."""

    by: str
    choices: Choices


class Lock(Struct, frozen=True):
    """Let nobody new in, or open the room again."""

    by: str
    is_locked: bool


class Finish(Struct, frozen=True):
    """Record how a game ended."""

    pairing: Number
    result: Result


class Close(Struct, frozen=True):
    """Close the room for good."""

    by: str


OwnerCommand = (  # in an open room
    Remove
    | Readmit
    | Rename
    | Pair
    | PairAll
    | BeginRound
    | Annul
    | Pause
    | Extend
    | End
    | Choose
    | Lock
)
RoomCommand = Join | Depart | Look | OwnerCommand | Close | Finish | CheckEnd
