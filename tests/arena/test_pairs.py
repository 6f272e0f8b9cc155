"""Pairs of games: both sides of an opening, in one process or several, and their tally."""

from __future__ import annotations

import os
from itertools import islice
from math import inf

import pytest

from noughts import Game, IllegalAction, Limit, Mark, Position, Rules, UnsupportedRules
from noughts.arena import Contender, Plan, Score, Stopped, Tally, play_pairs
from noughts.engine import EngineFailure, Fault
from noughts.players import UnknownPlayer
from tests.arena.players import First, Stubborn
from tests.engine.conftest import fake_command

BOARD = Rules(6, 6, 4)


FIRST, STUBBORN = Contender("first", First), Contender("stubborn", Stubborn)
CLASSIC, RANDOM = Contender.named("classic"), Contender.named("random")


def tally_of(plan: Plan, pairs: int, jobs: int = 1) -> Tally:
    tally = Tally()
    for pair in play_pairs(plan, pairs, jobs):
        tally = tally.add(pair)
    return tally


def test_both_games_of_a_pair_begin_with_its_opening_drawn_or_given_in_turn() -> None:
    for number, pair in enumerate(play_pairs(Plan((CLASSIC, RANDOM), BOARD, seed=1), 3)):
        first, second = pair.games
        assert pair.number == number
        assert first.game.start == second.game.start
        assert pair.firsts == (first.game.start.turn, first.game.start.turn.other)
    starts = (BOARD.start(), BOARD.start().play("c3"))
    pairs = list(play_pairs(Plan((CLASSIC, RANDOM), BOARD, starts=starts), 3))
    assert [pair.games[0].game.start for pair in pairs] == [starts[0], starts[1], starts[0]]
    assert pairs[1].firsts == (Mark.O, Mark.X)


def test_the_seed_decides_everything() -> None:
    plan = Plan((CLASSIC, RANDOM), BOARD, seed=4)
    assert games_of(plan) == games_of(plan)
    assert games_of(plan)[0] != games_of(Plan((CLASSIC, RANDOM), BOARD, seed=5))[0]


def games_of(plan: Plan, jobs: int = 1) -> dict[int, list[Game]]:
    return {pair.number: [each.game for each in pair.games] for pair in play_pairs(plan, 3, jobs)}


@pytest.mark.slow
def test_processes_play_the_same_games_and_can_be_left_early() -> None:
    plan = Plan((CLASSIC, RANDOM), BOARD, seed=4)
    assert games_of(plan, jobs=2) == games_of(plan)
    pairs = play_pairs(plan, 1_000, 2)
    assert len(list(islice(pairs, 3))) == 3
    pairs.close()


class Dies(First):
    """Takes its process with it."""

    def move(self, position: Position) -> int:  # noqa: ARG002
        os._exit(1)


@pytest.mark.slow
def test_a_process_that_dies_ends_the_match() -> None:
    plan = Plan((CLASSIC, Contender("dies", Dies)), BOARD)
    with pytest.raises(Stopped, match="ended unexpectedly"):
        list(play_pairs(plan, 8, 2))


def test_the_tally_adds_up() -> None:
    tally = tally_of(Plan((CLASSIC, RANDOM), BOARD, seed=2), 10)
    assert tally.score.games == 20 == 2 * sum(tally.pairs)
    assert tally.as_x.games == tally.as_o.games == 10
    assert tally.points == sum(count * place / 2 for place, count in enumerate(tally.pairs))
    assert tally.interval[0] <= tally.share <= tally.interval[1]
    assert tally.share > 0.8


def test_faults_are_counted_where_they_belong_and_the_match_goes_on() -> None:
    tally = tally_of(Plan((FIRST, STUBBORN), BOARD), 2)
    assert tally.score == Score(4, 0, 0)
    assert tally.pairs == (0, 0, 0, 0, 2)
    assert tally.elo[0] == tally.elo[2] == inf
    assert 0 < tally.elo[1] < 100
    first, broken = tally.conduct
    assert (dict(first.faults), first.reason) == ({}, None)
    assert broken.faults[Fault.ILLEGAL] >= 2
    assert broken.reason is not None
    assert "a1 is already taken" in broken.reason


def test_a_good_engine_plays_whole_games_and_a_bad_one_loses_and_the_match_goes_on() -> None:
    for behaviour in ("nonsense", "crashes"):
        engine = Contender.engine(fake_command(behaviour), Limit(seconds=30))
        tally = tally_of(Plan((CLASSIC, engine), Rules(7, 7, 5)), 2)
        assert tally.score == Score(4, 0, 0), behaviour
        assert sum(tally.conduct[1].faults.values()) == 4, behaviour
    engine = Contender.engine(fake_command("good"), Limit(seconds=30))
    tally = tally_of(Plan((engine, CLASSIC), Rules(7, 7, 5)), 1)
    assert tally.score.games == 2
    assert not tally.conduct[0].faults
    assert 0 < tally.conduct[0].slowest < 30


def test_contenders_and_numbers_are_checked_before_the_match() -> None:
    big = Rules(15, 15, 5)
    CLASSIC.check(big)
    with pytest.raises(UnknownPlayer):
        Contender.named("nobody").check(big)
    with pytest.raises(UnsupportedRules):
        Contender.named("perfect").check(big)
    with pytest.raises(EngineFailure, match="only 20x20"):
        Contender.engine(fake_command("refuses")).check(big)
    for pairs, jobs in ((0, 1), (-1, 1), (500_001, 1), (1, 0), (1, 257)):
        with pytest.raises(IllegalAction):
            play_pairs(Plan((CLASSIC, RANDOM), BOARD), pairs, jobs)
