"""The referee of forced wins, against minimax and false claims; and what it says of our claims."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from noughts import Mark, Position, Rules
from tests.core import naive
from tests.search.claims import check_boards
from tests.search.oracle import FalseClaim, Referee, completing, each_square, lines
from tests.search.positions import BOARDS, SMALL_BOARDS, near_the_fight, positions


def test_lines_and_the_squares_that_complete_them_are_those_of_the_rules() -> None:
    for board in ("3x3:3", "5x4:4", "15x15:5", "7x1:3", "4x4:1", "2x6:6"):
        rules = Rules.parse(board)
        assert sorted(lines(rules.width, rules.height, rules.k)) == sorted(rules.line_masks), board
    for position in islice(positions("7x7:4", near_the_fight, Random(2)), 60):
        board_now = naive.board_of(position)
        for side in Mark:
            completed = (naive.put(board_now, each, side.value) for each in naive.moves(board_now))
            naively = [naive.has_won(after, side.value) for after in completed]
            found = set(each_square(completing(position, side)))
            assert [move in found for move in position.moves] == naively, position


def minimax_strategy(position: Position) -> tuple[int, int] | None:
    worth = naive.minimax(naive.board_of(position))
    return (worth.best[0], worth.plies) if worth.value == 1 else None


def test_a_referee_accepts_minimax_and_no_claim_of_a_ply_less() -> None:
    checked = 0
    for board in sorted(naive.reachable(3, 3, 3))[::3]:
        worth, position = naive.minimax(board), Position.parse(str(board))
        if worth.value != 1:
            continue
        Referee(minimax_strategy).check(position, worth.plies)
        with pytest.raises(FalseClaim):
            Referee(minimax_strategy).check(position, worth.plies - 1)
        checked += 1
    assert checked > 500


def test_a_false_claim_or_a_strategy_that_gives_up_is_refuted() -> None:
    for text, answer, plies, why in (
        ("...../...../..x../...../..o.. x 4", (7, 1), 3, "do not suffice"),
        (".xx../ooo../x.... x 4", (3, 1), 3, "the defender wins at once"),
        ("xxo./..../o... x 4", (4, 1), 3, "do not suffice"),
        ("...../...../...../..... x 4", None, 9, "knows no win"),
    ):
        position = Position.parse(text)
        with pytest.raises(FalseClaim, match=why):
            Referee({position: answer}.get).check(position, plies)


@pytest.mark.parametrize("board", [*BOARDS, *SMALL_BOARDS])
def test_every_claimed_win_holds_against_every_reply(board: str) -> None:
    """`benchmarks/claims.py` checks 100,000."""
    ((_, count),) = check_boards((board,), 10)
    assert count.false == []


@pytest.mark.slow
@pytest.mark.parametrize("board", [*BOARDS, *SMALL_BOARDS])
def test_many_more_claimed_wins_hold_against_every_reply(board: str) -> None:
    ((_, count),) = check_boards((board,), 60, seed=1)
    assert count.false == []
    assert count.claims.total() > 20
