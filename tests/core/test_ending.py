"""The two marks; endings: the valid ones, and their results."""

from __future__ import annotations

import copy
import pickle
from itertools import product
from typing import Any

import pytest

from noughts.core.ending import Ending, Termination
from noughts.core.errors import IllegalAction, WrongType
from noughts.core.mark import Mark


def test_marks_are_capitals_for_people_and_small_letters_in_texts() -> None:
    assert [str(mark) for mark in Mark] == ["X", "O"]
    assert [mark.value for mark in Mark] == ["x", "o"]
    assert [mark.other for mark in Mark] == [Mark.O, Mark.X]
    assert repr(Mark.X) == "Mark.X"


def test_a_copied_or_unpickled_mark_is_the_mark_itself() -> None:
    for mark in Mark:
        assert pickle.loads(pickle.dumps(mark)) is mark
        assert copy.deepcopy(mark) is mark
        assert {mark: "found"}[Mark(mark.value)] == "found"


def test_an_ending_has_a_winner_exactly_where_its_kind_has_one() -> None:
    drawn = {Termination.FULL, Termination.AGREEMENT}
    either = {Termination.ABANDONED}
    for termination, winner in product(Termination, (None, *Mark)):
        if termination in either or (winner is None) == (termination in drawn):
            ending = Ending(termination, winner)
            unfinished = "draw" if termination in drawn else "*"
            assert ending.winner is winner
            assert ending.result == (unfinished if winner is None else winner.value)
        else:
            wanted = "no winner" if termination in drawn else "a winner"
            with pytest.raises(IllegalAction, match=f"by {termination.value} has {wanted}"):
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


def test_only_lines_and_full_boards_end_a_game_on_the_board() -> None:
    on_board = {termination for termination in Termination if termination.on_board}
    assert on_board == {Termination.LINE, Termination.FULL}
