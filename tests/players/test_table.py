"""The table of players, the levels, and what those are made of."""

from __future__ import annotations

from fractions import Fraction

import pytest

from noughts.arena import odds
from noughts.atlas import solve
from noughts.core import Mark, Position, Rules
from noughts.core.errors import NoughtsError, Unsolved
from noughts.players import (
    DEFAULT_LEVEL,
    LEVELS,
    PLAYERS,
    Player,
    UnknownPlayer,
    describe,
    levels,
    player,
    players_of,
)
from noughts.players.alert import Alert
from noughts.players.classic import Classic
from noughts.players.searcher import Instinct, Searcher, centre
from noughts.players.table import Mixture
from noughts.players.uniform import Uniform
from noughts.solver import Limit
from tests.contracts.boards import BOARDS, sample

BIG = Rules(15, 15, 5)


def test_the_table_lists_the_players_and_then_the_levels_and_refuses_others() -> None:
    assert list(PLAYERS)[-4:] == ["easy", "medium", "hard", "strongest"]
    assert LEVELS == ("easy", "medium", "hard", "perfect")
    assert DEFAULT_LEVEL == "medium"
    assert players_of(Rules()) == tuple(PLAYERS)
    assert "perfect" not in players_of(BIG)
    for ask in (player, describe):
        with pytest.raises(UnknownPlayer) as caught:
            ask("grandmaster\n")
        names = ", ".join(PLAYERS)
        assert str(caught.value) == f"there's no player 'grandmaster\\n' – there are {names}"
        assert isinstance(caught.value, NoughtsError)


def test_levels_of_a_board_play_it_and_end_with_perfect_exactly_where_that_is_proved() -> None:
    for rules in BOARDS:
        assert set(levels(rules)) <= set(players_of(rules)), rules
        try:
            solve(rules.start())
        except Unsolved:
            assert levels(rules) == ("easy", "medium", "hard", "strongest"), rules
        else:
            assert levels(rules) == LEVELS, rules


# Players.


def test_of_the_weak_one_moves_anywhere_and_one_wins_else_blocks_else_moves_anywhere() -> None:
    for someone, text, moves in (
        (Uniform(), "xxo/oxx/..o o 3", {6, 7}),
        (Uniform(), ".../.../... x 3", {*range(9)}),
        (Alert(), "xx./oo./... x 3", {2}),  # wins, though it could block
        (Alert(), "xx./xoo/o.. x 3", {2}),
        (Alert(), "x.x/.o./x.o o 3", {1, 3}),  # two blocks, both too late
        (Alert(), "x../.o./... x 3", {1, 2, 3, 5, 6, 7, 8}),  # nothing to do yet: anywhere
        (Alert(), "xx.x/oo.o/.... x 3", {2}),
    ):
        expected = dict.fromkeys(sorted(moves), Fraction(1, len(moves)))
        assert someone.policy(Position.parse(text)) == expected, text


def test_the_strongest_is_perfect_where_that_is_proved_and_else_searches_or_is_classic() -> None:
    perfect = player("perfect")
    for rules in BOARDS:
        strongest = player("strongest", seed=1)
        expected: Player = perfect if perfect.supports(rules) else Searcher(seed=1)
        for position in sample(rules):
            assert strongest.choose(position) == expected.choose(position), position
            assert strongest.policy(position) == expected.policy(position), position
    start = Rules(12, 12, 10).start()
    assert player("strongest").policy(start) == player("classic").policy(start)


@pytest.mark.parametrize("limit", [None, Limit(nodes=200), Limit(seconds=0.05)])
def test_a_searcher_completes_an_open_three_before_it_blocks_one(limit: Limit | None) -> None:
    rows = ["." * 15, "...ooo.........", "......xxx......", *["." * 15] * 12]
    position = Position.parse(f"{'/'.join(rows)} x 5")
    choice = Searcher().choose(position, limit)
    assert choice.move in {position.square(name) for name in ("f3", "j3")}


def test_a_searcher_begins_about_the_centre_and_instinct_blocks_a_four_nearly_always() -> None:
    begun = {Searcher(seed).choose(BIG.start()).move for seed in range(100)}
    assert len(begun) > 15
    assert begun <= set(Searcher().policy(BIG.start())) == set(centre(BIG))
    rows = ["." * 15, "...xoooo.......", "......xx.......", *["." * 15] * 12]
    position = Position.parse(f"{'/'.join(rows)} x 5")
    block = position.square("i2")
    easy, medium = Instinct(care=0.6, sharpness=0.7), Instinct(care=0.9, sharpness=1.5)
    assert Fraction(1, 10) < easy.policy(position)[block] < Fraction(9, 10)
    assert Fraction(9, 10) < medium.policy(position)[block]


# Levels.


def test_medium_sees_a_move_ahead_and_a_person_who_never_errs_beats_it_from_either_side() -> None:
    win = player("medium").policy(Position.parse("xx./oo./... x 3"))
    block = player("medium").policy(Position.parse("xx./.o./... o 3"))
    assert win[2] >= Fraction(9, 10)
    assert Fraction(9, 10) <= block[2] < 1
    policy = player("medium").policy(Rules().start())
    assert len(policy) == 9
    assert policy[4] == max(policy.values()) < Fraction(1, 2)
    assert odds(player("medium"), player("perfect"), mark=Mark.O).loss > Fraction(1, 2)
    assert odds(player("medium"), player("perfect"), mark=Mark.X).loss > Fraction(1, 5)


@pytest.mark.slow
def test_a_person_who_sees_one_move_ahead_beats_medium_now_and_then_from_either_side() -> None:
    """Such a person is what `alert` is: it wins, else blocks, else moves anywhere."""
    for mark, least, most in [(Mark.O, 0.25, 0.40), (Mark.X, 0.10, 0.20)]:
        assert least < odds(player("medium"), player("alert"), mark=mark).loss < most


@pytest.mark.slow
@pytest.mark.parametrize("mark", Mark)
@pytest.mark.parametrize("opponent", ["random", "alert"])
def test_each_level_is_stronger_than_the_one_below(opponent: str, mark: Mark) -> None:
    losses = [odds(player(level), player(opponent), mark=mark).loss for level in LEVELS]
    assert losses == sorted(losses, reverse=True)
    assert len(set(losses)) == len(losses)


def test_hard_rests_on_the_proof_and_parts_of_a_mixture_draw_by_themselves() -> None:
    start = Rules().start()
    assert player("hard").policy(start) == {0: Fraction(3, 4), 4: Fraction(1, 4)}
    hard = player("hard", seed=5)
    for _ in range(40):
        choice = hard.choose(start)
        assert (choice.verdict is not None) == (choice.move == 0)
    assert player("easy").description == "often overlooks things: random 2/3, alert 1/3"
    medium = Mixture("medium", "", 0, (Alert, 5), (Classic, 4), (Uniform, 1))
    states = [part._random.getstate() for part, _ in medium._parts if hasattr(part, "_random")]
    assert len({medium._random.getstate(), *states}) == 3


def test_levels_on_a_large_board_avoid_far_corners_and_draw_different_games() -> None:
    position = BIG.start().play("h8").play("h9").play("i8")
    corners = {position.square(name) for name in ("a1", "o1", "a15", "o15")}
    for name in ("easy", "medium", "hard"):
        assert not corners & set(player(name).policy(position))
        games = set()
        for seed in range(5):
            after, someone = BIG.start(), player(name, seed)
            for _ in range(6):
                after = after.play(someone.choose(after).move)
            games.add(after)
        assert len(games) > 1, name
