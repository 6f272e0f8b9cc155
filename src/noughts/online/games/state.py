"""What a shared game is at one version of it."""

from __future__ import annotations

from collections import Counter
from enum import Enum

from msgspec import Struct

from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.online.games.clocks import Clocks


class Person(Struct, frozen=True, tag="person"):
    """Somebody known by the key of their browser or program; the same key may sit on both sides."""

    key: str


class Computer(Struct, frozen=True, tag="computer"):
    """One of our players, by the name it has in the table of players."""

    player: str


class Free(Struct, frozen=True, tag="free"):
    """A seat for whoever takes it first."""


Seat = Person | Computer | Free


class Score(Struct, frozen=True):
    """The finished games of a series."""

    x: int = 0
    o: int = 0
    drawn: int = 0

    def after(self, game: Game) -> Score:
        """The score with one more game, if that has ended.

        >>> Score(x=1).after(Game().play(0, 3, 1, 4, 2))
        Score(x=2, o=0, drawn=0)
        """
        if game.ending is None:
            return self
        won = Counter([game.ending.winner])
        return Score(self.x + won[Mark.X], self.o + won[Mark.O], self.drawn + won[None])

    @property
    def swapped(self) -> Score:
        """The score of the same people once each plays the other's side."""
        return Score(self.o, self.x, self.drawn)


class Offer(Enum):
    """What one of two people may offer the other; the value is the word events use."""

    TAKEBACK = "takeback"
    DRAW = "draw"
    REMATCH = "rematch"


class SharedGame(Struct, frozen=True):
    """A game with those who sit at it; `version` counts the events that made it.

    `changed` is the version since which nothing but offers and sitting down has happened, and
    `offer` what stands offered, with the side that offered it.
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

    def seat(self, mark: Mark) -> Seat:
        """Who plays a side."""
        return self.x if mark is Mark.X else self.o

    @property
    def people(self) -> tuple[Mark, ...]:
        """The sides played by people."""
        return tuple(mark for mark in Mark if isinstance(self.seat(mark), Person))

    @property
    def free_seat(self) -> Mark | None:
        """The side that nobody plays yet."""
        if isinstance(self.x, Free):
            return Mark.X
        return Mark.O if isinstance(self.o, Free) else None

    @property
    def is_between_two(self) -> bool:
        """Whether two different people play, or will."""
        has_computer = isinstance(self.x, Computer) or isinstance(self.o, Computer)
        return self.x != self.o and not has_computer

    def sides_of(self, key: str | None) -> tuple[Mark, ...]:
        """The sides that this key plays."""
        return self.sides(Person(key or ""))

    def sides(self, seat: Seat) -> tuple[Mark, ...]:
        """The sides that somebody plays: they sit there."""
        if self.x == seat:
            return (Mark.X, Mark.O) if self.o == seat else (Mark.X,)
        return (Mark.O,) if self.o == seat else ()

    @property
    def score(self) -> Score:
        """The games of the series so far, this one with them once it has ended."""
        return self.earlier.after(self.game)

    @property
    def computer_to_move(self) -> Computer | None:
        """The computer player whose move it is, if the game goes on and it is one's."""
        seat = self.seat(self.game.position.turn)
        return seat if self.game.ending is None and isinstance(seat, Computer) else None
