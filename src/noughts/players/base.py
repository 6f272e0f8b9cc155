"""What a player is: it gives every legal move an exact probability, and draws one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from noughts.core.bits import Move, Square
from noughts.core.checks import check_type
from noughts.core.errors import IllegalAction, IllegalMove, UnsupportedRules
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.language import gettext as _
from noughts.solver import Limit, Verdict

# Fractions take 2 ms to import. Only `policy` needs them, so it imports them itself.
if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and the proved verdict behind it, if there is one."""

    move: Move
    verdict: Verdict | None = None


class Player(Protocol):
    """Plays either side of the boards it supports; the mark it has makes no difference.

    `choose` and `policy` raise IllegalAction when the game is over, and UnsupportedRules on a board
    the player does not play. Random choices depend only on the seed and on the sequence of
    positions the player has chosen in.
    """

    @property
    def name(self) -> str:
        """The name of the player in the table."""
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
        """The exact probability of each move it may choose, in reading order; they sum to 1."""
        ...


def check_can_choose(player: Player, position: Position) -> None:
    """Raise UnsupportedRules or IllegalAction unless the player can choose a move.

    Raises WrongType if `position` is not a position.
    """
    check_type(position, Position, "the position")
    if not player.supports(position.rules):
        raise UnsupportedRules(
            _("{player} doesn't play {board}", player=player.name, board=position.rules)
        )
    if position.is_over:
        raise IllegalAction(_("the game is over"))


def checked_choice(player: Player, position: Position, square: Square) -> Move:
    """The square a player chose; raises IllegalMove, which names the player, unless it is legal."""
    if type(square) is int and position.is_legal(square):  # a fifth of the cost
        return square
    try:
        position.play(square)
    except IllegalMove as error:
        reason = f"{player.name} chose wrongly: {error.reason}"
        raise IllegalMove(position, error.move, reason) from None
    return position.square(square)


def certainty(move: Move) -> Mapping[Move, Fraction]:
    """The policy of a player that is certain of one move."""
    from fractions import Fraction  # noqa: PLC0415

    return {move: Fraction(1)}


def uniform(moves: tuple[Move, ...]) -> Mapping[Move, Fraction]:
    """The policy that chooses each of these moves equally often."""
    from fractions import Fraction  # noqa: PLC0415

    return dict.fromkeys(moves, Fraction(1, len(moves)))


def _first_line(documentation: str | None) -> str:
    """The first line of a docstring, without its capital letter and full stop."""
    line = (documentation or "").strip().partition("\n")[0].rstrip(".")
    return line[:1].lower() + line[1:]


class BasePlayer(ABC):
    """Default name, description and boards of a player.

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
    """A player that always plays the same move in a position; subclasses define `move`.

    Raises IllegalMove if that move is not legal, and what every player raises.

    >>> class Reader(Deterministic):
    ...     def move(self, position):
    ...         return position.moves[0]
    >>> Reader().choose(Rules().start().play("a1")).move
    1
    """

    def __init__(self, seed: int | None = None) -> None:
        """The seed has no effect, since nothing is random."""

    @abstractmethod
    def move(self, position: Position) -> Square:
        """The move in an unfinished position: a square or its name."""

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """The player's move."""
        check_can_choose(self, position)
        return Choice(checked_choice(self, position, self.move(position)))

    def policy(self, position: Position) -> Mapping[Move, Fraction]:
        """Certainty for the player's move."""
        return certainty(self.choose(position).move)
