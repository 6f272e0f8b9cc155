"""No forced win is claimed that some reply refutes. `benchmarks/claims.py` checks 100,000."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from noughts.search import forced_win
from tests.search.claims import check_boards
from tests.search.oracle import wins_within
from tests.search.positions import BOARDS, SMALL_BOARDS, greedy, near_the_fight, positions


@pytest.mark.parametrize("board", [*BOARDS, *SMALL_BOARDS])
def test_every_claimed_win_holds_against_every_reply(board: str) -> None:
    ((_, count),) = check_boards((board,), 10)
    assert count.false == []


@pytest.mark.slow
@pytest.mark.parametrize("board", [*BOARDS, *SMALL_BOARDS])
def test_many_more_claimed_wins_hold_against_every_reply(board: str) -> None:
    ((_, count),) = check_boards((board,), 60, seed=1)
    assert count.false == []
    assert count.claims.total() > 20


@pytest.mark.parametrize("board", SMALL_BOARDS)
def test_where_every_move_can_be_tried_a_claimed_win_is_one(board: str) -> None:
    claimed = 0
    for style in (near_the_fight, greedy):
        for position in islice(positions(board, style, Random(3)), 40):
            claim = forced_win(position)
            if claim is not None and claim.plies <= 5:
                claimed += 1
                assert wins_within(position, claim.plies), position
    assert claimed > 2
