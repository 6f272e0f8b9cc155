"""Exact values of positions and moves, against plain minimax."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from noughts.atlas import best_line, keeping_moves, solve, values
from noughts.core import Mark, Move, Position, Rules
from noughts.core.errors import Unsolved, UnsupportedRules
from noughts.solver import MOST_SQUARES, Limit, Value, Verdict, can_solve, exact
from noughts.solver.exact import Search, Tables, tables_of
from noughts.solver.verdict import TABLE
from tests.core import naive
from tests.core.strategies import marks, positions

LITTLE_BOARDS = [
    *((3, 3, 3), (3, 3, 2), (3, 3, 1), (1, 1, 1), (2, 2, 2), (4, 2, 3), (2, 4, 2)),
    *(pytest.param(sides, marks=pytest.mark.slow) for sides in ((9, 1, 3), (1, 9, 4), (8, 1, 4))),
]
Question = Callable[[Position, Limit], object]
QUESTIONS: tuple[Question, ...] = (solve, values, keeping_moves, best_line)


def answer(verdict: Verdict) -> tuple[Value, int | None, tuple[Move, ...]]:
    """A verdict without the work it took."""
    return verdict.value, verdict.plies, verdict.best


def assert_as_minimax(board: naive.Board) -> None:
    """The verdict and what each move is worth."""
    position, worth = Position.parse(str(board)), naive.minimax(board)
    verdict = solve(position)
    assert answer(verdict) == tuple(worth), str(board)
    assert verdict.best_complete
    replies = {move: naive.minimax(naive.play(board, move)) for move in naive.moves(board)}
    worths = {move: (-reply.value, reply.plies + 1) for move, reply in replies.items()}
    found = [(move, (each.value, each.plies)) for move, each in values(position).items()]
    assert found == list(worths.items()), str(board)
    keeping = [move for move, reply in replies.items() if -reply.value == worth.value]
    assert list(keeping_moves(position)) == keeping, str(board)


@pytest.mark.untraced
@pytest.mark.parametrize("sides", LITTLE_BOARDS, ids=str)
def test_every_position_and_move_is_worth_what_minimax_says(sides: tuple[int, int, int]) -> None:
    for board in naive.reachable_by_one_name(*sides):
        assert_as_minimax(board)


@st.composite
def late_positions(draw: st.DrawFn) -> Position:
    """A position with at most eight empty squares, on any board that is solved."""
    width = draw(st.integers(1, min(26, MOST_SQUARES)))
    height = draw(st.integers(1, min(26, MOST_SQUARES // width)))
    rules = Rules(width, height, draw(st.integers(1, max(width, height))))
    playout = naive.playout(rules.start(draw(marks)), Random(draw(st.integers(0, 2**32 - 1))))
    late = [position for position in playout if position.empty.bit_count() <= 8]
    assume(late)
    return draw(st.sampled_from(late))


@pytest.mark.untraced
@settings(deadline=None, max_examples=60)
@given(late_positions())
def test_late_positions_on_any_board_are_worth_what_minimax_says(position: Position) -> None:
    assert_as_minimax(naive.board_of(position))


@pytest.mark.slow
@pytest.mark.parametrize(
    "board", ["4x3:3", "3x4:3", "4x3:4", "4x4:3", "4x4:4", "5x3:4", "2x8:3", "16x1:5"]
)
def test_earlier_positions_have_the_verdict_of_minimax(board: str) -> None:
    for empties, count in ((8, 10), (9, 4), (10, 2)):
        for position in sample(board, empties, count):
            assert answer(solve(position)) == tuple(naive.minimax(naive.board_of(position)))


def sample(board: str, empties: int, count: int) -> Iterator[Position]:
    """Positions of random games with this many empty squares; either side starts."""
    random = Random(f"{board}, {empties}")
    while count:
        start = Rules.parse(board).start(random.choice(list(Mark)))
        for position in naive.playout(start, random):
            if position.empty.bit_count() == empties and not position.is_over:
                yield position
                count -= 1


@pytest.mark.slow
def test_every_position_of_twelve_squares_has_the_verdict_of_minimax() -> None:
    for board in naive.reachable(4, 3, 3):
        assert answer(solve(Position.parse(str(board)))) == tuple(naive.minimax(board)), str(board)


def test_the_starts_have_their_known_verdicts() -> None:
    for board, value, plies, best in (
        ("3x3:3", Value.DRAW, 9, tuple(range(9))),
        ("4x3:3", Value.WIN, 7, (1, 2, 5, 6, 9, 10)),
        ("3x4:3", Value.WIN, 7, (3, 4, 5, 6, 7, 8)),
        ("4x3:4", Value.DRAW, 12, tuple(range(12))),
        ("4x4:1", Value.WIN, 1, tuple(range(16))),
        ("4x4:2", Value.WIN, 3, tuple(range(16))),
        ("4x4:3", Value.WIN, 5, (5, 6, 9, 10)),
        ("4x4:4", Value.DRAW, 16, tuple(range(16))),
        ("5x3:3", Value.WIN, 7, (1, 2, 3, 6, 7, 8, 11, 12, 13)),
        ("8x2:3", Value.DRAW, 16, tuple(range(16))),
    ):
        verdict = solve(Rules.parse(board).start())
        assert answer(verdict) == (value, plies, best), board
        assert (verdict.best_complete, verdict.method) == (True, TABLE)
        assert len(best_line(Rules.parse(board).start())) == plies, board


@pytest.mark.untraced
def test_boards_of_at_most_sixteen_squares_are_solved_and_no_others() -> None:
    for width in range(1, 17):
        for height in range(1, 16 // width + 1):
            rules = Rules(width, height, max(width, height))
            assert can_solve(rules)
            assert solve(rules.start()).value in (Value.DRAW, Value.WIN), rules
        assert not can_solve(Rules(width, 16 // width + 1, width))


def test_a_board_that_is_too_large_has_no_tables_but_finished_games_have_values() -> None:
    for text, size in (("5x4:4", 20), ("26x1:5", 26), ("15x15:5", 225), ("26x26:5", 676)):
        reason = f"{text} has {size} squares: tables take at most 16"
        with pytest.raises(UnsupportedRules, match=reason):
            tables_of(Rules.parse(text))
    over = Position.parse("xxxx./oooxo/...../...../..... o 4")
    assert answer(solve(over)) == (Value.LOSS, 0, ())
    assert (values(over), keeping_moves(over), best_line(over)) == ({}, (), ())


@pytest.mark.untraced
@given(positions(longest=4))
def test_the_best_line_takes_the_lowest_of_the_best_squares_to_the_end(position: Position) -> None:
    line = best_line(position)
    assert len(line) == solve(position).plies
    for move in line:
        assert move == solve(position).best[0]
        position = position.play(move)
    assert position.is_over


@pytest.mark.untraced
@pytest.mark.parametrize("board", ["4x4:3", "5x3:3", "7x2:3", "14x1:3"])
def test_turning_positions_changes_no_value(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Rules.parse(board).start()
    early = [start, *map(start.play, start.moves)]
    early += [after.play(move) for after in early[1:] for move in after.moves[::3]]
    expected = [values(position) for position in early]
    monkeypatch.setattr(exact, "_FEWEST_EMPTIES_TURNED", 99)
    tables_of.cache_clear()
    assert [values(position) for position in early] == expected


# Limits, which matter only without cached results.


def test_a_search_over_its_limit_raises_and_leaves_nothing_wrong_behind() -> None:
    over = r"^not solved within (0 seconds|0 nodes|9 nodes): raise the limit$"
    for ask in QUESTIONS:
        tables_of.cache_clear()
        for limit in (Limit(seconds=0), Limit(nodes=0), Limit(seconds=60, nodes=9)):
            with pytest.raises(Unsolved, match=over):
                ask(Rules(4, 2, 3).start(), limit)
    for board in naive.reachable(4, 2, 3):
        assert_as_minimax(board)


def fresh_solve(position: Position, limit: Limit | None = None) -> Verdict:
    """The answer of a solver without cached results."""
    tables_of.cache_clear()
    return solve(position, limit)


@pytest.mark.parametrize("text", ["3x3:3", "4x2:3", "1x1:1"])
def test_a_search_examines_no_more_nodes_than_it_may(text: str) -> None:
    start = Rules.parse(text).start()
    verdict = fresh_solve(start)
    assert verdict.nodes >= 1
    assert fresh_solve(start, Limit(seconds=600, nodes=verdict.nodes)) == verdict
    assert solve(start, Limit(seconds=0, nodes=0)) == verdict, "it was found before"
    with pytest.raises(Unsolved, match=f"not solved within {verdict.nodes - 1} nodes"):
        fresh_solve(start, Limit(nodes=verdict.nodes - 1))


def test_a_search_stopped_again_and_again_comes_to_the_same_verdict() -> None:
    start, stops = Rules(4, 3, 4).start(), 0
    expected, verdict = fresh_solve(start), None
    tables_of.cache_clear()
    while verdict is None:
        try:
            verdict = solve(start, Limit(nodes=500))
        except Unsolved:
            stops += 1
    assert stops > 5
    assert answer(verdict) == answer(expected)
    with pytest.raises(Unsolved, match=r"not solved within 0\.001 seconds"):
        fresh_solve(Rules(16, 1, 5).start(), Limit(seconds=0.001))  # it takes 200 times as long


# The tables of a board.


def test_bounds_and_verdicts_are_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "MOST_BOUNDS", 500)
    monkeypatch.setattr(exact, "MOST_VERDICTS", 3)
    monkeypatch.setattr(exact, "_NODES_BETWEEN_PAUSES", 50)
    tables = Tables(Rules(4, 3, 4))
    assert Search(tables, Limit()).score(0, 0) == 0
    assert len(tables.floors) + len(tables.ceilings) <= 550
    tables_of.cache_clear()
    position = Rules(3, 2, 3).start()
    while not position.is_over:
        assert solve(position).value is Value.DRAW
        assert 1 <= len(tables_of(position.rules).verdicts) <= 3
        position = position.play(solve(position).best[0])
