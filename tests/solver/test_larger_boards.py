"""Boards of up to sixteen squares: known values, plain minimax, limits amid a search."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from noughts.core.bits import Move
from noughts.core.errors import Unsolved
from noughts.core.mark import Mark
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.solver import Limit, Value, Verdict, can_solve, solve, values
from noughts.solver import search as search_module
from noughts.solver.exact import board_of
from tests.core import naive
from tests.solver.test_exact import answer

BOARDS = ["4x3:3", "3x4:3", "4x3:4", "4x4:3", "4x4:4", "5x3:4", "2x8:3", "16x1:5"]


@pytest.mark.parametrize(
    ("board", "value", "plies", "best"),
    [
        ("4x3:3", Value.WIN, 7, (1, 2, 5, 6, 9, 10)),
        ("3x4:3", Value.WIN, 7, (3, 4, 5, 6, 7, 8)),
        ("4x3:4", Value.DRAW, 12, tuple(range(12))),
        ("4x4:1", Value.WIN, 1, tuple(range(16))),
        ("4x4:2", Value.WIN, 3, tuple(range(16))),
        ("4x4:3", Value.WIN, 5, (5, 6, 9, 10)),
        ("4x4:4", Value.DRAW, 16, tuple(range(16))),
        ("5x3:3", Value.WIN, 7, (1, 2, 3, 6, 7, 8, 11, 12, 13)),
        ("8x2:3", Value.DRAW, 16, tuple(range(16))),
    ],
)
def test_the_starts_have_their_known_verdicts(
    board: str, value: Value, plies: int, best: tuple[Move, ...]
) -> None:
    verdict = solve(Rules.parse(board).start())
    assert answer(verdict) == (value, plies, best)
    assert verdict.best_complete


@pytest.mark.untraced
@pytest.mark.parametrize("width", range(1, 17))
def test_every_board_of_at_most_sixteen_squares_is_solved(width: int) -> None:
    for height in range(1, 16 // width + 1):
        rules = Rules(width, height, max(width, height))
        assert can_solve(rules)
        assert solve(rules.start()).value in (Value.DRAW, Value.WIN)
    assert not can_solve(Rules(width, 16 // width + 1, width))


@pytest.mark.parametrize("empties", range(1, 8))
@pytest.mark.parametrize("board", BOARDS)
def test_late_positions_have_the_verdict_of_minimax(board: str, empties: int) -> None:
    for position in sample(board, empties, count=3):
        assert answer(solve(position)) == tuple(naive.minimax(naive.board_of(position)))


@pytest.mark.slow
@pytest.mark.parametrize(("empties", "count"), [(8, 10), (9, 4), (10, 2)])
@pytest.mark.parametrize("board", BOARDS)
def test_earlier_positions_have_the_verdict_of_minimax(
    board: str, empties: int, count: int
) -> None:
    for position in sample(board, empties, count):
        assert answer(solve(position)) == tuple(naive.minimax(naive.board_of(position)))


@pytest.mark.slow
def test_every_position_of_twelve_squares_has_the_verdict_of_minimax() -> None:
    for board in naive.reachable(4, 3, 3):
        assert answer(solve(Position.parse(str(board)))) == tuple(naive.minimax(board)), str(board)


@pytest.mark.untraced
@pytest.mark.parametrize("board", ["4x4:3", "5x3:3", "7x2:3", "14x1:3"])
def test_turning_the_first_positions_changes_no_value(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Rules.parse(board).start()
    early = [start, *map(start.play, start.moves)]
    early += [after.play(move) for after in early[1:] for move in after.moves[::3]]
    expected = [values(position) for position in early]
    monkeypatch.setattr(search_module, "_FEWEST_EMPTIES_TURNED", 99)
    board_of.cache_clear()
    assert [values(position) for position in early] == expected


def sample(board: str, empties: int, count: int) -> Iterator[Position]:
    """Positions of random games with this many empty squares, whoever starts."""
    random = Random(f"{board}, {empties}")
    while count:
        start = Rules.parse(board).start(random.choice(list(Mark)))
        for position in naive.playout(start, random):
            if position.empty.bit_count() == empties and not position.is_over:
                yield position
                count -= 1


def test_a_search_stopped_again_and_again_comes_to_the_same_verdict() -> None:
    start = Rules(4, 3, 4).start()
    board_of.cache_clear()
    expected = solve(start)
    board_of.cache_clear()
    stops = 0
    while (verdict := solve_within(start, Limit(nodes=500))) is None:
        stops += 1
    assert stops > 5
    assert answer(verdict) == answer(expected)


def solve_within(position: Position, limit: Limit) -> Verdict | None:
    try:
        return solve(position, limit)
    except Unsolved:
        return None


def test_time_runs_out_in_the_midst_of_a_search() -> None:
    board_of.cache_clear()
    with pytest.raises(Unsolved, match=r"not solved within 0\.001 seconds"):
        solve(Rules(16, 1, 5).start(), Limit(seconds=0.001))  # it takes 200 times as long
