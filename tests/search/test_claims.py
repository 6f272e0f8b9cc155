"""No forced win is claimed that some reply refutes. `benchmarks/claims.py` checks 100,000."""

from __future__ import annotations

import pytest

from tests.search.claims import check_boards
from tests.search.positions import BOARDS, SMALL_BOARDS


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
