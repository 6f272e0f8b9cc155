"""What a player is: something that gives every legal move an exact probability, and draws one."""

from __future__ import annotations

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


def check_supports(player: Player, rules: Rules) -> None:
    """Raise UnsupportedRules, naming who does, unless the player plays this board."""
    if not player.supports(rules):
        # The table imports every player; only this refusal needs the table.
        from noughts.players.table import players_of  # noqa: PLC0415

        able = ", ".join(players_of(rules))
        raise UnsupportedRules(f"{player.name} does not play {rules}, but these do: {able}")


def check_can_choose(player: Player, position: Position) -> None:
    """Raise UnsupportedRules or IllegalAction unless there is a move for the player to choose.

    Raises WrongType for what is no position.
    """
    check_type(position, Position, "the position")
    check_supports(player, position.rules)
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
