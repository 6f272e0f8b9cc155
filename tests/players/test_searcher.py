from __future__ import annotations

from fractions import Fraction

import pytest

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.players import player
from noughts.players.searcher import Instinct, Searcher, centre
from noughts.solver import Limit

BIG = Rules(15, 15, 5)
OPEN_FOUR = "/".join(
    ["...............", "...ooo.........", "......xxx......", *["..............."] * 12]
)


@pytest.mark.parametrize("limit", [None, Limit(nodes=200), Limit(seconds=0.05)])
def test_it_completes_an_open_three_before_it_blocks_one(limit: Limit | None) -> None:
    position = Position.parse(f"{OPEN_FOUR} x 5")
    choice = Searcher().choose(position, limit)
    assert choice.move in {BIG.start().square(name) for name in ("f3", "j3")}


def test_it_begins_anywhere_about_the_centre() -> None:
    begun = {Searcher(seed).choose(BIG.start()).move for seed in range(100)}
    assert len(begun) > 15
    assert begun <= set(Searcher().policy(BIG.start())) == set(centre(BIG))


def test_instinct_blocks_a_four_nearly_always_if_it_cares_and_is_sharp() -> None:
    four = "/".join(["." * 15, "...xoooo.......", "......xx.......", *["." * 15] * 12])
    position = Position.parse(f"{four} x 5")
    block = position.square("i2")
    easy, medium = Instinct(care=0.6, sharpness=0.7), Instinct(care=0.9, sharpness=1.5)
    assert Fraction(1, 10) < easy.policy(position)[block] < Fraction(9, 10)
    assert Fraction(9, 10) < medium.policy(position)[block]


def test_no_level_moves_into_a_far_corner() -> None:
    position = BIG.start().play("h8").play("h9").play("i8")
    corners = {position.square(name) for name in ("a1", "o1", "a15", "o15")}
    for name in ("easy", "medium", "hard"):
        assert not corners & set(player(name).policy(position))


def test_levels_are_drawn_from_many_moves_so_that_games_differ() -> None:
    for name in ("easy", "medium", "hard"):
        games = set()
        for seed in range(5):
            position, someone = BIG.start(), player(name, seed)
            for _ in range(6):
                position = position.play(someone.choose(position).move)
            games.add(position)
        assert len(games) > 1
