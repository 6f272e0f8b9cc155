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


def refuse(door: Door, asked: str, *values: object) -> None:
    for wrong in values:
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
def test_what_is_no_position(door: Door) -> None:
    refuse(door, "the position is of type Position", None, 3, "xo./.../... x 3", b"...", Mark.X)


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
def test_what_is_no_limit(door: Door) -> None:
    solve(START)  # once answered, the limit is looked at all the same
    refuse(door, "the limit is of type Limit", 0, "", False, 3.0, "1s")


@pytest.mark.parametrize("door", [NoughtsEnv, NoughtsAEC, lambda wrong: NoughtsVectorEnv(2, wrong)])
def test_what_is_no_board_for_an_environment(door: Door) -> None:
    refuse(door, "the board is of type Rules", None, 3, b"3x3:3", (3, 3, 3), START)


@pytest.mark.parametrize("door", [can_search, is_proved])
def test_what_is_no_board(door: Door) -> None:
    refuse(door, "the board is of type Rules", None, 3, "3x3:3")


def test_what_is_no_game() -> None:
    refuse(review, "the game is of type Game", None, 3, START)


def test_what_is_no_board_for_a_batch() -> None:
    refuse(lambda rules: Batch(rules, 2), "the board is of type Rules", None, 3, "3x3:3")


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
def test_what_is_no_integer(door: Door, number: str) -> None:
    refuse(door, f"{number} is an integer", "a", 2.0, True, [2])


@pytest.mark.parametrize("door", [player, lambda wrong: NoughtsEnv(opponent=wrong)])
def test_what_is_no_name_of_a_player(door: Door) -> None:
    refuse(door, "the name of a player is of type str", 3, b"random", ["random"], player("random"))
