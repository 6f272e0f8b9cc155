"""Lessons at the terminal: the positions and sentences of the page."""

from __future__ import annotations

import io

from noughts.coach import lessons, tries
from noughts.coach.lessons import STEPS, Lesson, exercise, keeping, play
from noughts.terminal.console import Console
from noughts.terminal.learn import teach
from tests.typed_session import boards, lines


def taught(lesson: Lesson, *answers: str) -> str:
    said = io.StringIO()
    teach(Console(io.BytesIO(lines(*answers)), said), [lesson, Lesson.BLOCK], seed=7)
    return said.getvalue()


def solution(lesson: Lesson) -> list[str]:
    """The names of right moves from the first position to the last."""
    found = list[str]()
    for step in range(1, STEPS + 1):
        asked, moves = exercise(lesson, step, 7), list[int]()
        while not (tried := play(asked, moves)).is_done:
            moves.append(keeping(tried.position)[0])
            found.append(asked.position.name(moves[-1]))
    return found


def test_every_lesson_is_solved_by_what_the_solver_keeps_and_leads_to_the_next() -> None:
    for lesson in Lesson:
        said = taught(lesson, *solution(lesson), "no")
        assert lessons.idea_text(lesson) in said, lesson
        assert all(f"{step} of 5 · " in said for step in range(1, STEPS + 1)), lesson
        assert said.endswith(f"{lessons.moral_text(lesson)}\nNext lesson? [Y/n] Goodbye!\n")


def test_a_wrong_move_is_played_out_and_the_position_comes_again() -> None:
    asked = exercise(Lesson.FORK, 1, 7)
    wrong = next(each for each in asked.position.moves if each not in keeping(asked.position))
    tried, help_ = play(asked, [wrong]), "board to see it again, or quit."
    said = taught(Lesson.FORK, "help", asked.position.name(wrong), "board", "quit")
    *_rest, (end, _last) = tries.boards(tried.before, tried.line)
    assert list(boards(said)) == [asked.position, end, asked.position, asked.position]
    assert (tried.text in said, said.count(help_)) == (True, 4)
    assert said.endswith("Goodbye!\n")
