"""The two marks."""

from __future__ import annotations

import copy
import pickle

from noughts.core.mark import Mark


def test_each_mark_is_the_others_other() -> None:
    assert Mark.X.other is Mark.O
    assert Mark.O.other is Mark.X


def test_marks_are_written_for_people_in_capitals_and_in_texts_in_small_letters() -> None:
    assert [str(mark) for mark in Mark] == ["X", "O"]
    assert [mark.value for mark in Mark] == ["x", "o"]
    assert repr(Mark.X) == "Mark.X"


def test_a_copied_or_unpickled_mark_is_the_mark_itself() -> None:
    for mark in Mark:
        assert pickle.loads(pickle.dumps(mark)) is mark
        assert copy.deepcopy(mark) is mark
        assert {mark: "found"}[Mark(mark.value)] == "found"
