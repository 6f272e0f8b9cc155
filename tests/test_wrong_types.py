"""Every public function refuses a value of the wrong type at once, with the same error."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from noughts import Mark, NoughtsError, Position, Rules, WrongType, playouts, prove, solve
from noughts.atlas import is_proved
from noughts.coach import explain, review
from noughts.kernels.batch import Batch
from noughts.players import PLAYERS, player
from noughts.rl import NoughtsAEC, NoughtsEnv, NoughtsVectorEnv
from noughts.search import best_move, can_search, promises
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


def test_what_is_no_position() -> None:
    players = [player(name) for name in PLAYERS]
    doors: list[Door] = [
        *(solve, values, keeping_moves, best_line, prove, promises, best_move),
        lambda wrong: explain(wrong, 4),
        lambda wrong: playouts(wrong, 1, seed=1),
        *(each.choose for each in players),
        *(each.policy for each in players),
    ]
    for door in doors:
        wrong = (None, 3, "xo./.../... x 3", b"...", Mark.X)
        refuse(door, "the position is of type Position", *wrong)


def test_what_is_no_limit() -> None:
    solve(START)  # once answered, the limit is looked at all the same
    for door in (
        *(partial(ask, START) for ask in (solve, values, keeping_moves, best_line, prove)),
        partial(solve, Position.parse("xxx/oo./... o 3")),
        partial(explain, START, 4),
    ):
        refuse(door, "the limit is of type Limit", 0, "", False, 3.0, "1s")


def test_what_is_no_board_or_game() -> None:
    for door in (can_search, is_proved, lambda rules: Batch(rules, 2)):
        refuse(door, "the board is of type Rules", None, 3, "3x3:3")
    for environment in (NoughtsEnv, NoughtsAEC, partial(NoughtsVectorEnv, 2)):
        refuse(environment, "the board is of type Rules", None, 3, b"3x3:3", (3, 3, 3), START)
    refuse(review, "the game is of type Game", None, 3, START)


def test_what_is_no_integer() -> None:
    doors: list[tuple[Door, str]] = [
        (partial(Batch, Rules()), "size"),
        (partial(Batch, Rules(), 2), "threads"),
        (NoughtsVectorEnv, "size"),
        (lambda wrong: NoughtsVectorEnv(2, threads=wrong), "threads"),
        (lambda wrong: playouts(START, wrong, 1), "count"),
        (lambda wrong: prove(START, seed=wrong), "the seed"),
        (partial(player, "random"), "the seed"),
    ]
    for door, number in doors:
        refuse(door, f"{number} is an integer", "a", 2.0, True, [2])


def test_what_is_no_name_of_a_player() -> None:
    for door in (player, lambda wrong: NoughtsEnv(opponent=wrong)):
        name = "the name of a player is of type str"
        refuse(door, name, 3, b"random", ["random"], player("random"))
