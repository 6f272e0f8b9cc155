"""The lessons: the coach decides what is right, and the solver and the lines agree."""

from __future__ import annotations

import pytest

from noughts import solve
from noughts.coach import lessons
from noughts.coach.lessons import Lesson, check
from noughts.core.errors import IllegalMove
from noughts.core.threats import forking_squares, winning_squares
from noughts.solver import keeping_moves


def right_moves(lesson: Lesson) -> set[int]:
    return {move for move in lesson.position.moves if check(lesson, move).is_right}


def bits(squares: int) -> set[int]:
    return {square for square in range(9) if squares >> square & 1}


def test_a_win_is_right_where_a_line_is_completed() -> None:
    position = Lesson.WIN.position
    assert right_moves(Lesson.WIN) == bits(winning_squares(position, position.turn)) != set()


def test_a_block_is_right_where_the_opponent_would_complete_a_line() -> None:
    position = Lesson.BLOCK.position
    assert not winning_squares(position, position.turn)
    assert right_moves(Lesson.BLOCK) == bits(winning_squares(position, position.turn.other))
    assert right_moves(Lesson.BLOCK) == set(keeping_moves(position))


def test_a_fork_is_right_where_two_threats_are_made() -> None:
    position = Lesson.FORK.position
    assert right_moves(Lesson.FORK) == bits(forking_squares(position, position.turn)) != set()
    assert right_moves(Lesson.FORK) == set(keeping_moves(position))


def test_a_fork_is_blocked_by_every_move_that_keeps_the_draw() -> None:
    position = Lesson.STOP.position
    assert forking_squares(position, position.turn.other)
    assert right_moves(Lesson.STOP) == set(keeping_moves(position))
    assert len(right_moves(Lesson.STOP)) < len(position.moves)


@pytest.mark.parametrize("lesson", Lesson)
def test_a_wrong_try_is_told_why_and_not_the_answer(lesson: Lesson) -> None:
    position = lesson.position
    for move in set(position.moves) - right_moves(lesson):
        said = check(lesson, move).text
        assert said.startswith(position.name(move))
        assert said.endswith(".")
        assert "Right" not in said
        # A reply of the opponent may be on it; that it would have been right is not said.
        assert "would" not in said


def test_a_wrong_try_for_a_fork_says_what_it_threatens() -> None:
    assert check(Lesson.FORK, "c2").text == (
        "c2 only draws: it makes only one threat, and O blocks it on a2."
    )
    assert check(Lesson.FORK, "b3").text == "b3 only draws: it doesn't threaten anything."
    after = Lesson.FORK.position.play("c2").play("a2")
    assert solve(after).value == 0


@pytest.mark.parametrize("lesson", Lesson)
def test_a_taken_square_is_refused(lesson: Lesson) -> None:
    taken = next(at for at in range(9) if at not in lesson.position.moves)
    with pytest.raises(IllegalMove):
        check(lesson, taken)


def test_the_lessons_follow_one_another() -> None:
    assert [lesson.following for lesson in Lesson] == [*list(Lesson)[1:], None]


@pytest.mark.parametrize("lesson", Lesson)
def test_every_lesson_has_its_sentences(lesson: Lesson) -> None:
    texts = (
        lessons.title_text(lesson),
        lessons.summary_text(lesson),
        lessons.idea_text(lesson),
        lessons.task_text(lesson),
        lessons.moral_text(lesson),
    )
    assert all(texts)
    assert str(lesson.position.turn) in lessons.task_text(lesson)
