"""`perfect` beyond sixteen squares: it wins what is won, holds what is drawn, claims no more."""

from __future__ import annotations

import pytest

from noughts import Limit, Mark, Rules, Value, player, prove
from noughts.atlas import boards
from noughts.players import levels
from noughts.players.perfect import Perfect

OPPONENTS = ("random", "alert", "classic")
WON = [Rules.parse(text) for text in ("6x5:4", "5x6:4", "4x9:4", "7x3:3")]
SLOW = pytest.param(Rules.parse("7x7:5"), marks=pytest.mark.slow, id="7x7:5")
DRAWN = [*(Rules.parse(text) for text in ("5x4:4", "5x5:4", "4x6:4", "6x3:4")), SLOW]


def game(rules: Rules, first: Mark, perfect: Mark, opponent: str, seed: int) -> Mark | None:
    """Who wins a game of `perfect` with one mark against an opponent."""
    players = {perfect: Perfect(), perfect.other: player(opponent, seed)}
    position = rules.start(first)
    while not position.is_over:
        choice = players[position.turn].choose(position)
        position = position.play(choice.move)
    return position.turn.other if position.has_winner else None


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("rules", WON, ids=str)
def test_it_wins_a_won_board_whoever_begins(rules: Rules, opponent: str) -> None:
    for seed, first in enumerate(Mark):
        assert game(rules, first, first, opponent, seed) is first


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("rules", DRAWN, ids=str)
def test_it_never_loses_a_drawn_board(rules: Rules, opponent: str) -> None:
    for seed, first in enumerate(Mark):
        for mark in Mark:
            assert game(rules, first, mark, opponent, seed) is not mark.other


def test_it_plays_every_board_of_the_atlas_either_way_up_and_no_other() -> None:
    for rules in boards():
        assert Perfect().supports(rules)
        assert Perfect().supports(Rules(rules.height, rules.width, rules.k))
        assert levels(rules)[-1] == "perfect"
    for text in ("8x8:5", "15x15:5", "9x9:4"):
        assert not Perfect().supports(Rules.parse(text))


def test_it_takes_the_win_that_a_slip_offers() -> None:
    offered = Rules.parse("5x5:4").start().play("c3").play("a1")
    assert prove(offered).value is Value.WIN
    choice = Perfect().choose(offered)
    assert choice.verdict is not None
    assert choice.verdict.value is Value.WIN
    assert prove(offered.play(choice.move)).value is Value.LOSS


@pytest.mark.parametrize("limit", [Limit(nodes=0), Limit(seconds=0), Limit(nodes=5)])
def test_without_time_for_a_proof_it_still_moves_and_claims_nothing(limit: Limit) -> None:
    position = Rules.parse("8x8:4").start().play("a1")
    choice = Perfect().choose(position, limit)
    assert position.is_legal(choice.move)
    assert choice.verdict is None


def test_what_is_certified_needs_no_time() -> None:
    for text, value in (("9x4:4", Value.WIN), ("7x7:5", Value.DRAW)):
        choice = Perfect().choose(Rules.parse(text).start(), Limit(nodes=0))
        assert choice.verdict is not None
        assert choice.verdict.value is value
        assert choice.move in choice.verdict.best


def test_where_both_can_do_no_better_it_moves_like_classic_as_long_as_that_holds() -> None:
    start = Rules.parse("5x5:4").start()
    choice = Perfect().choose(start)
    assert choice.move == player("classic").choose(start).move
    assert choice.verdict is not None
    assert choice.move in choice.verdict.best
