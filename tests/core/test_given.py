"""What stands for a position: every function that takes one reads it in the same way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import noughts
from noughts import Ending, Game, Limit, Mark, Record, Rules, Termination, WrongType
from noughts.coach import analyse
from noughts.core import PositionLike, as_position
from noughts.core.symmetry import images
from noughts.core.threats import forks
from noughts.players import player
from noughts.search import best_move

POSITION = Rules(4, 3, 3).start().play("a1")
GIVEN: list[PositionLike] = [
    "x.../..../.... o 3",
    "x..._...._...._o_3",
    Game("4x3:3", ["a1"]),
    Game(Rules(4, 3, 3).start()).play("a1"),
]
DOORS: list[Callable[[PositionLike], object]] = [
    as_position,
    noughts.solve,
    noughts.values,
    noughts.canonical,
    noughts.draw,
    noughts.draw_svg,
    forks,
    analyse,
    lambda given: noughts.explain(given, "b2"),
    lambda given: noughts.playouts(given, 10, seed=1),
    lambda given: noughts.prove(given).value,
    lambda given: best_move(given, Limit(nodes=100)).move,
    lambda given: Game(given).start,
    lambda given: player("classic").policy(given),  # type: ignore[arg-type]
    lambda given: list(images(given)),
]


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("door", DOORS)
def test_text_and_games_stand_for_a_position(
    door: Callable[[PositionLike], Any], given: PositionLike
) -> None:
    assert door(given) == door(POSITION)


def test_a_board_and_its_text_stand_for_its_start() -> None:
    start = Rules(4, 3, 3).start()
    assert as_position("4x3:3") == as_position(Rules(4, 3, 3)) == as_position(Game(start)) == start
    assert Game("4x3:3") == Game(start)


def test_what_stands_for_none_is_refused_and_its_part_that_does_is_named() -> None:
    record: Any = Record(Game(), {Mark.X: "a", Mark.O: "b"})
    with pytest.raises(WrongType, match=r"^the start: .+, got Record – its \.game is one$"):
        Game(record)
    with pytest.raises(noughts.NotationError):
        noughts.solve("4x4")


@pytest.mark.parametrize(
    ("game", "printed"),
    [
        (Game(), "3x3:3: (X to move)"),
        (Game("4x4:3", ["b2", "c3"]), "4x4:3: b2 c3 (X to move)"),
        (Game(Rules().start(Mark.O)).play("a1"), ".../.../... o 3: a1 (X to move)"),
        (Game().play("a1").resign(), "3x3:3: a1 (X won: resignation)"),
        (Game().play(0, 3, 1, 4, 2), "3x3:3: a1 a2 b1 b2 c1 (X won: line)"),
        (Game().end(Ending(Termination.AGREEMENT)), "3x3:3: (draw: agreement)"),
        (Game().end(Ending(Termination.ABANDONED)), "3x3:3: (no result: abandoned)"),
    ],
)
def test_a_game_is_printed_with_the_names_of_its_moves_and_its_repr_makes_it_again(
    game: Game, printed: str
) -> None:
    assert str(game) == printed
    assert eval(repr(game), {**vars(noughts)}) == game
