"""What a player is: something that gives every legal move an exact probability, and draws one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from noughts.core.bits import Move, Square
from noughts.core.checks import check_type
from noughts.core.errors import IllegalAction, IllegalMove, UnsupportedRules
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.solver import Limit, Verdict

# Fractions take 2 ms to import and a game needs none: only `policy` does, and imports them itself.
if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and the proved verdict it rests on, if there is one."""

    move: Move
    verdict: Verdict | None = None


class Player(Protocol):
    """Plays either side of the boards it supports, and does not care which mark is its own.

    `choose` and `policy` raise IllegalAction when the game is over and UnsupportedRules on a board
    the player does not play. What a player draws depends on nothing but its seed, the positions it
    was asked to choose in, and their order.
    """

    @property
    def name(self) -> str:
        """What the table calls the player."""
        ...

    @property
    def description(self) -> str:
        """What the player does, in one line."""
        ...

    def supports(self, rules: Rules) -> bool:
        """Whether the player plays this board."""
        ...

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """A move drawn from the policy; raises Unsolved if it needs a proof beyond the limit."""
        ...

    def policy(self, position: Position) -> Mapping[Move, Fraction]:
        """The exact probability of each move it may choose, in reading order; they add up to 1."""
        ...


def check_can_choose(player: Player, position: Position) -> None:
    """Raise UnsupportedRules or IllegalAction unless there is a move for the player to choose.

    Raises WrongType for what is no position.
    """
    check_type(position, Position, "the position")
    if not player.supports(position.rules):
        raise UnsupportedRules(f"{player.name} does not play {position.rules}")
    if position.is_over:
        raise IllegalAction("the game is over: there is no move to choose")


def checked_choice(player: Player, position: Position, square: Square) -> Move:
    """The square a player chose; raises IllegalMove, naming the player, unless it can be taken."""
    if type(square) is int and position.is_legal(square):  # at a fifth of the cost
        return square
    try:
        position.play(square)
    except IllegalMove as error:
        reason = f"{player.name} chose wrongly: {error.reason}"
        raise IllegalMove(position, error.move, reason) from None
    return position.square(square)


def certainty(move: Move) -> Mapping[Move, Fraction]:
    """The policy of a player who has made up its mind."""
    from fractions import Fraction  # noqa: PLC0415

    return {move: Fraction(1)}


def uniform(moves: tuple[Move, ...]) -> Mapping[Move, Fraction]:
    """The policy that takes each of these moves equally often."""
    from fractions import Fraction  # noqa: PLC0415

    return dict.fromkeys(moves, Fraction(1, len(moves)))


def _first_line(documentation: str | None) -> str:
    """The first line of a docstring as a description: without its capital and its full stop."""
    line = (documentation or "").strip().partition("\n")[0].rstrip(".")
    return line[:1].lower() + line[1:]


class BasePlayer(ABC):
    """What a player is called and what it plays, unless its class says otherwise.

    The name is the class's in lower case, the description the first line of its docstring.
    """

    name: str
    description: str

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        given = vars(cls)
        cls.name = given.get("name") or cls.__name__.lower()
        cls.description = given.get("description") or _first_line(cls.__doc__) or cls.name

    def supports(self, rules: Rules) -> bool:
        """Every board."""
        return True


class Deterministic(BasePlayer):
    """A player that makes one certain move in a position: give it `move`.

    Raises IllegalMove for a move that is not legal, and what every player raises.

    >>> class Reader(Deterministic):
    ...     def move(self, position):
    ...         return position.moves[0]
    >>> Reader().choose(Rules().start().play("a1")).move
    1
    """

    def __init__(self, seed: int | None = None) -> None:
        """Nothing is drawn: the seed has no effect."""

    @abstractmethod
    def move(self, position: Position) -> Square:
        """The move in a position that is not over: a square, or its name."""

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """The one move."""
        check_can_choose(self, position)
        return Choice(checked_choice(self, position, self.move(position)))

    def policy(self, position: Position) -> Mapping[Move, Fraction]:
        """The one move it chooses."""
        return certainty(self.choose(position).move)
