"""Lessons on the full screen: the positions, steps and sentences of line mode."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from noughts.coach import lessons
from noughts.coach.lessons import STEPS, Lesson, exercise, keeping, play
from noughts.screen import learn
from noughts.screen.learn import LessonScreen
from tests.screen.showing import Shown, click, press, said, settle, shown, text_of


def fork() -> LessonScreen:
    return LessonScreen(Lesson.FORK, 7)


def wrong_of(screen: LessonScreen) -> int:
    position = screen.tried.position
    return next(move for move in position.moves if move not in keeping(position))


async def solve(pilot: Shown, screen: LessonScreen) -> None:
    """Click right squares until the position is solved."""
    while not screen.tried.is_done:
        await click(pilot, screen.game.position.name(keeping(screen.tried.position)[0]))


@pytest.mark.slow
@shown(lambda: LessonScreen(Lesson.WIN, 7))
async def test_every_lesson_is_solved_by_what_the_solver_keeps_and_leads_to_the_next(
    pilot: Shown, screen: LessonScreen
) -> None:
    for lesson in Lesson:
        assert lessons.idea_text(lesson) == screen.report().facts[0][1]
        for step in range(1, STEPS + 1):
            assert screen.asked == exercise(lesson, step, 7)
            assert f"{step} of 5 · {lessons.task_text(screen.asked)}" in said(screen)
            await solve(pilot, screen)
            assert screen.tried.text in said(screen)
            assert (lessons.moral_text(lesson) in said(screen)) == (step == STEPS)
            await press(pilot, "n")
    assert screen.asked == exercise(Lesson.FOUR, STEPS, 7)  # after which there is none
    assert "Press l to choose another lesson" in said(screen)


@shown(lambda: LessonScreen(Lesson.WIN, 7))
async def test_positions_can_be_skipped_and_lessons_chosen(
    pilot: Shown, screen: LessonScreen
) -> None:
    await press(pilot, *"nnnn")
    await solve(pilot, screen)
    assert "Press n for the next lesson" in said(screen)
    assert lessons.moral_text(Lesson.WIN) in said(screen)
    await press(pilot, "n")
    assert screen.asked == exercise(Lesson.BLOCK, 1, 7)
    await press(pilot, "l", "home", "enter")
    assert screen.asked == exercise(Lesson.WIN, 1, 7)
    await press(pilot, "f")
    assert screen.asked == exercise(Lesson.WIN, 1, 8)


@shown(fork)
async def test_a_wrong_move_is_played_out_and_the_position_comes_again(
    pilot: Shown, screen: LessonScreen
) -> None:
    await press(pilot, "2")
    assert "already taken" in said(screen)
    wrong = wrong_of(screen)
    await press(pilot, str(wrong + 1))
    tried = play(screen.asked, [wrong])
    *_rest, (end, _last) = lessons.boards(tried.before, tried.line)
    assert screen.game.position == end
    assert tried.text in said(screen)
    await press(pilot, *"123456789", "enter")  # which does nothing until you try again
    assert screen.game.position == end
    assert "Press n to try again" in " ".join(text_of(pilot).split())
    await press(pilot, "n")
    assert screen.game.position == screen.asked.position
    await solve(pilot, screen)
    assert "Press n for the next position" in said(screen)


@shown(lambda: LessonScreen(Lesson.HOLD, 7))
async def test_a_draw_is_held_move_by_move_and_a_mistake_taken_back_alone(
    pilot: Shown, screen: LessonScreen
) -> None:
    await press(pilot, str(keeping(screen.tried.position)[0] + 1))
    assert "Perfect answers" in said(screen)
    right = screen.game.position
    assert right.plies == screen.asked.position.plies + 2
    if set(right.moves) - set(keeping(right)):
        await press(pilot, str(wrong_of(screen) + 1), "n")
    assert screen.game.position == right
    await solve(pilot, screen)
    assert "It's a draw! Perfect couldn't beat you." in said(screen)


@shown(fork)
async def test_moves_are_shown_one_by_one_which_trying_again_cuts_short(
    pilot: Shown, screen: LessonScreen
) -> None:
    pilot.app.animation_level = "full"
    with patch.object(learn, "_PAUSE", 3_600):
        pilot.app.simulate_key(str(wrong_of(screen) + 1))
        while not screen.tried.line:
            await pilot.pause(0.01)
        assert screen.game.position.plies == screen.asked.position.plies + 1
        await pilot.press("n")
        await settle(pilot)
    assert screen.game.position == screen.asked.position
    with patch.object(learn, "_PAUSE", 0):
        await press(pilot, str(wrong_of(screen) + 1))
    assert screen.game.moves == screen.tried.line
