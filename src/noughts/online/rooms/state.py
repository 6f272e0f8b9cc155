"""The state of a room: people who play each other, known by generated names."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from msgspec import Struct

from noughts.online.games.clocks import Clock

Number = int  # of a member or a pairing in a room, from 0 in order of arrival
Result = Literal["x", "o", "draw", "void"]  # a void game does not count
Way = Literal["free", "round-robin"]


class Choices(Struct, frozen=True):
    """What the owner chose for the games to come."""

    board: str = "3x3:3"
    way: Way = "free"
    clock: Clock | None = None


class Member(Struct, frozen=True):
    """A person who joined, known by the key of their browser or program."""

    key: str
    name: str
    is_gone: bool = False
    is_removed: bool = False  # by the owner; cannot come back


class Pairing(Struct, frozen=True):
    """A game between two members; `tournament` and `round` count from 1 and are 0 in free play."""

    x: Number
    o: Number
    tournament: int = 0
    round: int = 0
    result: Result | None = None

    @property
    def members(self) -> tuple[Number, Number]:
        return self.x, self.o


class Tournament(Struct, frozen=True):
    """The current round-robin, or the last one."""

    number: int
    players: tuple[Number, ...]
    round: int = 0

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return len(self.players) - 1 + len(self.players) % 2


class Room(Struct, frozen=True):
    """A room with its members and games; `version` counts its events.

    `secret` goes into the ids of its games, so that nobody can derive them from the room's code.
    """

    owner: str
    secret: str
    choices: Choices
    changed: str  # ISO 8601: when the last event happened
    version: int = 1
    members: tuple[Member, ...] = ()
    looking: tuple[Number, ...] = ()  # for a game, the longest wait first
    pairings: tuple[Pairing, ...] = ()
    tournament: Tournament | None = None
    is_closed: bool = False

    def number_of(self, key: str | None) -> Number | None:
        """The number of the member with a key, gone or not."""
        return next((n for n, member in enumerate(self.members) if member.key == key), None)

    @property
    def present(self) -> tuple[Number, ...]:
        """The members who have not gone."""
        return tuple(n for n, member in enumerate(self.members) if not member.is_gone)

    @property
    def open_pairings(self) -> tuple[Number, ...]:
        """The games under way."""
        return tuple(n for n, pairing in enumerate(self.pairings) if pairing.result is None)

    @property
    def playing(self) -> frozenset[Number]:
        """The members with a game under way."""
        return frozenset(m for n in self.open_pairings for m in self.pairings[n].members)

    @property
    def idle(self) -> tuple[Number, ...]:
        """The present members who have no game under way."""
        playing = self.playing
        return tuple(n for n in self.present if n not in playing)

    @property
    def is_round_over(self) -> bool:
        """Whether all games of the current round are finished."""
        return all(self.pairings[number].result is not None for number in self.round_pairings)

    @property
    def is_tournament_over(self) -> bool:
        """Whether no round is left to play; true without a tournament."""
        return self.tournament is None or self.tournament.round >= self.tournament.rounds

    @property
    def round_pairings(self) -> tuple[Number, ...]:
        """The games of the current or last round."""
        if self.tournament is None:
            return ()
        now = self.tournament.number, self.tournament.round
        pairings = enumerate(self.pairings)
        return tuple(n for n, each in pairings if (each.tournament, each.round) == now)

    @property
    def counted(self) -> tuple[Pairing, ...]:
        """The games that the table counts: those of the last tournament, or of free play."""
        is_free = self.choices.way == "free" or self.tournament is None
        number = 0 if is_free or self.tournament is None else self.tournament.number
        return tuple(each for each in self.pairings if each.tournament == number)

    def meetings(self) -> Counter[frozenset[Number]]:
        """How often each two members have been paired."""
        return Counter(frozenset(pairing.members) for pairing in self.pairings)
