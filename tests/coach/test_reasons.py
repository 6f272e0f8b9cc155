"""Losing moves on boards of 16 to 49 squares: what decides is named, and every clause is true."""

from __future__ import annotations

import pytest

from noughts import Mark, Position
from noughts.coach.explanation import explain
from noughts.coach.text import explanation_text, lines_shown
from noughts.kernels import COMPILED
from tests.coach.reasons import BOARDS, check_loss, losing_moves, named_reason

pytestmark = pytest.mark.skipif(not COMPILED, reason="uncompiled, far fewer wins are found")


def check_share(board: str, count: int, seed: int) -> None:
    """Nine in ten losing moves have a reason with a name; each reason is true, and the loss."""
    named = 0
    for position, move in losing_moves(board, count, seed):
        explanation = explain(position, move)
        named += named_reason(explanation) is not None
        check_loss(explanation)
    assert named >= 0.9 * count


@pytest.mark.parametrize("board", BOARDS[:3])  # of 7×7:5, only to find losing moves takes seconds
def test_a_losing_move_has_a_reason_with_a_name(board: str) -> None:
    check_share(board, 10, 1)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_nine_in_ten_losing_moves_have_a_reason_with_a_name(board: str) -> None:
    check_share(board, 250, 0)


BLOCKED = "......./.oxo.../.o.xx../.o.x.../...ox../xxx..../o...o.. o 5"
FORK = "...../...../..x../...../..... o 4"


def test_the_first_threat_of_a_win_is_named_also_to_the_side_that_has_it() -> None:
    for text, move, reason, own in (
        (
            "x../.../... o 3",
            "b1",
            "X answers a2, which forces a block on a3, and then b2 makes a fork on c2 and c3",
            "you can answer a2, which forces a block on a3, and then b2 makes a fork on c2 and c3",
        ),
        (
            BLOCKED,
            "f1",
            "X answers c5, which forces a block on f2, and wins (O f2, X c3, ",
            "you can answer c5, which forces a block on f2, and win (O f2, X c3, ",
        ),
        (
            FORK,
            "e1",
            "X answers b2, which threatens a fork on d4, and wins (O a1, X c2, ",
            "you can answer b2, which threatens a fork on d4, and win (O a1, X c2, ",
        ),
    ):
        explanation = explain(Position.parse(text), move)
        assert explanation_text(explanation).startswith(f"{move} loses: {reason}")
        assert explanation_text(explanation, you=Mark.X).startswith(f"{move} loses: {own}")


def test_the_lines_of_the_first_threat_are_shown() -> None:
    position = Position.parse(BLOCKED)
    assert lines_shown(explain(position, "f1").said) == ((12, 18, 24, 30, 36),)
