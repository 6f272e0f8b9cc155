from __future__ import annotations

import pytest

from noughts import Game, Mark
from noughts.online.games import Resigned, Score, Seat, evolve
from tests.online.people import ANN, BEN, CAT, ENGINE, NOW, game


@pytest.mark.parametrize(
    ("moves", "score"),
    [
        ((), Score(1, 2, 3)),
        ((0, 3, 1, 4, 2), Score(2, 2, 3)),
        ((0, 3, 1, 4, 8, 5), Score(1, 3, 3)),
        ((0, 1, 2, 4, 3, 5, 7, 6, 8), Score(1, 2, 4)),
    ],
)
def test_a_score_grows_by_a_finished_game(moves: tuple[int, ...], score: Score) -> None:
    assert Score(1, 2, 3).after(Game().play(*moves)) == score


@pytest.mark.parametrize(
    ("x", "o", "people", "ann"),
    [
        (ANN, BEN, (Mark.X, Mark.O), (Mark.X,)),
        (ANN, ANN, (Mark.X, Mark.O), (Mark.X, Mark.O)),
        (ENGINE, ANN, (Mark.O,), (Mark.O,)),
        (ENGINE, ENGINE, (), ()),
        (BEN, CAT, (Mark.X, Mark.O), ()),
    ],
)
def test_the_sides_of_people_and_of_a_key(
    x: Seat, o: Seat, people: tuple[Mark, ...], ann: tuple[Mark, ...]
) -> None:
    shared = game(x=x, o=o)
    assert shared.people == people
    assert shared.sides_of("ann") == ann
    assert shared.sides_of(None) == ()


def test_the_computer_is_to_move_when_it_is_its_turn_and_the_game_goes_on() -> None:
    assert game(x=ENGINE).computer_to_move == ENGINE
    assert game(4, x=ENGINE).computer_to_move is None
    assert game(4, o=ENGINE).computer_to_move == ENGINE
    assert evolve(game(x=ENGINE), Resigned("o", NOW)).computer_to_move is None
    assert game(0, 3, 1, 4, 2, o=ENGINE).computer_to_move is None
