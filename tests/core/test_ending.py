"""Endings: the valid ones, and their results."""

from __future__ import annotations

from typing import Any

import pytest

from noughts.core.ending import Ending, Termination
from noughts.core.errors import IllegalAction, WrongType
from noughts.core.mark import Mark


@pytest.mark.parametrize("termination", Termination)
@pytest.mark.parametrize("winner", [None, *Mark])
def test_an_ending_has_a_winner_exactly_where_its_kind_has_one(
    termination: Termination, winner: Mark | None
) -> None:
    drawn = {Termination.FULL, Termination.AGREEMENT}
    either = {Termination.ABANDONED}
    if termination in either or (winner is None) == (termination in drawn):
        assert Ending(termination, winner).winner is winner
    else:
        wanted = "no winner" if termination in drawn else "a winner"
        with pytest.raises(IllegalAction, match=f"ending by {termination.value} has {wanted}"):
            Ending(termination, winner)


@pytest.mark.parametrize(
    ("parts", "wrong"),
    [
        ((Termination.RESIGNATION, "x"), "the winner is of type Mark, not str"),
        (("line", Mark.X), "the termination is of type Termination, not str"),
        ((None,), "the termination is of type Termination, not NoneType"),
    ],
)
def test_other_types_are_refused_at_once(parts: tuple[Any, ...], wrong: str) -> None:
    with pytest.raises(WrongType, match=f"^{wrong}$"):
        Ending(*parts)


@pytest.mark.parametrize(
    ("ending", "result"),
    [
        (Ending(Termination.LINE, Mark.X), "x"),
        (Ending(Termination.RESIGNATION, Mark.O), "o"),
        (Ending(Termination.FULL), "draw"),
        (Ending(Termination.AGREEMENT), "draw"),
        (Ending(Termination.ABANDONED), "*"),
        (Ending(Termination.ABANDONED, Mark.X), "x"),
    ],
)
def test_the_result_is_the_winner_a_draw_or_none(ending: Ending, result: str) -> None:
    assert ending.result == result


def test_only_lines_and_full_boards_end_a_game_on_the_board() -> None:
    on_board = {termination for termination in Termination if termination.on_board}
    assert on_board == {Termination.LINE, Termination.FULL}
