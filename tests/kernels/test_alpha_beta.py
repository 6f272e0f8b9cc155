"""The search, at its own door; what it is worth is measured in benchmarks."""

from __future__ import annotations

import pytest

from noughts.core.bits import squares
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.kernels.alpha_beta import AlphaBeta
from noughts.kernels.line_shapes import EMPTY
from noughts.kernels.threat_board import ThreatBoard
from noughts.kernels.transpositions import NO_MOVE, WIN, Transpositions
from noughts.search.setup import set_up
from noughts.search.weights import WEIGHTS

INFINITE = 32_000


def search_of(position: Position) -> tuple[AlphaBeta, ThreatBoard]:
    board = ThreatBoard(position.rules, WEIGHTS)
    set_up(board, position)
    return AlphaBeta(board, Transpositions(1 << 12)), board


def test_each_depth_gives_a_legal_move_and_leaves_the_board_as_it_was() -> None:
    position = Rules(10, 10, 5).start()
    for name in ["e5", "f6", "e6", "e7", "f5", "d5", "g4", "d7"]:
        position = position.play(name)
    search, board = search_of(position)
    before = board.hash
    for depth in range(1, 6):
        score = search.run(-INFINITE, INFINITE, depth, 4_000)
        assert board.hash == before
        assert search.best in position.moves
        assert abs(score) <= WIN
    search.start()
    search.forget()
    assert search.best == NO_MOVE


@pytest.mark.parametrize(
    ("text", "move", "score"),
    [
        ("xx./oo./... x 3", "c1", WIN - 1),
        ("xx./.o./... o 3", "c1", None),
        ("...../.xx../.oo../...../..... x 4", None, WIN - 3),
    ],
)
def test_what_must_be_played_is_played(text: str, move: str | None, score: int | None) -> None:
    position = Position.parse(text)
    search, _ = search_of(position)
    found = search.run(-INFINITE, INFINITE, 3, 2_000)
    assert move is None or search.best == position.square(move)
    assert score is None or found == score


def test_when_the_nodes_run_out_it_stops() -> None:
    search, board = search_of(Rules(15, 15, 5).start().play("h8"))
    before = board.hash
    search.run(-INFINITE, INFINITE, 8, 50)
    assert search.stopped
    assert search.nodes <= 50
    assert board.hash == before


def test_it_goes_on_as_long_as_it_is_given_nodes() -> None:
    position = Rules(15, 15, 5).start().play("h8")
    at_once, _ = search_of(position)
    score = at_once.run(-INFINITE, INFINITE, 4, 20_000)
    bit_by_bit, _ = search_of(position)
    bit_by_bit.ask = lambda: 30
    assert bit_by_bit.run(-INFINITE, INFINITE, 4, 30) == score
    assert not bit_by_bit.stopped
    assert bit_by_bit.nodes == at_once.nodes > 60


def test_an_error_in_what_gives_it_nodes_leaves_the_board_as_it_was() -> None:
    search, board = search_of(Rules(15, 15, 5).start().play("h8"))
    before = board.hash

    def fail() -> int:
        raise KeyboardInterrupt

    search.ask = fail
    with pytest.raises(KeyboardInterrupt):
        search.run(-INFINITE, INFINITE, 8, 50)
    assert board.hash == before
    search.ask = int
    search.run(-INFINITE, INFINITE, 8, 50)
    assert search.stopped


def test_leaves_are_collected_where_this_is_asked_for() -> None:
    position = Rules(9, 9, 5).start().play("e5").play("e6")
    search, board = search_of(position)
    search.run(-INFINITE, INFINITE, 3, 2_000)
    assert search.leaves == []
    search.every = 5
    search.run(-INFINITE, INFINITE, 4, 2_000)
    assert search.leaves
    for turn, marks in search.leaves:
        assert turn in (0, 1)
        assert len(marks) == board.size
        assert sum(mark != EMPTY for mark in marks) > board.count


def test_without_a_mark_all_squares_are_searched() -> None:
    rules = Rules(9, 9, 5)
    position = rules.start()
    search, _ = search_of(position)
    search.run(-INFINITE, INFINITE, 1, 5_000)
    assert search.best in position.moves


def test_a_drawn_end_scores_nothing() -> None:
    position = Position.parse("xxo/oox/xo. x 3")
    search, _ = search_of(position)
    assert search.run(-INFINITE, INFINITE, 4, 1_000) == 0
    assert search.best == squares(position.empty)[0]
