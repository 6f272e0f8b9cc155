"""What moves are worth, and the line of best play, against the verdicts and plain minimax."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from noughts.core.errors import Unsolved
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.solver import Limit, MoveValue, Value, best_line, keeping_moves, solve, values
from noughts.solver.exact import board_of
from tests.core import naive
from tests.core.strategies import positions

SLOW = pytest.param((8, 1, 4), marks=pytest.mark.slow)
LITTLE_BOARDS = [(3, 3, 3), (3, 3, 2), (4, 2, 3), SLOW, (1, 1, 1)]

QUESTIONS: list[Callable[[Position, Limit], object]] = [values, keeping_moves, best_line]


def rank(worth: MoveValue) -> tuple[Value, int]:
    """The better the higher: a win sooner, a loss later."""
    assert worth.plies is not None
    return worth.value, -worth.plies if worth.value is Value.WIN else worth.plies


@pytest.mark.untraced
@pytest.mark.parametrize("sides", LITTLE_BOARDS, ids=str)
def test_every_move_of_every_position_is_worth_what_minimax_says(
    sides: tuple[int, int, int],
) -> None:
    for board in naive.reachable(*sides):
        position = Position.parse(str(board))
        replies = {move: naive.minimax(naive.play(board, move)) for move in naive.moves(board)}
        found = [(move, worth.value, worth.plies) for move, worth in values(position).items()]
        assert found == [
            (move, -reply.value, reply.plies + 1) for move, reply in replies.items()
        ], str(board)
        keeping = [move for move in replies if -replies[move].value == naive.minimax(board).value]
        assert list(keeping_moves(position)) == keeping, str(board)


@given(positions(longest=4))
def test_the_best_moves_are_those_worth_most(position: Position) -> None:
    verdict, worths = solve(position), values(position)
    most = max(map(rank, worths.values()), default=None)
    assert verdict.best == tuple(move for move, worth in worths.items() if rank(worth) == most)
    for move in verdict.best:
        assert (worths[move].value, worths[move].plies) == (verdict.value, verdict.plies)
    keeping = tuple(move for move, worth in worths.items() if worth.value is verdict.value)
    assert keeping_moves(position) == keeping


@pytest.mark.untraced
@given(positions(longest=4))
def test_the_best_line_takes_the_lowest_of_the_best_squares_to_the_end(position: Position) -> None:
    line = best_line(position)
    assert len(line) == solve(position).plies
    for move in line:
        assert move == solve(position).best[0]
        position = position.play(move)
    assert position.is_over


@pytest.mark.parametrize("text", ["xxx/oo./... o 3", "xxo/oox/xxo o 3"])
def test_a_finished_game_has_no_moves_to_judge(text: str) -> None:
    position = Position.parse(text)
    assert (values(position), keeping_moves(position), best_line(position)) == ({}, (), ())


@pytest.mark.parametrize("ask", QUESTIONS)
def test_a_limit_that_runs_out_raises(ask: Callable[[Position, Limit], object]) -> None:
    board_of.cache_clear()
    for limit in (Limit(nodes=100), Limit(nodes=0), Limit(seconds=0)):
        with pytest.raises(Unsolved, match="not solved within"):
            ask(Rules(4, 4, 4).start(), limit)


@pytest.mark.parametrize("ask", QUESTIONS)
def test_a_board_that_is_too_large_is_unsolved(ask: Callable[[Position, Limit], object]) -> None:
    with pytest.raises(Unsolved, match="6x3:3 has 18 squares: tables take at most 16"):
        ask(Rules(6, 3, 3).start(), Limit())
