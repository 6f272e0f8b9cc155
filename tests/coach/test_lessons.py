"""The lessons: the coach decides what is right, and the solver and the lines agree."""

from __future__ import annotations

import pytest

from noughts.coach import lessons
from noughts.coach.lessons import Lesson, check
from noughts.core.bits import squares
from noughts.core.errors import IllegalMove
from noughts.core.threats import blocks, forking_squares, forks, wins
from noughts.solver import keeping_moves


def test_what_a_lesson_asks_for_is_right_and_nothing_else() -> None:
    right = {
        lesson: tuple(move for move in lesson.position.moves if check(lesson, move).is_right)
        for lesson in Lesson
    }
    assert right[Lesson.WIN] == wins(Lesson.WIN.position) != ()
    assert right[Lesson.BLOCK] == blocks(Lesson.BLOCK.position) != ()
    assert not wins(Lesson.BLOCK.position)
    assert right[Lesson.FORK] == forks(Lesson.FORK.position) != ()
    stop = Lesson.STOP.position
    assert squares(forking_squares(stop, stop.turn.other))
    assert len(right[Lesson.STOP]) < len(stop.moves)
    for lesson in set(Lesson) - {Lesson.WIN}:
        assert right[lesson] == keeping_moves(lesson.position), lesson


@pytest.mark.parametrize("lesson", Lesson)
def test_a_wrong_try_is_told_why_and_not_the_answer(lesson: Lesson) -> None:
    position = lesson.position
    for move in position.moves:
        answer = check(lesson, move)
        if not answer.is_right:
            assert answer.text.startswith(position.name(move))
            assert answer.text.endswith(".")
            # A reply of the opponent may be on it; that it would have been right is not said.
            assert not {"Right", "would"} & set(answer.text.split())
    taken = next(at for at in range(9) if at not in position.moves)
    with pytest.raises(IllegalMove):
        check(lesson, taken)


def test_a_wrong_try_for_a_fork_says_what_it_threatens_and_lessons_follow_one_another() -> None:
    assert check(Lesson.FORK, "c2").text == (
        "c2 only draws: it makes only one threat, and O blocks it on a2."
    )
    assert check(Lesson.FORK, "b3").text == "b3 only draws: it doesn't threaten anything."
    assert [lesson.following for lesson in Lesson] == [*list(Lesson)[1:], None]
    for lesson in Lesson:
        assert lessons.title_text(lesson)
        assert lessons.summary_text(lesson)
        assert lessons.idea_text(lesson)
        assert str(lesson.position.turn) in lessons.task_text(lesson)
        assert lessons.moral_text(lesson)
