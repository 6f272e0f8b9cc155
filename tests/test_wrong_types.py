"""Every public function refuses a value of the wrong type at once, with the same error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from noughts import Mark, NoughtsError, Position, Rules, WrongType, playouts, prove, solve
from noughts.atlas import is_proved
from noughts.coach import explain, review
from noughts.kernels.batch import Batch
from noughts.players import PLAYERS, player
from noughts.rl import NoughtsAEC, NoughtsEnv, NoughtsVectorEnv
from noughts.search import can_search, promises, search
from noughts.solver import best_line, keeping_moves, values

START = Rules().start()

Door = Callable[[Any], object]


def refuse(door: Door, wrong: object, asked: str) -> None:
    with pytest.raises(WrongType) as refused:
        door(wrong)
    assert isinstance(refused.value, NoughtsError)
    said = str(refused.value)
    assert said.startswith(f"{asked}, not ")
    assert type(wrong).__name__ in said
    assert "\n" not in said


@pytest.mark.parametrize(
    "door",
    [
        solve,
        values,
        keeping_moves,
        best_line,
        prove,
        promises,
        search,
        lambda wrong: explain(wrong, 4),
        lambda wrong: playouts(wrong, 1, seed=1),
        *(player(name).choose for name in PLAYERS),
        *(player(name).policy for name in PLAYERS),
    ],
)
@pytest.mark.parametrize("wrong", [None, 3, "xo./.../... x 3", b"...", Mark.X])
def test_what_is_no_position(door: Door, wrong: object) -> None:
    refuse(door, wrong, "the position is of type Position")


@pytest.mark.parametrize(
    "door",
    [
        lambda wrong: solve(START, wrong),
        lambda wrong: solve(Position.parse("xxx/oo./... o 3"), wrong),
        lambda wrong: values(START, wrong),
        lambda wrong: keeping_moves(START, wrong),
        lambda wrong: best_line(START, wrong),
        lambda wrong: prove(START, wrong),
        lambda wrong: explain(START, 4, wrong),
    ],
)
@pytest.mark.parametrize("wrong", [0, "", False, 3.0, "1s"])
def test_what_is_no_limit(door: Door, wrong: object) -> None:
    solve(START)  # once answered, the limit is looked at all the same
    refuse(door, wrong, "the limit is of type Limit")


@pytest.mark.parametrize("door", [NoughtsEnv, NoughtsAEC, lambda wrong: NoughtsVectorEnv(2, wrong)])
@pytest.mark.parametrize("wrong", [None, 3, b"3x3:3", (3, 3, 3), START])
def test_what_is_no_board_for_an_environment(door: Door, wrong: object) -> None:
    refuse(door, wrong, "the board is of type Rules")


@pytest.mark.parametrize("door", [can_search, is_proved])
@pytest.mark.parametrize("wrong", [None, 3, "3x3:3"])
def test_what_is_no_board(door: Door, wrong: object) -> None:
    refuse(door, wrong, "the board is of type Rules")


@pytest.mark.parametrize("wrong", [None, 3, START])
def test_what_is_no_game(wrong: object) -> None:
    refuse(review, wrong, "the game is of type Game")


@pytest.mark.parametrize("wrong", [None, 3, "3x3:3"])
def test_what_is_no_board_for_a_batch(wrong: object) -> None:
    refuse(lambda rules: Batch(rules, 2), wrong, "the board is of type Rules")


@pytest.mark.parametrize(
    ("door", "number"),
    [
        (lambda wrong: Batch(Rules(), wrong), "size"),
        (lambda wrong: Batch(Rules(), 2, wrong), "threads"),
        (NoughtsVectorEnv, "size"),
        (lambda wrong: NoughtsVectorEnv(2, threads=wrong), "threads"),
        (lambda wrong: playouts(START, wrong, 1), "count"),
        (lambda wrong: prove(START, seed=wrong), "the seed"),
        (lambda wrong: player("random", wrong), "the seed"),
    ],
)
@pytest.mark.parametrize("wrong", ["a", 2.0, True, [2]])
def test_what_is_no_integer(door: Door, number: str, wrong: object) -> None:
    refuse(door, wrong, f"{number} is an integer")


@pytest.mark.parametrize("door", [player, lambda wrong: NoughtsEnv(opponent=wrong)])
@pytest.mark.parametrize("wrong", [3, b"random", ["random"], player("random")])
def test_what_is_no_name_of_a_player(door: Door, wrong: object) -> None:
    refuse(door, wrong, "the name of a player is of type str")
