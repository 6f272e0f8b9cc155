"""The state of a room: people who play each other, known by generated names."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from msgspec import Struct

from noughts.online.games.clocks import Clock

Number = int  # of a member or a pairing in a room, from 0 in order of arrival
Result = Literal["x", "o", "draw", "void"]  # a void game does not count
Way = Literal["free", "round-robin", "swiss", "arena"]
Naming = Literal["drawn", "typed"]


class Choices(Struct, frozen=True):
    """What the owner chose for the games to come."""

    board: str = "3x3:3"
    way: Way = "free"
    clock: Clock | None = None
    naming: Naming = "drawn"
    rounds: int = 5  # of a Swiss tournament
    minutes: int = 15  # of an arena


class Member(Struct, frozen=True):
    """A person who joined, or two who share a device, known by the key of that."""

    key: str
    name: str
    is_gone: bool = False
    is_removed: bool = False  # by the owner; cannot come back
    withdrawals: int = 0  # how often they left or stopped looking for a game
    is_typed: bool = False  # the name
    is_renamed: bool = False  # by the owner; their boards have the typed name at first
    bars: str = ""  # the hash of the address of who was removed


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
    """The current tournament, or the last one; an arena is one round, until it ends."""

    number: int
    players: tuple[Number, ...]
    round: int = 0
    way: Way = "round-robin"
    planned: int = 0  # rounds of a Swiss tournament
    byes: tuple[tuple[Number, ...], ...] = ()  # points without a game, by round
    ends: str = ""  # ISO 8601: when an arena begins no more games
    is_ended: bool = False  # by the owner, or an arena by its time

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        if self.way != "round-robin":
            return self.planned
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
    is_locked: bool = False  # against new people
    paused: str = ""  # ISO 8601: since when no game begins, and the time of an arena stands still
    member_events: int = 0  # joining, leaving and looking, which is limited for each member

    @property
    def is_paused(self) -> bool:
        """Whether no game begins."""
        return self.paused != ""

    def number_of(self, key: str | None) -> Number | None:
        """The number of the member with a key, gone or not."""
        return next((n for n, member in enumerate(self.members) if member.key == key), None)

    def has_removed(self, key: str) -> bool:
        """Whether the owner has removed the holder of a key, who is somebody else."""
        number = self.number_of(key)
        return number is not None and self.members[number].is_removed and key != self.owner

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
        """Whether no round is left to begin; true without a tournament."""
        now = self.tournament
        if now is None or now.is_ended:
            return True
        return now.way != "arena" and now.round >= now.rounds

    @property
    def is_arena_on(self) -> bool:
        """Whether an arena begins games as people get free."""
        now = self.tournament
        return now is not None and now.way == "arena" and not now.is_ended

    @property
    def is_over(self) -> bool:
        """Whether a tournament has been played to its end."""
        return self.tournament is not None and self.is_tournament_over and self.is_round_over

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
