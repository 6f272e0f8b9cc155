"""The interface of players: each gives every legal move an exact probability, and draws one.

Two base classes are for players of your own: `Deterministic` and `Weighted`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import lcm
from random import Random
from typing import TYPE_CHECKING, Protocol, SupportsIndex, TypeAlias

from noughts.core import Move, Position, Rules, Square, as_position
from noughts.core.checks import as_type, check_type, seed_or_none, whole
from noughts.core.errors import IllegalAction, IllegalMove, NoughtsError, UnsupportedRules
from noughts.solver import Limit, Verdict
from noughts.solver.verdict import limit_or_none
from noughts.wording.language import gettext as _

# Fractions take 2 ms to import. Only `policy` needs them, so it imports them itself.
if TYPE_CHECKING:
    from fractions import Fraction

Policy: TypeAlias = "Mapping[Move, Fraction]"  # the exact probability of each move


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and the proved verdict behind it, if there is one."""

    move: Move
    verdict: Verdict | None = None


class Player(Protocol):
    """What plays either side of the boards it supports; the mark it has makes no difference.

    Anything with these methods is one; a subclass has to define them all. `choose` and `policy`
    raise IllegalAction when the game is over, and UnsupportedRules on a board the player does not
    play. Random choices depend only on the seed and on the sequence of positions the player has
    chosen in.
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the player in the table."""

    @property
    @abstractmethod
    def description(self) -> str:
        """The way the player plays, in one line."""

    @abstractmethod
    def supports(self, rules: Rules) -> bool:
        """True if the player plays this board."""

    @abstractmethod
    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return a move drawn from the policy; raises Unsolved if a proof exceeds the limit."""

    @abstractmethod
    def policy(self, position: Position) -> Policy:
        """Return the exact probability of each possible move, in reading order; they sum to 1."""


def check_can_choose(player: Player, position: Position, limit: Limit | None = None) -> Position:
    """Return the position if the player can choose a move in it, read if it is text.

    The types of players say Position, so that those of others need not read. Raises
    UnsupportedRules, IllegalAction and WrongType.
    """
    if type(position) is not Position:  # as in `solve`, a call less for each move
        position = as_position(position)
    if limit is not None:
        limit_or_none(limit)
    if not player.supports(position.rules):
        raise UnsupportedRules(
            _("{player} doesn't play {board}", player=player.name, board=position.rules)
        )
    if position.is_over:
        raise IllegalAction(_("the game is over"))
    return position


def move_of(player: Player, position: Position, limit: Limit | None = None) -> Move:
    """Return the move that any player chooses; an error for one that is none names the player."""
    choice = player.choose(position, limit)
    check_type(choice, Choice, f"what {player.name} chose")
    return checked_choice(player, position, choice.move)


def policy_of(player: Player, position: Position) -> Policy:
    """Return the policy of any player; an error for one that is none names the player."""
    policy = player.policy(position)
    check_type(policy, Mapping, f"the policy of {player.name}")
    for move in policy:
        checked_choice(player, position, move)
    if sum(policy.values()) != 1:
        raise IllegalAction(f"the policy of {player.name} in {position.notation} is not 1 in sum")
    return policy


def checked_choice(player: Player, position: Position, square: Square) -> Move:
    """Return the square a player chose; IllegalMove, NotationError and WrongType name it."""
    if type(square) is int and position.is_legal(square):  # a fifth of the cost
        return square
    try:
        position.play(square)
    except IllegalMove as error:
        reason = f"{player.name} chose wrongly: {error.reason}"
        raise IllegalMove(position, error.move, reason) from None
    except NoughtsError as error:
        raise type(error)(f"{player.name} chose wrongly: {error}") from None
    return position.square(square)


def uniform(moves: tuple[Move, ...]) -> Policy:
    """Return the policy that chooses each of these moves equally often."""
    from fractions import Fraction

    return dict.fromkeys(moves, Fraction(1, len(moves)))


class BasePlayer:
    """Default name, description and boards of a player.

    The name is the class's in lower case, the description the first line of its docstring.
    """

    name: str
    description: str

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        given = vars(cls)
        cls.name = given.get("name") or cls.__name__.lower()
        first_line = (cls.__doc__ or "").strip().partition("\n")[0].rstrip(".")
        first_line = first_line[:1].lower() + first_line[1:]
        cls.description = given.get("description") or first_line or cls.name

    def __init__(self, seed: int | None = None) -> None:
        """Take a seed, which has no effect where nothing is random."""

    def __repr__(self) -> str:
        return f"<Player {self.name}>"

    def supports(self, rules: Rules) -> bool:
        """True for every board."""
        if type(rules) is not Rules:
            as_type(rules, Rules, "the board")
        return True


class Deterministic(BasePlayer, ABC):
    """A player that always plays the same move in a position; subclasses define `move`.

    Raises IllegalMove if that move is not legal, and what every player raises.

    >>> class Reader(Deterministic):
    ...     def move(self, position):
    ...         return position.moves[0]
    >>> Reader().choose(Rules().start().play("a1")).move
    1
    """

    @abstractmethod
    def move(self, position: Position) -> Square:
        """Return the move in an unfinished position: a square or its name."""

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return the player's move."""
        position = check_can_choose(self, position, limit)
        return Choice(checked_choice(self, position, self.move(position)))

    def policy(self, position: Position) -> Policy:
        """Return the player's move as certain."""
        return uniform((self.choose(position).move,))


class Weighted(BasePlayer, ABC):
    """A player that draws its move by weight; subclasses define `weights`.

    The draw and the policy are exact, even for fractions and floats. Raises IllegalAction for
    weights that are negative or not finite, or if none is above 0, IllegalMove for the weight of an
    illegal move, and what every player raises.

    >>> class Centred(Weighted):
    ...     def weights(self, position):
    ...         return {move: 3 if move == 4 else 1 for move in position.moves}
    >>> Centred().policy(Position.parse("xo./x.o/ox. x 3"))
    {2: Fraction(1, 5), 4: Fraction(3, 5), 8: Fraction(1, 5)}
    """

    _random = Random()  # for subclasses whose `__init__` does not call ours

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed_or_none(seed))

    @abstractmethod
    def weights(self, position: Position) -> Mapping[Move, float | Fraction]:
        """Return the weight of each move in an unfinished position; others are never drawn."""

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """Return a move drawn by weight."""
        tickets = self._tickets(position, limit)
        ends = list(accumulate(tickets.values()))
        drawn = self._random.randrange(ends[-1])
        return Choice(next(move for move, end in zip(tickets, ends, strict=True) if drawn < end))

    def policy(self, position: Position) -> Policy:
        """Return the weight of each move as a share of the total."""
        from fractions import Fraction

        tickets = self._tickets(position)
        total = sum(tickets.values())
        return {move: Fraction(count, total) for move, count in tickets.items()}

    def _tickets(self, position: Position, limit: Limit | None = None) -> dict[Move, int]:
        """Return whole numbers in proportion to the weights, in reading order."""
        position = check_can_choose(self, position, limit)
        given = self.weights(position)
        check_type(given, Mapping, f"what {self.name} gives as weights")
        ratios = {
            checked_choice(self, position, move): self._ratio(weight)
            for move, weight in given.items()
        }
        if len(ratios) < len(given):
            raise IllegalAction(f"{self.name} gives two weights to one move in {position.notation}")
        common = lcm(*(denominator for _, denominator in ratios.values()))
        tickets = {
            move: numerator * (common // denominator)
            for move, (numerator, denominator) in sorted(ratios.items())
            if numerator
        }
        if not tickets:
            raise IllegalAction(f"{self.name} weighs no move above 0 in {position.notation}")
        return tickets

    def _ratio(self, weight: float | Fraction | SupportsIndex) -> tuple[int, int]:
        if not hasattr(weight, "as_integer_ratio"):  # NumPy's integers have none
            return self._ratio(whole(weight, f"a weight of {self.name}"))
        try:
            numerator, denominator = weight.as_integer_ratio()
        except (OverflowError, ValueError):  # infinity, NaN
            numerator, denominator = -1, 1
        if numerator < 0:
            raise IllegalAction(f"{self.name} gives the weight {weight}: a weight is 0 or more")
        return numerator, denominator
