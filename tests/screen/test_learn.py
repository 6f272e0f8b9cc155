"""Lessons on the full screen: the positions, steps and sentences of line mode."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from noughts.coach import lessons
from noughts.coach.lessons import STEPS, Lesson, exercise, keeping, play
from noughts.screen import learn
from noughts.screen.learn import LessonScreen
from tests.screen.showing import Shown, click, press, said, shown


def right(screen: LessonScreen) -> str:
    return str(keeping(screen.tried.position)[0] + 1)


def wrong(screen: LessonScreen) -> str:
    position = screen.tried.position
    return str(next(move for move in position.moves if move not in keeping(position)) + 1)


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
            while not screen.tried.is_done:
                position = screen.tried.position
                await click(pilot, position.name(keeping(position)[0]))
            assert screen.tried.text in said(screen)
            assert (lessons.moral_text(lesson) in said(screen)) == (step == STEPS)
            await press(pilot, "n")
    assert "Press l to choose another lesson" in said(screen)


@shown(lambda: LessonScreen(Lesson.FORK, 7))
async def test_a_wrong_move_is_played_out_and_the_position_comes_again(
    pilot: Shown, screen: LessonScreen
) -> None:
    await press(pilot, "2")
    assert "already taken" in said(screen)
    tried = play(screen.asked, [int(wrong(screen)) - 1])
    await press(pilot, wrong(screen), *"123", "enter")  # until you try again
    assert (screen.tried, screen.game.moves) == (tried, tried.line)
    assert "Press n to try again" in said(screen)
    assert tried.text in said(screen)
    await press(pilot, "n")
    assert screen.game.position == screen.asked.position
    await press(pilot, right(screen))
    assert "Press n for the next position" in said(screen)
    await press(pilot, *"nnnnn")  # positions can be skipped
    assert screen.asked == exercise(Lesson.STOP, 1, 7)
    await press(pilot, "l", "home", "enter", "f")
    assert screen.asked == exercise(Lesson.WIN, 1, 8)


@shown(lambda: LessonScreen(Lesson.HOLD, 0))
async def test_a_draw_is_held_move_by_move_and_a_mistake_taken_back_alone(
    pilot: Shown, screen: LessonScreen
) -> None:
    await press(pilot, right(screen))
    assert "Perfect answers" in said(screen)
    held = screen.game.position
    await press(pilot, wrong(screen), "n")
    assert screen.game.position == held
    while not screen.tried.is_done:
        await press(pilot, right(screen))
    assert "It's a draw! Perfect couldn't beat you." in said(screen)


@shown(lambda: LessonScreen(Lesson.FORK, 7))
async def test_moves_are_shown_one_by_one_which_trying_again_cuts_short(
    pilot: Shown, screen: LessonScreen
) -> None:
    pilot.app.animation_level = "full"
    with patch.object(learn, "_PAUSE", 3_600):
        pilot.app.simulate_key(wrong(screen))
        while not screen.tried.line:
            await pilot.pause(0.01)
        assert screen.game.moves == screen.tried.line[:1]
        await press(pilot, "n")
    assert screen.game.moves == ()
    with patch.object(learn, "_PAUSE", 0):
        await press(pilot, wrong(screen))
    assert screen.game.moves == screen.tried.line
