"""What every player in the table must do, however strong; a new one is picked up by itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, islice

import pytest

from noughts.atlas import solve
from noughts.core import Position, Rules
from noughts.core.errors import IllegalAction, UnsupportedRules
from noughts.players import PLAYERS, check_supports, describe, player, players_of
from noughts.solver import Limit
from noughts.solver.exact import tables_of
from tests.contracts.boards import BOARDS, finished, positions, sample, swapped

DRAWS = 600

# One test a player: each walks all boards, and a position says which board it is of.
every_player = pytest.mark.parametrize("name", PLAYERS)


@every_player
def test_it_has_its_name_one_line_about_itself_and_the_standard_board(name: str) -> None:
    assert player(name).name == name
    assert name.isidentifier()
    assert name.islower()
    assert describe(name) == player(name, seed=3).description
    assert describe(name).isprintable()
    assert 10 <= len(describe(name)) <= 120
    assert player(name).supports(Rules())


def boards_of(name: str) -> list[Rules]:
    return [rules for rules in BOARDS if player(name).supports(rules)]


def sample_of(name: str) -> Iterator[Position]:
    return chain.from_iterable(map(sample, boards_of(name)))


@every_player
def test_a_board_it_does_not_play_is_refused(name: str) -> None:
    someone = player(name)
    for rules in boards_of(name):
        check_supports(someone, rules)
    for rules in {*BOARDS} - {*boards_of(name)}:
        refused = f"{name} doesn't play {rules}"
        for ask in (someone.choose, someone.policy):
            with pytest.raises(UnsupportedRules, match=f"^{refused}$"):
                ask(rules.start())
        with pytest.raises(UnsupportedRules) as caught:
            check_supports(someone, rules)
        assert str(caught.value) == f"{refused}, but these do: {', '.join(players_of(rules))}"


@every_player
def test_its_policy_adds_up_to_one_over_legal_moves_in_reading_order(name: str) -> None:
    for position in sample_of(name):
        policy = player(name).policy(position)
        assert all(type(probability) is Fraction for probability in policy.values()), position
        assert all(probability > 0 for probability in policy.values()), position
        assert sum(policy.values()) == 1, position
        assert list(policy) == [move for move in position.moves if move in policy]


@every_player
def test_what_it_chooses_is_in_its_policy_and_proved_to_be_best_where_it_says_so(name: str) -> None:
    someone = player(name, seed=11)
    for position in sample_of(name):
        choice = someone.choose(position)
        assert type(choice.move) is int, position
        assert choice.move in someone.policy(position), position
        if choice.verdict is not None:
            proved = solve(position)
            said = choice.verdict.value, choice.verdict.plies
            assert said == (proved.value, proved.plies), position
            assert choice.move in choice.verdict.best, position
            assert {*proved.best} <= {*choice.verdict.best}, position


@every_player
def test_the_same_seed_gives_the_same_game_whatever_is_asked_meanwhile(name: str) -> None:
    asked, unasked = player(name, seed=14), player(name, seed=14)
    for position in sample_of(name):
        policy = asked.policy(position)
        assert asked.choose(position) == unasked.choose(position), position
        assert asked.policy(position) == policy, position
        assert player(name, seed=15).policy(position) == policy, position


@every_player
def test_it_does_not_care_which_mark_is_its_own(name: str) -> None:
    for position in sample_of(name):
        assert player(name).policy(swapped(position)) == player(name).policy(position), position
        ours, theirs = player(name, seed=16), player(name, seed=16)
        assert ours.choose(swapped(position)) == theirs.choose(position), position


@every_player
def test_it_draws_each_move_as_often_as_its_policy_says(name: str) -> None:
    for position in islice(positions(Rules()), 0, 40, 4):
        someone = player(name, seed=17)
        drawn = [someone.choose(position).move for _ in range(DRAWS)]
        for move, probability in player(name).policy(position).items():
            expected = float(DRAWS * probability)
            deviation = (expected * (1 - float(probability))) ** 0.5
            # The seeds are fixed, so this fails for good or never; 4.5 deviations is 1 in 150,000.
            assert abs(drawn.count(move) - expected) <= 4.5 * deviation


@every_player
def test_another_seed_or_none_plays_another_game_if_there_is_anything_to_draw(name: str) -> None:
    found = [position for position in positions(Rules()) if len(player(name).policy(position)) > 1]

    def game(seed: int | None) -> list[int]:
        someone = player(name, seed)
        return [someone.choose(position).move for position in found * 5]

    if found:
        assert len({tuple(game(seed)) for seed in (1, 2, 3)}) == 3
        assert game(None) != game(None)


@every_player
def test_it_keeps_to_a_generous_limit_and_moves_within_none(name: str) -> None:
    for rules in boards_of(name):
        position = rules.start()
        for short in (Limit(seconds=0), Limit(nodes=0)):
            tables_of.cache_clear()
            assert position.is_legal(player(name, seed=18).choose(position, short).move), rules
        choice = player(name, seed=18).choose(position, Limit(seconds=600, nodes=10**7))
        assert choice == player(name, seed=18).choose(position), rules


@every_player
def test_a_finished_game_has_no_move_to_choose(name: str) -> None:
    for rules in boards_of(name):
        for ask in (player(name).choose, player(name).policy):
            with pytest.raises(IllegalAction, match=r"^the game is over$"):
                ask(finished(rules))


GAMES = """
from noughts.players import player, players_of
from tests.contracts.boards import BOARDS, sample
for rules in BOARDS:
    for name in players_of(rules):
        someone = player(name, 19)
        print(rules, name, [someone.choose(position).move for position in sample(rules)])
"""
NO_FRACTIONS = """
import sys
assert "fractions" not in sys.modules, "a game needs no fractions"
"""


def test_a_game_depends_on_nothing_but_the_seed_and_needs_no_fractions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = os.pathsep.join(path for path in sys.path if path)
    elsewhere = subprocess.run(
        [sys.executable, "-c", GAMES + NO_FRACTIONS],
        env={**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    exec(GAMES, {})  # among all that the tests before have left, with other hashes
    assert capsys.readouterr().out == elsewhere.stdout
