"""Matches: who begins, the scores, the seed, and errors."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

from noughts.arena.matches import MOST_GAMES, Match, Score, match
from noughts.core.errors import IllegalAction, IllegalMove, UnsupportedRules, WrongType
from noughts.core.game import Game
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.players import UnknownPlayer, Weighted, player
from noughts.solver import Limit
from tests.arena.players import First, Stubborn

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


def test_any_board_will_do_that_both_play() -> None:
    found = match("strongest", "easy", 2, Rules(9, 7, 4), seed=6)
    assert all(game.rules == Rules(9, 7, 4) and game.ending for game in found.games)
    with pytest.raises(UnsupportedRules, match="perfect doesn't play 15x15:5"):
        match("random", "perfect", 1, Rules(15, 15, 5))


def test_the_number_of_games_has_bounds() -> None:
    for games in (0, -1, MOST_GAMES + 1, 10**30):
        with pytest.raises(IllegalAction, match="a match has 1 to 1,000,000 games"):
            match("random", "random", games)


@pytest.mark.parametrize("nobody", ["nobody", "", None, 5, object()])
def test_who_is_no_player_is_refused(nobody: Any) -> None:
    for first, second in ((nobody, "random"), ("random", nobody)):
        with pytest.raises(UnknownPlayer if isinstance(nobody, str) else WrongType):
            match(first, second, 1)


def test_a_player_that_breaks_the_rules_is_named() -> None:
    class Rude(First):  # not as our base does it
        def choose(self, position: Position, _: Limit | None = None) -> Any:
            return player("classic").choose(position.rules.start())

    with pytest.raises(IllegalMove, match=r"^stubborn chose wrongly: a1 is already taken by X$"):
        match(First(), Stubborn(), 1)
    with pytest.raises(IllegalMove, match=r"^rude chose wrongly: b2 is already taken by X$"):
        match("classic", Rude(), 1)


def test_the_limit_is_for_each_move() -> None:
    class Told(First):
        def choose(self, position: Position, limit: Limit | None = None) -> Any:
            told.append(limit)
            return super().choose(position, limit)

    told: list[Limit | None] = []
    match(Told(), "random", 1, limit=Limit(nodes=7))
    assert {*told} == {Limit(nodes=7)}


def test_what_is_of_the_wrong_type_is_refused() -> None:
    seed: Any = np.int64(3)
    assert match("random", "random", 2, seed=seed) == match("random", "random", 2, seed=3)
    wrong: list[dict[str, Any]] = [{"games": "5"}, {"games": 2.0}, {"rules": "4x4:4"}]
    wrong += [{"seed": "x"}, {"seed": 1.5}, {"seed": []}, {"seed": True}]
    for options in wrong:
        with pytest.raises(WrongType):
            match("random", "random", **{"games": 1, **options})
    with pytest.raises(WrongType, match="a player is a name or a Player"):
        match(cast(Any, Weighted), "random", 1)
