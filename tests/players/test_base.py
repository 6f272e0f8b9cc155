"""Players made from the base classes: defaults and errors."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from noughts.core import Move, Position, Rules
from noughts.core.errors import IllegalAction, IllegalMove, UnsupportedRules, WrongType
from noughts.players import Deterministic, Player, Weighted

START = Rules().start()
DRAWS = 600


class LastSquare(Deterministic):
    """Takes the last free square.

    It has no plan.
    """

    def move(self, position: Position) -> Move:
        return position.moves[-1]


class ByName(Deterministic):
    name = "corner"
    description = "takes a corner, come what may"

    def move(self, position: Position) -> str:  # noqa: ARG002
        return "a1"

    def supports(self, rules: Rules) -> bool:
        return rules == Rules()


class Given(Weighted):
    """Draws by the weights it was given."""

    def __init__(self, weights: Mapping[Move, float | Fraction], seed: int | None = None) -> None:
        super().__init__(seed)
        self._weights = weights

    def weights(self, _: Position) -> Mapping[Move, float | Fraction]:
        return self._weights


def test_name_and_description_come_from_the_class_which_has_the_methods_it_needs() -> None:
    assert (LastSquare().name, LastSquare().description) == (
        "lastsquare",
        "takes the last free square",
    )
    assert (ByName().name, ByName().description) == ("corner", "takes a corner, come what may")

    class Silent(LastSquare):
        pass

    assert (Silent().name, Silent().description) == ("silent", "silent")
    for base, lacks in ((Deterministic, "move"), (Weighted, "weights"), (Player, "supports")):
        with pytest.raises(TypeError, match=lacks):
            type("Idle", (base,), {})()


def test_a_move_by_name_or_square_is_the_whole_policy() -> None:
    corner: Player = ByName()
    assert corner.choose(START).move == 0
    assert corner.policy(START) == {0: Fraction(1)}
    assert LastSquare(seed=1).policy(START) == {8: Fraction(1)}
    assert LastSquare().supports(Rules(26, 26, 5))


def test_a_move_that_is_not_legal_names_the_player_which_is_asked_in_games_it_plays_only() -> None:
    over, played = Position.parse("xxx/oo./... o 3"), START.play("a1")
    for someone in (ByName(), Given({0: 1})):
        for ask in (someone.choose, someone.policy):
            with pytest.raises(IllegalMove) as caught:
                ask(played)
            assert str(caught.value) == f"{someone.name} chose wrongly: a1 is already taken by X"
            assert (caught.value.position, caught.value.move) == (played, 0)
            with pytest.raises(IllegalAction, match="the game is over"):
                ask(over)
    with pytest.raises(UnsupportedRules, match="corner doesn't play 4x4:4"):
        ByName().choose(Rules(4, 4, 4).start())


def test_a_policy_is_the_exact_share_of_each_weight_in_reading_order() -> None:
    third, all_of_it = Fraction(1, 3), Fraction(1e-300) + Fraction(1e300)
    cases: list[tuple[dict[Move, Any], dict[Move, Fraction]]] = [
        ({4: 1}, {4: Fraction(1)}),
        ({8: 1, 4: 2}, {4: 2 * third, 8: third}),
        ({0: 0.5, 4: 0.25, 8: 0}, {0: 2 * third, 4: third}),
        ({0: third, 1: third / 2}, {0: 2 * third, 1: third}),
        (
            {0: 1e-300, 1: 1e300, 2: -0.0},
            {0: Fraction(1e-300) / all_of_it, 1: Fraction(1e300) / all_of_it},
        ),
    ]
    for weights, policy in cases:
        found = Given(weights).policy(START)
        assert list(found.items()) == list(policy.items()), weights
        assert sum(found.values()) == 1


def test_moves_are_drawn_as_often_as_the_policy_says_and_by_the_seed_alone() -> None:
    weights: dict[Move, float | Fraction] = {0: 1, 4: 0.5, 8: Fraction(1, 2)}
    someone, twin, other = Given(weights, 3), Given(weights, 3), Given(weights, 4)
    drawn = [someone.choose(START).move for _ in range(DRAWS)]
    assert drawn == [twin.choose(START).move for _ in range(DRAWS)]
    assert drawn != [other.choose(START).move for _ in range(DRAWS)]
    for move, share in someone.policy(START).items():
        expected = float(DRAWS * share)
        assert abs(drawn.count(move) - expected) <= 4.5 * (expected * (1 - float(share))) ** 0.5


def test_weights_from_which_nothing_can_be_drawn_are_refused_and_those_of_numpy_are_not() -> None:
    wrong: list[tuple[Any, type[Exception], str]] = [
        ({}, IllegalAction, "weighs no move above 0"),
        ({0: 0, 1: 0.0}, IllegalAction, "weighs no move above 0"),
        ({0: 1, 1: -1}, IllegalAction, "gives the weight -1: a weight is 0 or more"),
        ({0: float("nan")}, IllegalAction, "gives the weight nan"),
        ({0: float("inf")}, IllegalAction, "gives the weight inf"),
        ({"a1": "much"}, WrongType, "given"),
        (None, WrongType, "given"),
        ([1, 2], WrongType, "given"),
        ({"a1": 1, 0: 2}, IllegalAction, "given"),
    ]
    for weights, error, reason in wrong:
        for ask in (Given(weights).choose, Given(weights).policy):
            with pytest.raises(error, match=f"(?i){reason}"):
                ask(START)
    player = Visits({np.int64(4): np.int64(3), "a1": 1})
    assert player.policy(Rules().start()) == {0: Fraction(1, 4), 4: Fraction(3, 4)}
    assert player.choose(Rules().start()).move in (0, 4)


class Visits(Weighted):
    """Weights as a search counts them, by a constructor that knows no seed."""

    def __init__(self, weights: Mapping[Any, Any]) -> None:
        self._weights = weights

    def weights(self, _position: Position) -> Mapping[Any, Any]:
        return self._weights
