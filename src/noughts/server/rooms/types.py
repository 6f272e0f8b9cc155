"""A room, and the events that make it what it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from noughts.core import Ending
from noughts.server.games.names import shown
from noughts.server.games.types import ClockSetting
from noughts.server.ids import derived_id, proof_of, room_game_id
from noughts.server.log.events import register, rename

Number = int  # of a member or a pairing in a room, from 0 in order of arrival
Sides = tuple[Number, Number]  # who plays X, and who plays O


class Result(StrEnum):
    """How a game of a room ended; a void one does not count."""

    X = "x"
    O = "o"  # noqa: E741 - as in Mark
    DRAW = "draw"
    VOID = "void"

    @classmethod
    def of(cls, ending: Ending) -> Result:
        """Return the result of a game with an ending."""
        return cls.VOID if ending.result == "*" else cls(ending.result)


class Way(StrEnum):
    """How games come about."""

    FREE = "free"
    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    ARENA = "arena"


class Naming(StrEnum):
    """Where the names of members come from."""

    DRAWN = "drawn"
    TYPED = "typed"


_FIRST_MOVE = "Seconds a player has for the first move in a game, or loses it; 0 for no limit."
FirstMove = Annotated[int, Meta(ge=0, le=600, description=_FIRST_MOVE)]


class Choices(Struct, frozen=True):
    """The owner's choices for the games to come."""

    board: Annotated[str, Meta(max_length=16, description="`WIDTHxHEIGHT:K`, as `15x15:5`.")] = (
        "3x3:3"
    )
    way: Way = Way.FREE
    clock: ClockSetting | None = None
    naming: Naming = Naming.DRAWN
    rounds: Annotated[int, Meta(ge=1, le=20, description="Of a Swiss tournament.")] = 5
    minutes: Annotated[int, Meta(ge=1, le=240, description="Of an arena.")] = 15
    is_guarded: Annotated[
        bool, Meta(description="True if newcomers wait until the owner lets them in.")
    ] = False
    first_move: FirstMove = 0


class Member(Struct, frozen=True):
    """A person who joined, or two who share a device, known by the key of that."""

    key: str
    name: str
    is_gone: bool = False
    is_removed: bool = False  # by the owner; cannot come back
    withdrawals: int = 0  # how often they left or stopped looking for a game
    is_typed: bool = False  # the name
    is_waiting: bool = False  # until the owner lets them in
    is_away: bool = False  # their page was connected, and is no longer
    is_resting: bool = False
    has_missed: bool = False  # rests since they missed the first move of a game
    is_renamed: bool = False  # by the owner; their boards have the typed name at first
    bars: str = ""  # the hash of the address of a removed member

    @property
    def is_active(self) -> bool:
        """True for a member who is neither resting nor away."""
        return not (self.is_resting or self.is_away)


class Pairing(Struct, frozen=True):
    """A game between two members; `tournament` and `round` count from 1 and are 0 in free play."""

    x: Number
    o: Number
    tournament: int = 0
    round: int = 0
    result: Result | None = None
    is_of_arena: bool = False
    is_left: bool = False  # by one of them, before it ended
    began: str = ""  # ISO 8601

    @property
    def members(self) -> tuple[Number, Number]:
        return self.x, self.o

    @property
    def has_result(self) -> bool:
        """True if it has ended, and is not void."""
        return self.result is not None and self.result is not Result.VOID


class Tournament(Struct, frozen=True):
    """The current tournament, or the last one; an arena is one round, until it ends."""

    number: int
    players: tuple[Number, ...]
    round: int = 0
    way: Way = Way.ROUND_ROBIN
    planned: int = 0  # rounds of a Swiss tournament
    byes: tuple[tuple[Number, ...], ...] = ()  # points without a game, by round
    owed: tuple[Number, ...] = ()  # players who get a game or a bye yet in a round of a Swiss one
    due: tuple[Sides, ...] = ()  # games of a round-robin that began without them
    left: tuple[Number, ...] = ()  # players who left a round-robin while it was on
    waits: bool = False  # for players who are not ready; a round-robin in old logs does not
    ends: str = ""  # ISO 8601: when an arena begins no more games
    is_ended: bool = False  # by the owner, an arena by its time, a round-robin with its last game

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        count = len(self.players)
        return count - 1 + count % 2 if self.way is Way.ROUND_ROBIN else self.planned

    def without_left(self, games: Iterable[Sides]) -> tuple[Sides, ...]:
        """Return those games of a round-robin whose players have not left."""
        return tuple(game for game in games if not {*game}.intersection(self.left))


class Room(Struct, frozen=True):
    """A room with its members and games; `version` counts its events.

    `secret` goes into the ids of its games, so that nobody can derive them from the room's code.
    """

    owner: str
    secret: str
    choices: Choices
    version: int = 1
    members: tuple[Member, ...] = ()
    looking: tuple[Number, ...] = ()  # for a game, the longest wait first
    pairings: tuple[Pairing, ...] = ()
    tournament: Tournament | None = None
    is_closed: bool = False
    is_locked: bool = False  # against new people
    paused: str = ""  # ISO 8601: since when no game begins, and the time of an arena stands still
    hosts: tuple[str, ...] = ()  # keys of devices which do what the owner's does
    invited: int = 0  # the version at which the link for one more such device was made; 0 without
    member_events: int = 0  # joining, leaving and looking, which is limited for each member

    @property
    def is_paused(self) -> bool:
        """True if no game begins."""
        return self.paused != ""

    def is_host(self, key: str) -> bool:
        """True if a key is the owner's, or that of another of their devices."""
        return key == self.owner or key in self.hosts

    @property
    def host_token(self) -> str:
        """The secret that makes the next device a host, once; empty without an invitation."""
        return derived_id(self.secret, f"host {self.invited}") if self.invited else ""

    def number_of(self, key: str) -> Number | None:
        """Return the number of the member with a key, gone or not."""
        return next((n for n, member in enumerate(self.members) if member.key == key), None)

    def knows(self, key: str) -> bool:
        """True if a key is that of a host, or of a member, gone or not."""
        return self.is_host(key) or self.number_of(key) is not None

    def name(self, number: Number) -> str:
        """Return a member's name as the reader sees it: a drawn one is in their language."""
        return shown(self.members[number].name)

    @property
    def removed(self) -> frozenset[str]:
        """The keys of members removed by the owner, without those of hosts."""
        return frozenset(m.key for m in self.members if m.is_removed and not self.is_host(m.key))

    @property
    def proof(self) -> str:
        """The second half of its long code."""
        return proof_of(self.secret)

    def game_id(self, code: str, number: Number) -> str:
        """Return the id of one of its games, in a room with this code."""
        return room_game_id(code, self.secret, number)

    @property
    def present(self) -> tuple[Number, ...]:
        """The members who have been let in, and have not gone."""
        return tuple(n for n, m in enumerate(self.members) if not (m.is_gone or m.is_waiting))

    @property
    def at_door(self) -> tuple[Number, ...]:
        """The people who wait until the owner lets them in."""
        return tuple(n for n, m in enumerate(self.members) if m.is_waiting and not m.is_gone)

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
    def active(self) -> tuple[Number, ...]:
        """The present members who are neither resting nor away."""
        return tuple(n for n in self.present if self.members[n].is_active)

    @property
    def ready(self) -> tuple[Number, ...]:
        """The members who can be paired: active, and without a game under way."""
        return tuple(n for n in self.idle if self.members[n].is_active)

    @property
    def current(self) -> Tournament | None:
        """The last tournament, if it is of the way that is chosen now."""
        current = self.tournament
        return current if current is not None and current.way == self.choices.way else None

    @property
    def is_tournament_over(self) -> bool:
        """True if no round is left to begin, and without a tournament."""
        current = self.tournament
        return (
            current is None
            or current.is_ended
            or (current.way is not Way.ARENA and current.round >= current.rounds)
        )

    @property
    def open_of_tournament(self) -> tuple[Number, ...]:
        """The games of the last tournament that are under way, of whichever round."""
        current = self.tournament
        if current is None:
            return ()
        return tuple(n for n in self.open_pairings if self.pairings[n].tournament == current.number)

    @property
    def is_over(self) -> bool:
        """True if a tournament has been played to its end."""
        current = self.tournament
        if current is None or not self.is_tournament_over or self.open_of_tournament:
            return False
        return current.is_ended or not (current.owed or current.without_left(current.due))

    @property
    def is_arena_on(self) -> bool:
        """True if an arena begins games as people get free."""
        current = self.tournament
        return current is not None and current.way is Way.ARENA and not current.is_ended

    @property
    def is_swiss_on(self) -> bool:
        """True if a Swiss tournament is under way."""
        current = self.tournament
        return (
            current is not None
            and current.way is Way.SWISS
            and not (current.is_ended or self.is_over)
        )

    @property
    def round_pairings(self) -> tuple[Number, ...]:
        """The games of the current or last round."""
        current = self.tournament
        at = None if current is None else (current.number, current.round)
        return tuple(n for n, p in enumerate(self.pairings) if (p.tournament, p.round) == at)

    @property
    def counted(self) -> tuple[Pairing, ...]:
        """The games that the table counts: those of the last tournament, or of free play."""
        current = None if self.choices.way is Way.FREE else self.tournament
        number = 0 if current is None else current.number
        return tuple(game for game in self.pairings if game.tournament == number)

    def meetings(self) -> Counter[frozenset[Number]]:
        """Return how often each two members have been paired."""
        return Counter(frozenset(pairing.members) for pairing in self.pairings)


class RoomEvent(Struct, frozen=True, kw_only=True):
    """Something that happened in a room; each kind of event is a class of its own."""

    at: str  # ISO 8601


class Opened(RoomEvent, frozen=True, tag="room-opened"):
    """A room was opened by its owner."""

    owner: str
    secret: str
    choices: Choices


class Joined(RoomEvent, frozen=True, tag="room-joined"):
    """A member joined, or came back under their old name."""

    key: str
    name: str
    is_typed: bool = False
    is_waiting: bool = False  # for the owner to let them in


class Admitted(RoomEvent, frozen=True, tag="room-admitted"):
    """The owner let a newcomer in."""

    member: Number


class HostInvited(RoomEvent, frozen=True, tag="room-host-invited"):
    """A secret was made for one more device of the owner; the room's own secret derives it."""


class BecameHost(RoomEvent, frozen=True, tag="room-became-host"):
    """A device became a host with that secret."""

    key: str


class MemberRenamed(RoomEvent, frozen=True, tag="room-member-renamed"):
    """The owner had another name drawn for a member."""

    member: Number
    name: str


class PresenceChanged(RoomEvent, frozen=True, tag="room-presence-changed"):
    """The page of a member was connected and is no longer, or is again."""

    member: Number
    is_here: bool


class RestChanged(RoomEvent, frozen=True, tag="room-rest-changed"):
    """A member takes a break, having chosen that or missed their first move, or is back."""

    member: Number
    is_resting: bool
    has_missed: bool = False


class Left(RoomEvent, frozen=True, tag="room-left"):
    """A member left or was removed, or may come back after having been removed.

    `bars` is the hash of an address from which nobody new comes in.
    """

    member: Number
    is_removed: bool
    bars: str = ""


class Looked(RoomEvent, frozen=True, tag="room-looked"):
    """A member started or stopped looking for a game."""

    member: Number
    is_looking: bool


class Paired(RoomEvent, frozen=True, tag="room-paired"):
    """A game began between two members."""

    x: Number
    o: Number


class RoundRobinBegan(RoomEvent, frozen=True, tag="room-round-robin-began"):
    """A round-robin between these players began, whose rounds wait for them but in old logs."""

    players: tuple[Number, ...]
    waits: bool = False


class SwissBegan(RoomEvent, frozen=True, tag="room-swiss-began"):
    """A Swiss tournament of some rounds began, for all who are there at each of them."""

    rounds: int


class ArenaBegan(RoomEvent, frozen=True, tag="room-arena-began"):
    """An arena began, which pairs people as they get free until it ends."""

    ends: str  # ISO 8601


class Extended(RoomEvent, frozen=True, tag="room-extended"):
    """A Swiss tournament got more rounds, or an arena a later end."""

    rounds: int
    ends: str


class Ended(RoomEvent, frozen=True, tag="room-ended"):
    """The tournament ended: by the owner, an arena by its time, a round-robin with its games."""


class Entered(RoomEvent, frozen=True, tag="room-entered"):
    """A round-robin has these players from now on, with a latecomer, or without one who left."""

    players: tuple[Number, ...]


class PairsAdded(RoomEvent, frozen=True, tag="room-pairs-added"):
    """Games, and points without one, were added to the current round, or games to an arena."""

    pairs: tuple[Sides, ...]
    byes: tuple[Number, ...] = ()


class Paused(RoomEvent, frozen=True, tag="room-paused"):
    """The owner had no more games begin, or had them go on."""

    is_paused: bool


class RoundBegan(RoomEvent, frozen=True, tag="room-round-began"):
    """The next round of the tournament began, with these pairs of X and O.

    Logs from before rounds waited for their players have no `byes`: all others had one.
    """

    pairs: tuple[Sides, ...]
    byes: tuple[Number, ...] | None = None
    due: tuple[Sides, ...] = ()  # of this round and those passed over, as soon as both are ready
    number: int = 0  # of the round; 0 for the one after the last


class Finished(RoomEvent, frozen=True, tag="room-finished"):
    """A game of the room ended."""

    pairing: Number
    result: Result
    left_by: Number | None = None  # whose leaving ended it


class Chosen(RoomEvent, frozen=True, tag="room-chosen"):
    """The owner changed the choices for the games to come."""

    choices: Choices


class Locked(RoomEvent, frozen=True, tag="room-locked"):
    """The owner locked the room against new people, or opened it again."""

    is_locked: bool


class Closed(RoomEvent, frozen=True, tag="room-closed"):
    """The room was closed: games under way go on, but no new ones begin."""


MemberEvent = Joined | Left | Looked | PresenceChanged | RestChanged  # see `member_events`
Events = tuple[RoomEvent, ...]

register(*RoomEvent.__subclasses__())
rename(  # from before migration 0005
    {
        '"type":"room-departed"': '"type":"room-left"',
        '"type":"room-chose"': '"type":"room-chosen"',
    }
)
