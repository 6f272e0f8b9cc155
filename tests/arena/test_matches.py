"""Matches: who begins, the scores, the seed, and errors."""

from __future__ import annotations

from math import sqrt
from typing import Any, cast

import numpy as np
import pytest

import noughts
from noughts.arena import odds
from noughts.arena.matches import MOST_GAMES, Match, Score, match
from noughts.core.bits import Move
from noughts.core.errors import IllegalAction, IllegalMove, Unsolved, UnsupportedRules, WrongType
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.players import Deterministic, UnknownPlayer, Weighted, player
from noughts.solver import Limit


class First(Deterministic):
    """Takes the first free square."""

    def move(self, position: Position) -> Move:
        return position.moves[0]


class Stubborn(Deterministic):
    """Takes a1, taken or not."""

    def move(self, position: Position) -> str:  # noqa: ARG002
        return "a1"


X_WINS, DRAW, O_WINS = (
    Game().play(0, 3, 1, 4, 2),
    Game().play(4, 0, 2, 6, 3, 5, 1, 7, 8),
    Game().play(0, 3, 1, 4, 8, 5),
)


def test_the_score_is_that_of_the_player_named_first_on_either_side() -> None:
    found = Match(("a", "b"), (X_WINS, X_WINS, DRAW, O_WINS, O_WINS))
    assert found.as_x == Score(wins=1, draws=1, losses=1)
    assert found.as_o == Score(wins=1, draws=0, losses=1)
    assert found.score == Score(wins=2, draws=1, losses=2)
    assert (found.score.games, str(found)) == (5, "a against b: 2 won, 1 drawn, 2 lost")


def test_the_records_say_who_was_x_in_which_game() -> None:
    found = match(First(), "classic", 2)
    assert [record.players for record in found.records()] == [
        {Mark.X: "first", Mark.O: "classic"},
        {Mark.X: "classic", Mark.O: "first"},
    ]
    assert [Record.parse(str(record)).game for record in found.records()] == list(found.games)


def test_the_players_move_in_turn_and_take_turns_to_begin() -> None:
    found = match(First(), "classic", 4)
    sides = (First(), player("classic"))
    for number, game in enumerate(found.games):
        assert game.start == Rules().start()
        assert game.ending is not None
        for ply, (before, move) in enumerate(zip(game.positions(), game.moves, strict=False)):
            assert sides[(number + ply) % 2].choose(before).move == move


def test_the_seed_decides_all_that_players_given_by_name_draw() -> None:
    assert match("easy", "random", 20, seed=1) == match("easy", "random", 20, seed=1)
    assert match("easy", "random", 20, seed=1) != match("easy", "random", 20, seed=2)
    assert match("easy", "random", 20) != match("easy", "random", 20)
    assert match(player("easy", 5), First(), 9) == match(player("easy", 5), First(), 9, seed=3)


def test_the_same_player_on_both_sides_draws_its_own_moves_on_each() -> None:
    found = match("random", "random", 30, seed=4)
    assert len(set(found.games)) > 20
    assert found.players == ("random", "random")


@pytest.mark.slow
def test_a_long_match_agrees_with_the_exact_odds() -> None:
    games = 2_000
    found = match("medium", "random", games, seed=5)
    for mark, score in ((Mark.X, found.as_x), (Mark.O, found.as_o)):
        exact = odds(player("medium"), player("random"), mark=mark)
        assert score.games == games // 2
        for count, chance in ((score.wins, exact.win), (score.losses, exact.loss)):
            deviation = sqrt(score.games * chance * (1 - chance))
            # The seed is fixed, so this fails for good or never; 4.5 deviations is 1 in 150,000.
            assert abs(count - score.games * chance) <= 4.5 * deviation


def test_any_board_will_do() -> None:
    found = match("strongest", "easy", 2, Rules(9, 7, 4), seed=6)
    assert all(game.rules == Rules(9, 7, 4) and game.ending for game in found.games)


@pytest.mark.parametrize("games", [0, -1, MOST_GAMES + 1, 10**30])
def test_the_number_of_games_has_bounds(games: int) -> None:
    with pytest.raises(IllegalAction, match="a match has 1 to 1,000,000 games"):
        match("random", "random", games)


@pytest.mark.parametrize("nobody", ["nobody", "", None, 5, object()])
def test_who_is_no_player_is_refused(nobody: Any) -> None:
    for first, second in ((nobody, "random"), ("random", nobody)):
        with pytest.raises(UnknownPlayer if isinstance(nobody, str) else WrongType):
            match(first, second, 1)


@pytest.mark.parametrize("wrong", [{"games": "5"}, {"games": 2.0}, {"rules": "4x4:4"}])
def test_what_is_of_the_wrong_type_is_refused(wrong: Any) -> None:
    with pytest.raises(WrongType):
        match("random", "random", **{"games": 1, **wrong})


def test_a_board_that_one_of_them_does_not_play_is_refused() -> None:
    with pytest.raises(UnsupportedRules, match="perfect doesn't play 15x15:5"):
        match("random", "perfect", 1, Rules(15, 15, 5))


def test_a_player_that_breaks_the_rules_is_named() -> None:
    with pytest.raises(IllegalMove, match=r"^stubborn chose wrongly: a1 is already taken by X$"):
        match(First(), Stubborn(), 1)


def test_a_player_that_breaks_the_rules_without_our_base_is_named_too() -> None:
    class Rude(First):
        def choose(self, position: Position, _: Limit | None = None) -> Any:
            return player("classic").choose(position.rules.start())

    with pytest.raises(IllegalMove, match=r"^rude chose wrongly: b2 is already taken by X$"):
        match("classic", Rude(), 1)


def test_the_limit_is_for_each_move() -> None:
    with pytest.raises(Unsolved):
        match("perfect", "random", 1, Rules(4, 4, 3), limit=Limit(nodes=0))


def test_the_package_has_it_at_the_top() -> None:
    assert noughts.match is match
    assert noughts.Match is Match


@pytest.mark.parametrize("seed", ["x", 1.5, [], True])
def test_a_seed_is_an_integer(seed: Any) -> None:
    with pytest.raises(WrongType, match="the seed"):
        match("random", "random", 1, seed=seed)


def test_a_seed_may_be_of_numpy_and_a_player_may_not_be_a_class() -> None:
    assert match("random", "random", 2, seed=cast(Any, np.int64(3))) == match(
        "random", "random", 2, seed=3
    )
    with pytest.raises(WrongType, match="a player is a name or a Player"):
        match(cast(Any, Weighted), "random", 1)
