"""Players made of others: a mixture, one for each kind of board, and the levels people choose from.

docs/players.md gives the strength of the levels. On boards of up to sixteen squares they are
mixtures, with exact odds. On larger ones easy and medium go by the look of each square, and hard
also searches ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from noughts.atlas import is_proved
from noughts.core.bits import Move
from noughts.core.checks import as_type
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players.alert import Alert
from noughts.players.base import Choice, Player, check_can_choose
from noughts.players.classic import Classic
from noughts.players.perfect import Perfect
from noughts.players.uniform import Uniform
from noughts.solver import Limit, can_solve

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

HARD_NODES = 150

Factory = Callable[[int | None], Player]
Part = tuple[Callable[[Rules], bool], Callable[[], Player]]


class Mixture:
    """Each move is the choice of one part, drawn in proportion to its weight."""

    def __init__(
        self, name: str, summary: str, seed: int | None, *weights: tuple[Factory, int]
    ) -> None:
        self.name = name
        self._summary = summary
        self._random = Random(seed)
        # Separate seeds: with the mixture's own, parts would repeat its draws.
        self._parts = tuple(
            (make(self._random.getrandbits(64)), weight) for make, weight in weights
        )
        self._total = sum(weight for _, weight in weights)
        # One ticket per unit of weight: whole numbers keep the draw as exact as the policy.
        self._tickets = tuple(part for part, weight in self._parts for _ in range(weight))

    @property
    def description(self) -> str:
        """The summary and the share of each part."""
        shares = ", ".join(f"{part.name} {weight}/{self._total}" for part, weight in self._parts)
        return f"{self._summary}: {shares}"

    def supports(self, rules: Rules) -> bool:
        """The boards that all parts play."""
        rules = as_type(rules, Rules, "the board")
        return all(part.supports(rules) for part, _ in self._parts)

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """The choice of a part drawn by weight."""
        position = check_can_choose(self, position, limit)
        return self._random.choice(self._tickets).choose(position, limit)

    def policy(self, position: Position) -> Mapping[Move, Fraction]:
        """The weighted sum of the parts' policies."""
        from fractions import Fraction  # see base.py

        position = check_can_choose(self, position)
        sums: dict[Move, Fraction] = {}
        for part, weight in self._parts:
            for move, probability in part.policy(position).items():
                sums[move] = sums.get(move, Fraction(0)) + probability * weight
        return {move: sums[move] / self._total for move in sorted(sums)}


class ByBoard:
    """Plays as the player of the first condition that the board meets, else as the usual one.

    The others are made when they are first needed.
    """

    def __init__(self, name: str, description: str, usual: Player, *others: Part) -> None:
        self.name = name
        self.description = description
        self._usual = usual
        self._others = others
        self._made: dict[int, Player] = {}

    def supports(self, rules: Rules) -> bool:
        """The boards that the player for them plays."""
        rules = as_type(rules, Rules, "the board")
        return self._player(rules).supports(rules)

    def choose(self, position: Position, limit: Limit | None = None) -> Choice:
        """The choice of the player for the board."""
        position = check_can_choose(self, position, limit)
        return self._player(position.rules).choose(position, limit)

    def policy(self, position: Position) -> Mapping[Move, Fraction]:
        """The policy of the player for the board."""
        position = check_can_choose(self, position)
        return self._player(position.rules).policy(position)

    def _player(self, rules: Rules) -> Player:
        for number, (is_met, make) in enumerate(self._others):
            if is_met(rules):
                if number not in self._made:
                    self._made[number] = make()
                return self._made[number]
        return self._usual


def easy(seed: int | None = None) -> ByBoard:
    """For a first game."""
    small = Mixture("easy", "often overlooks things", seed, (Uniform, 2), (Alert, 1))
    return _level(small, partial(_instinct, seed, care=0.6, sharpness=0.7))


def medium(seed: int | None = None) -> ByBoard:
    """For a good game: beatable from either side, and varied."""
    summary = "looks one move ahead and slips now and then"
    small = Mixture("medium", summary, seed, (Alert, 5), (Classic, 4), (Uniform, 1))
    return _level(small, partial(_instinct, seed, care=1.0, sharpness=2.0))


def hard(seed: int | None = None) -> ByBoard:
    """For those who know how to fork."""
    small = Mixture("hard", "seldom slips", seed, (Perfect, 3), (Classic, 1))
    return _level(small, partial(_hard, seed))


def strongest(seed: int | None = None) -> ByBoard:
    """As perfect where the value of the board is proved, else by the search, else as classic."""
    return ByBoard(
        "strongest",
        "plays as perfect where the value of the board is proved, elsewhere searches ahead",
        Classic(seed),
        (is_proved, partial(Perfect, seed)),
        (_is_large, partial(_searcher, seed)),
    )


def _level(small: Mixture, make_large: Callable[[], Player]) -> ByBoard:
    return ByBoard(small.name, small.description, small, (_is_large, make_large))


# A game on a small board does not load the search.
def _is_large(rules: Rules) -> bool:
    """True if the search plays a board that is too large to solve."""
    if can_solve(rules):
        return False
    from noughts.search.setup import can_search

    return can_search(rules)


def _searcher(seed: int | None) -> Player:
    from noughts.players.searcher import Searcher

    return Searcher(seed)


def _instinct(seed: int | None, care: float, sharpness: float) -> Player:
    from noughts.players.searcher import Instinct

    return Instinct(seed, care, sharpness)


def _hard(seed: int | None) -> Player:
    from noughts.players.searcher import Instinct, Searcher

    return Mixture(
        "hard",
        "searches a little ahead and seldom slips",
        seed,
        (partial(Searcher, nodes=HARD_NODES), 4),
        (partial(Instinct, sharpness=2.0), 1),
    )
