"""The search and its table, at their own doors; what they are worth is measured in benchmarks."""

from __future__ import annotations

from random import Random
from unittest.mock import Mock

import pytest

from noughts.core import Position, Rules
from noughts.kernels.alpha_beta import AlphaBeta
from noughts.kernels.line_shapes import EMPTY
from noughts.kernels.threat_board import ThreatBoard
from noughts.kernels.transpositions import EXACT, LOWER, NO_MOVE, UPPER, WIN, Transpositions
from tests.search.positions import threat_board

INFINITE = 32_000
OPENED = Rules(15, 15, 5).start().play("h8")


def search_of(position: Position) -> tuple[AlphaBeta, ThreatBoard]:
    board = threat_board(position)
    return AlphaBeta(board, Transpositions(1 << 12)), board


def test_each_depth_gives_a_legal_move_and_leaves_the_board_as_it_was() -> None:
    fight = Rules(10, 10, 5).start()
    for name in ["e5", "f6", "e6", "e7", "f5", "d5", "g4", "d7"]:
        fight = fight.play(name)
    for position, deepest in ((fight, 5), (Rules(9, 9, 5).start(), 1)):
        search, board = search_of(position)
        before = board.hash
        for depth in range(1, deepest + 1):
            score = search.run(-INFINITE, INFINITE, depth, 4_000)
            assert board.hash == before
            assert search.best in position.moves
            assert abs(score) <= WIN
        search.start()
        search.forget()
        assert search.best == NO_MOVE


def test_what_must_be_played_is_played() -> None:
    for text, move, score in (
        ("xx./oo./... x 3", "c1", WIN - 1),
        ("xx./.o./... o 3", "c1", None),
        ("...../.xx../.oo../...../..... x 4", None, WIN - 3),
        ("...o../..o.../....x./....../x...../.x...o x 4", None, WIN - 9),  # by fours
        ("xxo/oox/xo. x 3", "c3", 0),
        ("x.x/.o./x.o o 3", None, 2 - WIN),  # lost, and something is played all the same
    ):
        position = Position.parse(text)
        search, _ = search_of(position)
        found = search.run(-INFINITE, INFINITE, 3, 2_000)
        assert search.best in position.moves, text
        assert move is None or search.best == position.square(move), text
        assert score is None or found == score, text


def test_where_the_nodes_run_out_or_cannot_be_had_the_board_is_left_as_it_was() -> None:
    search, board = search_of(OPENED)
    before = board.hash
    search.run(-INFINITE, INFINITE, 8, 50)
    assert search.stopped
    assert search.nodes <= 50
    assert board.hash == before
    search.ask = Mock(side_effect=KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        search.run(-INFINITE, INFINITE, 8, 50)
    assert board.hash == before
    search.ask = int
    search.run(-INFINITE, INFINITE, 8, 50)
    assert search.stopped


def test_it_goes_on_as_long_as_it_is_given_nodes() -> None:
    at_once, _ = search_of(OPENED)
    score = at_once.run(-INFINITE, INFINITE, 4, 20_000)
    bit_by_bit, _ = search_of(OPENED)
    bit_by_bit.ask = lambda: 30
    assert bit_by_bit.run(-INFINITE, INFINITE, 4, 30) == score
    assert not bit_by_bit.stopped
    assert bit_by_bit.nodes == at_once.nodes > 60


def test_leaves_are_collected_where_this_is_asked_for() -> None:
    search, board = search_of(Rules(9, 9, 5).start().play("e5").play("e6"))
    search.run(-INFINITE, INFINITE, 3, 2_000)
    assert search.leaves == []
    search.every = 5
    search.run(-INFINITE, INFINITE, 4, 2_000)
    assert search.leaves
    for turn, marks in search.leaves:
        assert turn in (0, 1)
        assert len(marks) == board.size
        assert sum(mark != EMPTY for mark in marks) > board.count


# The table.


def test_what_is_kept_is_recalled_as_it_was_until_it_is_cleared() -> None:
    table, random = Transpositions(1 << 12), Random(1)
    for _ in range(500):
        key = random.getrandbits(64)
        move, score = random.randrange(676), random.randint(-30_000, 30_000)
        depth, bound = random.randrange(100), random.choice((UPPER, LOWER, EXACT))
        assert not table.recall(key, 0)
        table.keep(key, move, score, 0, depth, bound)
        assert table.recall(key, 0)
        assert (table.move, table.score, table.depth, table.bound) == (move, score, depth, bound)
    table.clear()
    assert not table.recall(key, 0)


def test_a_deeper_entry_outlives_others_until_it_is_old() -> None:
    table = Transpositions(2)
    table.keep(2, 1, 0, 0, 30, EXACT)
    for key in range(4, 40, 2):
        table.keep(key, 1, 0, 0, 1, EXACT)
    assert table.recall(2, 0)
    for _ in range(8):
        table.age()
        table.keep(100, 1, 0, 0, 1, EXACT)
        table.keep(102, 1, 0, 0, 1, EXACT)
    assert not table.recall(2, 0)


def test_wins_and_losses_are_as_far_from_wherever_the_position_is_met() -> None:
    table = Transpositions(4)
    assert not table.recall(0, 0)
    for kept, recalled in ((WIN - 9, WIN - 7), (9 - WIN, 7 - WIN), (50, 50)):
        table.keep(8, 1, kept, 4, 3, EXACT)
        assert table.recall(8, 2)
        assert table.score == recalled
        assert not table.recall(12, 2)
