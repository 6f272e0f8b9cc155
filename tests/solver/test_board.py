"""The tables of a board: correct, and never too large."""

from __future__ import annotations

import pytest

from noughts.core.rules import Rules
from noughts.solver import Limit, Value, solve
from noughts.solver import board as board_module
from noughts.solver import search as search_module
from noughts.solver.board import Board
from noughts.solver.exact import board_of
from noughts.solver.search import Search


@pytest.mark.parametrize("text", ["3x3:3", "3x3:1", "1x1:1", "4x2:3", "3x4:2", "2x4:4", "9x1:5"])
def test_a_square_completes_a_line_exactly_where_its_mark_would_make_one(text: str) -> None:
    rules = Rules.parse(text)
    board = Board(rules)
    for bits in range(rules.full + 1):
        lines = [line for line in rules.line_masks if (line & ~bits).bit_count() <= 1]
        completing = 0
        for line in lines:
            completing |= line & ~bits or line
        lacking_one = [line for line in lines if line & ~bits]
        assert board.completions[bits] & ~bits == completing & ~bits
        assert board.has_line(bits) == (len(lacking_one) < len(lines))


def test_the_squares_on_most_lines_come_first() -> None:
    assert Board(Rules()).order == [1 << square for square in (4, 0, 2, 6, 8, 1, 3, 5, 7)]


def test_bounds_are_forgotten_before_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_module, "MOST_BOUNDS", 500)
    monkeypatch.setattr(search_module, "_NODES_BETWEEN_PAUSES", 50)
    board = Board(Rules(4, 3, 4))
    assert Search(board, Limit()).score(0, 0) == 0
    assert len(board.floors) + len(board.ceilings) <= 550


def test_verdicts_are_forgotten_before_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_module, "MOST_VERDICTS", 3)
    board_of.cache_clear()
    position = Rules(3, 2, 3).start()
    while not position.is_over:
        assert solve(position).value is Value.DRAW
        assert 1 <= len(board_of(position.rules).verdicts) <= 3
        position = position.play(solve(position).best[0])
