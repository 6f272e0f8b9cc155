"""The state of a shared game."""

from __future__ import annotations

from enum import Enum

from msgspec import UNSET, Struct, UnsetType

from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.online.games.clocks import Clocks


class Person(Struct, frozen=True, tag="person"):
    """A person, known by the key of their browser or program; one key may play both sides."""

    key: str


class Computer(Struct, frozen=True, tag="computer"):
    """A computer player, by its name in the table of players, and the time it has for a move.

    Without `seconds` it takes its usual time; so it does in logs from before there was a choice.
    """

    player: str
    seconds: float | UnsetType = UNSET


class Free(Struct, frozen=True, tag="free"):
    """A seat that is not taken yet."""


Seat = Person | Computer | Free


class Score(Struct, frozen=True):
    """The finished games of a series."""

    x: int = 0
    o: int = 0
    drawn: int = 0

    def after(self, game: Game) -> Score:
        """The score with one more game counted, if it has ended with a result.

        >>> Score(x=1).after(Game().play(0, 3, 1, 4, 2))
        Score(x=2, o=0, drawn=0)
        """
        if game.ending is None or game.ending.result == "*":
            return self
        winner = game.ending.winner
        x, o, drawn = winner is Mark.X, winner is Mark.O, winner is None
        return Score(self.x + x, self.o + o, self.drawn + drawn)

    @property
    def swapped(self) -> Score:
        """The score after the players swap sides."""
        return Score(self.o, self.x, self.drawn)


class Offer(Enum):
    """What a player can offer the opponent; the value is the word events use."""

    TAKEBACK = "takeback"
    DRAW = "draw"
    REMATCH = "rematch"


class SharedGame(Struct, frozen=True):
    """A game with its players; `version` counts its events.

    `changed` is the version of the last event that was not an offer, a refusal or sitting down.
    `offer` is the open offer, with the side that made it.
    """

    game: Game
    x: Seat
    o: Seat
    earlier: Score  # of the series, before this game
    began: str  # ISO 8601
    version: int
    changed: int = 1
    round: int = 1
    clocks: Clocks | None = None
    offer: tuple[Offer, Mark] | None = None
    room: str = ""
    names: tuple[str, str] | None = None  # of X and O, in a room

    def name(self, mark: Mark) -> str | None:
        """The name of the player of a side, where players have names: in a room."""
        return None if self.names is None else self.names[0 if mark is Mark.X else 1]

    def seat(self, mark: Mark) -> Seat:
        """The seat of a side."""
        return self.x if mark is Mark.X else self.o

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
    def is_between_two(self) -> bool:
        """Whether the game is, or will be, between two different people."""
        has_computer = isinstance(self.x, Computer) or isinstance(self.o, Computer)
        return self.x != self.o and not has_computer

    def has_players_of(self, other: SharedGame) -> bool:
        """Whether the same players, by the same names, sit at the same sides."""
        return (self.x, self.o, self.names) == (other.x, other.o, other.names)

    def sides_of(self, key: str | None) -> tuple[Mark, ...]:
        """The sides that the person with this key plays."""
        return self.sides(Person(key or ""))

    def sides(self, seat: Seat) -> tuple[Mark, ...]:
        """The sides that a player has a seat on."""
        if self.x == seat:
            return (Mark.X, Mark.O) if self.o == seat else (Mark.X,)
        return (Mark.O,) if self.o == seat else ()

    @property
    def score(self) -> Score:
        """The score of the series so far, including this game once it has ended."""
        return self.earlier.after(self.game)

    @property
    def computer_to_move(self) -> Computer | None:
        """The computer player to move, if there is one and the game goes on."""
        seat = self.seat(self.game.position.turn)
        return seat if self.game.ending is None and isinstance(seat, Computer) else None
