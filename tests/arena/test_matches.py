"""Matches: who begins, the scores, the seed, and errors."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest

from noughts.arena import certify
from noughts.arena.matches import MOST_GAMES, Match, Score, match
from noughts.core import Game, Mark, Position, Rules
from noughts.core.errors import (
    IllegalAction,
    IllegalMove,
    NotationError,
    UnsupportedRules,
    WrongType,
)
from noughts.core.record import Record
from noughts.players import Choice, UnknownPlayer, Weighted, player
from noughts.solver import Limit
from tests.arena.players import First, Stubborn

X_WINS, DRAW, O_WINS = (
    Game().play(0, 3, 1, 4, 2),
    Game().play(4, 0, 2, 6, 3, 5, 1, 7, 8),
    Game().play(0, 3, 1, 4, 8, 5),
)


def test_the_score_is_that_of_the_first_player_on_either_side_as_the_records_say() -> None:
    found = Match(("a", "b"), (X_WINS, X_WINS, DRAW, O_WINS, O_WINS))
    assert found.as_x == Score(wins=1, draws=1, losses=1)
    assert found.as_o == Score(wins=1, draws=0, losses=1)
    assert found.score == Score(wins=2, draws=1, losses=2)
    assert (found.score.games, str(found)) == (5, "a against b: 2 won, 1 drawn, 2 lost")
    found = match(First(), "classic", 2)
    assert [record.players for record in found.records] == [
        {Mark.X: "first", Mark.O: "classic"},
        {Mark.X: "classic", Mark.O: "first"},
    ]
    assert [Record.parse(str(record)).game for record in found.records] == list(found.games)


def test_the_players_move_in_turn_and_take_turns_to_begin() -> None:
    found = match(First(), "classic", 4)
    sides = (First(), player("classic"))
    for number, game in enumerate(found.games):
        assert game.start == Rules().start()
        assert game.ending is not None
        for ply, (before, move) in enumerate(zip(game.positions(), game.moves, strict=False)):
            assert sides[(number + ply) % 2].choose(before).move == move


def test_the_seed_decides_what_players_draw_each_by_itself() -> None:
    assert match("easy", "random", 20, seed=1) == match("easy", "random", 20, seed=1)
    assert match("easy", "random", 20, seed=1) != match("easy", "random", 20, seed=2)
    assert match("easy", "random", 20) != match("easy", "random", 20)
    assert match(player("easy", 5), First(), 8) == match(player("easy", 5), First(), 8, seed=3)
    found = match("random", "random", 30, seed=4)
    assert len(set(found.games)) > 20
    assert found.players == ("random", "random")


def test_any_board_will_do_that_both_play_for_a_number_of_games_within_bounds() -> None:
    found = match("strongest", "easy", 2, Rules(9, 7, 4), seed=6)
    assert all(game.rules == Rules(9, 7, 4) and game.ending for game in found.games)
    with pytest.raises(UnsupportedRules, match="perfect doesn't play 15x15:5"):
        match("random", "perfect", 2, "15x15:5")
    for games in (0, -1, 1, 3, MOST_GAMES + 1, 10**30):  # each player begins half of them
        with pytest.raises(IllegalAction, match=r"has 2 to 1,000,000 games|games is even, not"):
            match("random", "random", games)


@pytest.mark.parametrize("nobody", ["nobody", "", None, 5, object()])
def test_who_is_no_player_is_refused(nobody: Any) -> None:
    for first, second in ((nobody, "random"), ("random", nobody)):
        with pytest.raises(UnknownPlayer if isinstance(nobody, str) else WrongType):
            match(first, second, 2)


def test_a_player_that_breaks_the_rules_is_named() -> None:
    class Rude(First):  # not as our base does it
        answer: Any

        def choose(self, _: Position, _limit: Limit | None = None) -> Any:
            return self.answer

        def policy(self, _: Position) -> Any:
            return self.answer

    with pytest.raises(IllegalMove, match=r"^stubborn chose wrongly: a1 is already taken by X$"):
        match(First(), Stubborn(), 2)
    wrong: list[tuple[Any, type[Exception], str]] = [
        (Choice(4), IllegalMove, "rude chose wrongly: b2 is already taken by X"),
        (Choice(cast(Any, "zz")), NotationError, "rude chose wrongly: a square is a letter and"),
        (Choice(cast(Any, None)), WrongType, "rude chose wrongly: a square: expected an integer"),
        (4, WrongType, "what rude chose: expected Choice, got int"),
        (None, WrongType, "the policy of rude: expected Mapping, got None"),
        ({9: Fraction(1)}, IllegalMove, "rude chose wrongly: 9 is off the board"),
        ({0: Fraction(1), 1: Fraction(1)}, IllegalAction, "the policy of rude in .* is not 1"),
    ]
    for Rude.answer, error, said in wrong:
        with pytest.raises(error, match=f"^{said}"):
            certify(Rude()) if "policy" in said or "9" in said else match("classic", Rude(), 2)


def test_the_limit_is_for_each_move() -> None:
    class Told(First):
        def choose(self, position: Position, limit: Limit | None = None) -> Any:
            told.append(limit)
            return super().choose(position, limit)

    told: list[Limit | None] = []
    match(Told(), "random", 2, limit=Limit(nodes=7))
    assert {*told} == {Limit(nodes=7)}


def test_a_seed_may_be_of_any_integer_type_and_a_class_is_no_player() -> None:
    seed: Any = np.int64(3)
    assert match("random", "random", 2, seed=seed) == match("random", "random", 2, seed=3)
    with pytest.raises(WrongType, match="the player: expected Player or its name, got ABCMeta"):
        match(cast(Any, Weighted), "random", 2)
