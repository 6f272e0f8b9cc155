"""Exact values, against plain minimax."""

from __future__ import annotations

from importlib.util import find_spec, module_from_spec
from random import Random
from types import ModuleType

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from noughts.core.bits import Move
from noughts.core.errors import Unsolved
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.symmetry import images, symmetries
from noughts.solver import MOST_SQUARES, Limit, Value, Verdict, solve
from noughts.solver.exact import TooLarge
from noughts.solver.verdict import TABLE
from tests.core import naive
from tests.core.strategies import marks, positions

LITTLE_BOARDS = [
    (3, 3, 3),
    (3, 3, 2),
    (3, 3, 1),
    (1, 1, 1),
    (2, 2, 2),
    (4, 2, 3),
    (2, 4, 2),
    pytest.param((9, 1, 3), marks=pytest.mark.slow),
    pytest.param((1, 9, 4), marks=pytest.mark.slow),
]


def answer(verdict: Verdict) -> tuple[Value, int | None, tuple[Move, ...]]:
    """A verdict without the work it took."""
    return verdict.value, verdict.plies, verdict.best


def swapped(position: Position) -> Position:
    return Position(position.rules, position.os, position.xs, position.turn.other)


@pytest.mark.untraced
@pytest.mark.parametrize("sides", LITTLE_BOARDS, ids=str)
def test_every_position_that_either_starter_can_reach_has_the_verdict_of_minimax(
    sides: tuple[int, int, int],
) -> None:
    for board in naive.reachable(*sides):
        verdict = solve(Position.parse(str(board)))
        assert answer(verdict) == tuple(naive.minimax(board)), str(board)
        assert verdict.best_complete


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
def test_late_positions_on_any_board_have_the_verdict_of_minimax(position: Position) -> None:
    verdict = solve(position)
    assert answer(verdict) == tuple(naive.minimax(naive.board_of(position)))
    assert verdict.best_complete


def test_noughts_and_crosses_is_a_draw_whatever_the_first_move() -> None:
    assert answer(solve(Rules().start())) == (Value.DRAW, 9, tuple(range(9)))


@pytest.mark.parametrize(
    ("text", "value", "plies", "best"),
    [
        ("xx./oo./... x 3", Value.WIN, 1, (2,)),
        ("xx./oo./..x o 3", Value.WIN, 1, (5,)),
        ("x../.o./... x 3", Value.DRAW, 7, (1, 2, 3, 5, 6, 7, 8)),
        ("xo./.../... x 3", Value.WIN, 5, (3, 4, 6)),
        ("x../.o./..x o 3", Value.DRAW, 6, (1, 3, 5, 7)),
        ("x.x/.../..o o 3", Value.LOSS, 4, (1,)),
    ],
)
def test_well_known_positions_have_their_well_known_verdicts(
    text: str, value: Value, plies: int, best: tuple[Move, ...]
) -> None:
    assert answer(solve(Position.parse(text))) == (value, plies, best)


@settings(deadline=None)
@given(positions(longest=3))
def test_swapping_the_marks_changes_no_verdict(position: Position) -> None:
    assert answer(solve(swapped(position))) == answer(solve(position))


@settings(deadline=None)
@given(positions(longest=3))
def test_symmetric_positions_have_symmetric_verdicts(position: Position) -> None:
    verdict = solve(position)
    ways = symmetries(position.rules.width, position.rules.height)
    for symmetry, image in zip(ways, images(position), strict=True):
        turned = tuple(sorted(symmetry[move] for move in verdict.best))
        assert answer(solve(image)) == (verdict.value, verdict.plies, turned)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("xxx/oo./... o 3", Value.LOSS),
        ("ooo/xx./x.. x 3", Value.LOSS),
        ("xxo/oox/xxo o 3", Value.DRAW),
        ("xxx/oox/oxo o 3", Value.LOSS),
    ],
)
def test_a_finished_game_has_no_moves_left_to_the_end(text: str, value: Value) -> None:
    assert answer(solve(Position.parse(text))) == (value, 0, ())


@pytest.mark.parametrize("text", ["5x4:4", "26x1:5", "15x15:5", "26x26:5"])
def test_a_board_of_too_many_squares_is_unsolved(text: str) -> None:
    start = Rules.parse(text).start()
    assert start.rules.size > MOST_SQUARES
    with pytest.raises(TooLarge, match=f"{text} has {start.rules.size} squares: tables take at"):
        solve(start)


# Limits only matter without cached results.


def fresh_solve(position: Position, limit: Limit | None = None) -> Verdict:
    """The answer of a solver without cached results."""
    verdict = fresh_solver().solve(position, limit)
    assert isinstance(verdict, Verdict)
    return verdict


def fresh_solver() -> ModuleType:
    """A second copy of the solver, without cached results."""
    spec = find_spec("noughts.solver.exact")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("limit", [Limit(seconds=0), Limit(nodes=0), Limit(seconds=60, nodes=9)])
def test_a_search_over_its_limit_raises_and_leaves_nothing_wrong_behind(limit: Limit) -> None:
    solver = fresh_solver()
    with pytest.raises(
        Unsolved, match=r"^not solved within (0 seconds|0 nodes|9 nodes): raise the limit$"
    ):
        solver.solve(Rules(4, 2, 3).start(), limit)
    for board in naive.reachable(4, 2, 3):
        assert answer(solver.solve(Position.parse(str(board)))) == tuple(naive.minimax(board))


@pytest.mark.parametrize("text", ["3x3:3", "4x2:3", "1x1:1"])
def test_a_search_examines_no_more_nodes_than_it_may(text: str) -> None:
    start = Rules.parse(text).start()
    needed = fresh_solve(start).nodes
    assert needed >= 1
    assert fresh_solve(start, Limit(seconds=600, nodes=needed)) == fresh_solve(start)
    with pytest.raises(Unsolved, match=f"not solved within {needed - 1} nodes"):
        fresh_solve(start, Limit(nodes=needed - 1))


def test_an_answer_once_found_is_given_within_any_limit() -> None:
    start = Rules(6, 1, 3).start()
    verdict = solve(start)
    assert solve(start, Limit(seconds=0, nodes=0)) == verdict


def test_a_verdict_tells_how_it_was_found() -> None:
    assert solve(Rules().start()).method == TABLE
