"""A shared game, the commands of its players, and the events they cause."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from noughts.core import Game, Mark
from noughts.core.offer import Offer
from noughts.server.log.events import register, rename
from noughts.server.validation import Square


class Per(StrEnum):
    """What the time of a clock is for."""

    MOVE = "move"
    GAME = "game"


class Clock(Struct, frozen=True):
    """The time a side has for each move, or for all its moves together."""

    per: Per
    seconds: int


class ClockSetting(Clock, frozen=True, forbid_unknown_fields=True):
    """The time a side has for each move, or for all its moves together."""

    seconds: Annotated[int, Meta(ge=5, le=86_400)]


class Clocks(Struct, frozen=True):
    """The seconds left to each side when its last turn began, and the start of the current turn.

    No clock runs while `since` is None: before both players sit, and after the game. `kept` are
    the seconds that each move left to the side that made it, if they are for the whole game.
    """

    clock: Clock
    x: float  # seconds
    o: float
    since: str | None = None  # ISO 8601
    kept: tuple[float, ...] = ()

    @classmethod
    def full(cls, clock: Clock) -> Clocks:
        """Return both clocks at the start of a game."""
        return cls(clock, float(clock.seconds), float(clock.seconds))

    def left(self, side: Mark, turn: Mark, now: str) -> float:
        """Return the seconds `side` has left at a time in the turn of `turn`; never below 0.

        >>> clocks = Clocks.full(Clock(Per.GAME, 60)).run("2026-01-01T12:00:00+00:00")
        >>> clocks.left(Mark.X, Mark.X, "2026-01-01T12:00:10+00:00")
        50.0
        """
        full = self.x if side is Mark.X else self.o
        if self.since is None or side is not turn:
            return full
        return _left(full, self.since, now)

    def run(self, at: str | None) -> Clocks:
        """Return the clocks with a turn that begins at a time, or stopped for None."""
        return replace(self, since=at)

    def after_turn(self, mover: Mark, at: str) -> Clocks:
        """Return the clocks after a side's move; those for one move are full as a turn begins."""
        if self.clock.per is Per.MOVE:
            return self.run(at)
        after = self.stopped(mover, at)
        kept = (*self.kept, after.x if mover is Mark.X else after.o)
        return replace(after, since=at, kept=kept)

    def undone(self, plies: int, turn: Mark, at: str) -> Clocks:
        """Return the clocks after an undo, in a side's turn: as its undone move left them.

        The time that move took stays spent, and the time after it does not count, as on lichess.
        """
        if self.clock.per is Per.MOVE:
            return self.run(at)
        *before, own = self.kept[: len(self.kept) - plies + 1]
        other = before[-1] if before else float(self.clock.seconds)
        x, o = (own, other) if turn is Mark.X else (other, own)
        return replace(self, x=x, o=o, since=at, kept=tuple(before))

    def stopped(self, turn: Mark, at: str) -> Clocks:
        """Return the clocks when the game ends, during a side's turn."""
        x, o = (self.left(mark, turn, at) for mark in Mark)
        return replace(self, x=x, o=o, since=None)

    def run_out(self, side: Mark) -> Clocks:
        """Return the clocks when a side has no time left, perhaps for its first move alone."""
        return replace(self, x=0.0) if side is Mark.X else replace(self, o=0.0)


def seconds_between(earlier: str, later: str) -> float:
    """Return the seconds from one time to another, both ISO 8601."""
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()


def _left(full: float, since: str, now: str) -> float:
    """Return the seconds left of a time that runs; never below 0."""
    used = max(0.0, seconds_between(since, now))  # the machine's time may be set back
    return max(0.0, full - used)


class Person(Struct, frozen=True, tag="person"):
    """A person, known by the key of their browser or program; one key may play both sides."""

    key: str


class Computer(Struct, frozen=True, tag="computer"):
    """A computer player, by its name in the table of players, and the time it has for a move.

    Without `seconds` it takes its usual time. Logs from before there was a choice have none.
    """

    player: str
    seconds: float | UnsetType = UNSET


class Free(Struct, frozen=True, tag="free"):
    """A seat that is not taken yet."""


Seat = Person | Computer | Free


class SeriesScore(Struct, frozen=True):
    """The finished games of a series."""

    x: int = 0
    o: int = 0
    drawn: int = 0

    def after(self, game: Game) -> SeriesScore:
        """Return the score with one more game counted, if it has ended with a result.

        >>> SeriesScore(x=1).after(Game().play(0, 3, 1, 4, 2))
        SeriesScore(x=2, o=0, drawn=0)
        """
        if game.ending is None or game.ending.result == "*":
            return self
        winner = game.ending.winner
        x, o, drawn = winner is Mark.X, winner is Mark.O, winner is None
        return SeriesScore(self.x + x, self.o + o, self.drawn + drawn)


class SharedGame(Struct, frozen=True):
    """A game with its players; `version` counts its events.

    `changed` is the version of the last event that was not an offer, a refusal or sitting down.
    `offer` is the open offer, with the side that made it; `declined` the one that the other side
    declined last, until the side that made it moves or anything but a move happens. `opened` is
    the time from which a side has the seconds of `first_move` for its first move; None once both
    have moved, or have agreed to an undo, for which both were there.
    """

    game: Game
    x: Seat
    o: Seat
    earlier: SeriesScore  # of the series, before this game
    began: str  # ISO 8601
    version: int
    changed: int = 1
    round: int = 1
    clocks: Clocks | None = None
    first_move: int = 0  # seconds; 0 for no limit
    opened: str | None = None  # ISO 8601
    offer: tuple[Offer, Mark] | None = None
    declined: tuple[Offer, Mark] | None = None
    room: str = ""
    names: tuple[str, str] | None = None  # of X and O; empty for a player without one
    ended: str | None = None  # ISO 8601

    def name(self, mark: Mark) -> str | None:
        """Return the name of the player of a side, if they have one; in a room all have one."""
        return None if self.names is None else self.names[0 if mark is Mark.X else 1] or None

    def seat(self, mark: Mark) -> Seat:
        """Return the seat of a side."""
        return self.x if mark is Mark.X else self.o

    @property
    def since(self) -> str | None:
        """The start of the time that the side to move is using; None if none runs."""
        return self.opened or (None if self.clocks is None else self.clocks.since)

    def first_move_in(self, now: str) -> float | None:
        """Return the seconds that the side to move has for its first move; None without a limit."""
        return None if self.opened is None else _left(self.first_move, self.opened, now)

    def seconds_left(self, now: str) -> float | None:
        """Return the seconds until the side to move loses by time; None if no time runs."""
        clocks, for_first_move = self.clocks, self.first_move_in(now)
        if clocks is None or clocks.since is None:
            return for_first_move
        turn = self.game.position.turn
        on_clock = clocks.left(turn, turn, now)
        return on_clock if for_first_move is None else min(on_clock, for_first_move)

    @property
    def people(self) -> tuple[Mark, ...]:
        """The sides played by people."""
        return tuple(mark for mark in Mark if isinstance(self.seat(mark), Person))

    @property
    def free_seat(self) -> Mark | None:
        """The side that has no player yet."""
        if isinstance(self.x, Free):
            return Mark.X
        return Mark.O if isinstance(self.o, Free) else None

    @property
    def computer(self) -> Computer | None:
        """The computer that plays, if one does."""
        return next((seat for seat in (self.x, self.o) if isinstance(seat, Computer)), None)

    @property
    def is_between_two(self) -> bool:
        """True if the game is, or will be, between two different people."""
        has_computer = isinstance(self.x, Computer) or isinstance(self.o, Computer)
        return self.x != self.o and not has_computer

    @property
    def must_be_played_out(self) -> bool:
        """True if nobody may resign or offer a draw: on 3x3 in a room, which may be of children.

        Without a clock both may, since nothing else would end a game against an idle opponent.
        """
        rules = self.game.rules
        return self.room != "" and rules.width == rules.height == 3 and self.clocks is not None

    def has_players_of(self, other: SharedGame) -> bool:
        """True if the same players, by the same names, sit at the same sides."""
        return (self.x, self.o, self.names) == (other.x, other.o, other.names)

    def sides_of(self, key: str | None) -> tuple[Mark, ...]:
        """Return the sides that the person with this key plays."""
        return self.sides(Person(key or ""))

    def sides(self, seat: Seat) -> tuple[Mark, ...]:
        """Return the sides that a player has a seat on."""
        if self.x == seat:
            return (Mark.X, Mark.O) if self.o == seat else (Mark.X,)
        return (Mark.O,) if self.o == seat else ()

    @property
    def score(self) -> SeriesScore:
        """The score of the series so far, including this game once it has ended."""
        return self.earlier.after(self.game)

    @property
    def computer_to_move(self) -> Computer | None:
        """The computer player to move, if there is one and the game goes on."""
        seat = self.seat(self.game.position.turn)
        return seat if self.game.ending is None and isinstance(seat, Computer) else None


_VERSION = "The version of the game that the client has seen."
_COMMAND_ID = "A new id for each command. A command sent twice takes effect once."
_NAME = "What you like to be called, for your opponent to see; empty for nothing."

Version = Annotated[int, Meta(ge=1, le=1_000_000, description=_VERSION)]
CommandId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{8,64}$", description=_COMMAND_ID)]
TypedName = Annotated[str, Meta(max_length=200, description=_NAME)]


# A command is the body of a request and the message on a WebSocket alike; its author is passed
# beside it. `version` is that of the game it was given for, and `command` its id.


class Sit(Struct, frozen=True, tag="sit", forbid_unknown_fields=True):
    """Take the free seat of a game."""

    name: TypedName = ""
    command: CommandId | None = None


class Play(Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """Take a square for the side to move."""

    version: Version
    square: Square
    command: CommandId | None = None


class _Action(Struct, frozen=True, forbid_unknown_fields=True):
    version: Version
    command: CommandId | None = None


class Undo(_Action, frozen=True, tag="undo"):
    """Go back to your last turn; between two people, offer that or agree to it."""


class Draw(_Action, frozen=True, tag="draw"):
    """Offer a draw, or agree to it."""


class Rematch(_Action, frozen=True, tag="rematch"):
    """Offer another game with the other side starting, or agree to it."""


class Decline(_Action, frozen=True, tag="decline"):
    """Decline what is offered, or withdraw what you offered."""


class Resign(_Action, frozen=True, tag="resign"):
    """Resign the game; a player of both sides resigns for the side to move."""


class Claim(_Action, frozen=True, tag="claim"):
    """Claim the win because your opponent, who is to move, has left; needs a live connection."""


class RenameSelf(_Action, frozen=True, tag="rename", kw_only=True):
    """Show your name to your opponent, or none; in a room you keep the one you have there."""

    name: TypedName


class React(Struct, frozen=True, tag="react", forbid_unknown_fields=True):
    """Show the others a reaction, for a moment."""

    reaction: Literal["hello", "nice", "wow", "hmm", "oops"]
    command: CommandId | None = None


class CheckClock(Struct, frozen=True):
    """End the game if the side to move has no time left."""


class ResumeClock(Struct, frozen=True):
    """Start the running clock again if the server, up since `started`, was down meanwhile."""

    started: str  # ISO 8601


class ShowName(Struct, frozen=True):
    """Show another name for a person; the room that the game is played in gives this."""

    key: str
    name: str


class CallOff(Struct, frozen=True):
    """End a game without a result, or as lost by who left; the room it is played in gives this."""

    lost_by: str = ""  # a key


Action = Play | Undo | Draw | Rematch | Decline | Resign | Claim | RenameSelf
Command = Action | Sit | CheckClock | ResumeClock | ShowName | CallOff


class Began(Struct, frozen=True, tag="began"):
    """A game was set up: its start position, its players and the score of their series."""

    start: str
    x: Seat
    o: Seat
    at: str  # ISO 8601, as in every event
    score: SeriesScore = SeriesScore()
    clock: Clock | None = None
    room: str | UnsetType = UNSET  # the code of the room it is played in
    names: tuple[str, str] | UnsetType = UNSET  # of X and O in that room
    first_move: int | UnsetType = UNSET  # the seconds that each side has for it


class Sat(Struct, frozen=True, tag="sat"):
    """A player took the free seat."""

    side: Mark
    seat: Seat
    at: str


class Played(Struct, frozen=True, tag="played"):
    """The side to move took a square."""

    square: int
    at: str


class Undone(Struct, frozen=True, tag="undone"):
    """The last moves were taken back."""

    plies: int
    at: str


class Offered(Struct, frozen=True, tag="offered"):
    """A side made an offer to the other."""

    kind: Offer
    side: Mark
    at: str


class _At(Struct, frozen=True):
    at: str


class Declined(_At, frozen=True, tag="declined"):
    """The offer was declined, or withdrawn by the side that made it."""

    side: Mark | UnsetType = UNSET  # missing in logs from before it was told


class Drawn(_At, frozen=True, tag="drawn"):
    """Both players agreed to a draw."""


class _OfSide(Struct, frozen=True):
    side: Mark
    at: str


class Resigned(_OfSide, frozen=True, tag="resigned"):
    """A side resigned."""


class RanOut(_OfSide, frozen=True, tag="ran-out"):
    """A side ran out of time."""


class ClockResumed(_At, frozen=True, tag="clock-resumed"):
    """The server was down: the clock of the side to move starts again with the time it had."""


class Claimed(_OfSide, frozen=True, tag="claimed"):
    """The win was claimed from a side that was away for long."""


class CalledOff(_At, frozen=True, tag="called-off"):
    """The room that the game is played in ended it without a result."""


class Renamed(Struct, frozen=True, tag="renamed"):
    """A player got a name, another one, or, if it is empty, none any more."""

    side: Mark
    name: str
    at: str


class Rematched(_At, frozen=True, tag="rematched"):
    """Both players agreed to another game with sides swapped."""


Change = (  # all later events but sitting down; none of these contains a key
    Played
    | Undone
    | Offered
    | Declined
    | Drawn
    | Resigned
    | RanOut
    | ClockResumed
    | Claimed
    | CalledOff
    | Renamed
    | Rematched
)
Event = Began | Sat | Change

register(Event)
rename(  # from before migration 0005
    {
        '"type":"sat-down"': '"type":"sat"',
        '"type":"took-back"': '"type":"undone"',
        '"type":"agreed"': '"type":"drawn"',
        '"type":"left"': '"type":"claimed"',
        '"kind":"takeback"': '"kind":"undo"',
    }
)
