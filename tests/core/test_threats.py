"""Threats, against trying every move."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from noughts.core import Mark, Position, squares, threats
from tests.core import naive
from tests.core.strategies import positions


def check_threats(position: Position) -> None:
    board = naive.board_of(position)
    winning = {mark: naive.winning(board, mark.value) for mark in Mark}
    forks_of = {mark: sorted(naive.forking(board, mark.value)) for mark in Mark}
    for mark in Mark:
        assert list(squares(threats.winning_squares(position, mark))) == winning[mark]
        assert list(squares(threats.forking_squares(position, mark))) == forks_of[mark]
        for square in winning[mark]:
            found = threats.completed_lines(position, mark, square)
            assert set(found) == naive.lines_through(board, mark.value, square)
            assert len(found) == len(set(found))
    going_on = not naive.is_over(board)
    assert list(threats.wins(position)) == winning[position.turn] * going_on
    assert list(threats.blocks(position)) == winning[position.turn.other] * going_on
    assert list(threats.forks(position)) == forks_of[position.turn] * going_on


@pytest.mark.untraced
def test_threats_are_what_trying_every_move_finds_in_every_3x3_position() -> None:
    boards = naive.reachable_by_one_name(3, 3, 3)
    for board in boards:
        check_threats(Position.parse(str(board)))
    assert len(boards) == 5_479  # also such as are over


@settings(max_examples=2 * settings().max_examples)
@given(positions())
def test_threats_are_what_trying_every_move_finds_on_any_board(position: Position) -> None:
    check_threats(position)
