"""The perfect player against its rules implemented another way, and beyond sixteen squares."""

from __future__ import annotations

from itertools import product

import pytest

from noughts import Limit, Mark, Rules, Value, player, prove, solve
from noughts.atlas.table import boards
from noughts.core import Position
from noughts.players import levels
from noughts.players.perfect import Perfect
from noughts.solver.exact import tables_of
from tests.core import naive

WON = ["6x5:4", "5x6:4", "4x9:4", "7x3:3"]
DRAWN = ["5x4:4", "5x5:4", "4x6:4", "6x3:4", pytest.param("7x7:5", marks=pytest.mark.slow)]


def expected(board: naive.Board) -> int:
    """The move by value, plies, the replies that hold, and the lowest square, in that order."""

    def preference(square: int) -> tuple[int, int, int, int]:
        after = naive.play(board, square)
        reply = naive.minimax(after)
        worths = [-naive.minimax(naive.play(after, move)).value for move in naive.moves(after)]
        plies = reply.plies if reply.value == -1 else -reply.plies
        return reply.value, plies, worths.count(reply.value), square

    return min(naive.moves(board), key=preference)


def test_value_then_plies_then_the_trap_then_the_lowest_square_in_every_position() -> None:
    every = naive.reachable_by_one_name(3, 3, 3)
    assert len(every) == 5_479
    for board in every:
        if not naive.is_over(board):
            choice = Perfect().choose(Position.parse(str(board)))
            assert choice.move == expected(board), str(board)


def test_its_choice_carries_the_proof_or_is_a_guess_where_there_is_no_time_for_one() -> None:
    starts = [Rules(8, 1, 4).start(), Rules(16, 1, 10).start()]  # the search plays no ten
    for start in (*starts, Rules(8, 8, 4).start().play("a1")):
        for limit in (Limit(nodes=0), Limit(seconds=0), Limit(nodes=3)):
            tables_of.cache_clear()  # so that nothing is known yet
            guess = Perfect().choose(start, limit)
            assert (start.is_legal(guess.move), guess.verdict) == (True, None), (start, limit)
    for start in starts:
        assert Perfect().choose(start).verdict == solve(start)
        choice = Perfect().choose(start, Limit(nodes=0))  # too few to count replies
        assert choice.verdict == solve(start)
        assert choice.move in choice.verdict.best


@pytest.mark.parametrize("text", ["o.x./..x./.o../.... x 4", "o.../..../..o./.x.x x 4"])
def test_what_the_proof_leaves_of_the_limit_serves_the_trap(text: str) -> None:
    position = Position.parse(text)
    tables_of.cache_clear()
    choice = Perfect().choose(position, Limit(nodes=20_000))
    assert choice == Perfect().choose(position)


# Beyond sixteen squares.


def game(rules: Rules, first: Mark, perfect: Mark, opponent: str, seed: int) -> Mark | None:
    """Who wins a game of `perfect` with one mark against an opponent."""
    players = {perfect: Perfect(), perfect.other: player(opponent, seed)}
    position = rules.start(first)
    while not position.is_over:
        position = position.play(players[position.turn].choose(position).move)
    return position.turn.other if position.has_winner else None


@pytest.mark.parametrize("text", [*WON, *DRAWN])
def test_it_wins_a_won_board_and_never_loses_a_drawn_one(text: str) -> None:
    rules = Rules.parse(text)
    for opponent, (seed, first) in product(("random", "alert", "classic"), enumerate(Mark)):
        if text in WON:
            assert game(rules, first, first, opponent, seed) is first, opponent
        else:
            for mark in Mark:
                assert game(rules, first, mark, opponent, seed) is not mark.other, opponent


def test_it_plays_every_board_of_the_atlas_either_way_up_and_no_other() -> None:
    for rules in boards():
        assert Perfect().supports(rules)
        assert Perfect().supports(Rules(rules.height, rules.width, rules.k))
        assert levels(rules)[-1] == "perfect"
    for text in ("8x8:5", "15x15:5", "9x9:4"):
        assert not Perfect().supports(Rules.parse(text))


def test_it_takes_the_win_that_a_slip_offers_and_without_time_knows_what_is_certified() -> None:
    offered = Rules.parse("5x5:4").start().play("c3").play("a1")
    assert prove(offered).value is Value.WIN
    choice = Perfect().choose(offered)
    assert choice.verdict is not None
    assert choice.verdict.value is Value.WIN
    assert prove(offered.play(choice.move)).value is Value.LOSS
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
