"""A position of a lesson as it is posed, and what comes of the learner's moves."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.coach import lessons
from noughts.coach.lessons import Lesson
from noughts.coach.minimax import MOST_EMPTY
from noughts.coach.tries import boards
from noughts.views.analysis import reason_lines
from noughts.views.base import View
from noughts.views.board import BoardView, board_view

# Examples, for the overview: to draw them as a lesson does would take its first visitor a second.
PICTURES = {
    Lesson.WIN: "oxx_..._oox_x_3",
    Lesson.BLOCK: "x.x_..._oxo_o_3",
    Lesson.FORK: "x.._xxo_o.._o_3",
    Lesson.STOP: "x.o_..x_.xo_o_3",
    Lesson.OPENING: "xo._..._..._x_3",
    Lesson.HOLD: ".o._..x_.x._o_3",
    Lesson.FOUR: "xxxo._oooxx_...oo_....o_...xx_o_4",
}


@dataclass(frozen=True, slots=True)
class LessonView(View):
    """A position of a lesson, and what came of the learner's last move."""

    lesson: Lesson
    step: int
    seed: int
    task: str
    start: str  # the position of the step
    board: BoardView  # as it stands, after a wrong move at the end of what that leads to
    address: str  # where the learner goes on, or tries again
    frames: list[BoardView]  # the last move, and what was played after it
    lines: list[list[int]]  # by which the last move decided, if it was right
    text: str = ""
    is_right: bool = False
    is_done: bool = False
    can_watch: bool = False  # a computer find it, step by step
    badge: str = ""  # the address of one that is earned


def show(lesson: Lesson, step: int, seed: int, moves: str, square: int | None = None) -> LessonView:
    """Return the view after the learner's moves, and a square if one is tried.

    The moves are names, joined by points. Raises what `Position.play` raises.
    """
    exercise = lessons.exercise(lesson, step, seed)
    taken: list[str | int] = list(moves.split(".")) if moves else []
    tried = lessons.play(exercise, taken if square is None else [*taken, square])
    frames = [board_view(position, last) for position, last in boards(tried.before, tried.line)]
    right = ".".join(map(exercise.position.name, tried.moves))
    is_last = tried.is_done and step == lessons.STEPS
    is_unanswered = tried.is_right and len(tried.line) == 1
    badge = "/learn/badge" if is_last and lesson in (Lesson.HOLD, Lesson.FOUR) else ""
    held = f"?position={tried.position.url}" if lesson is Lesson.HOLD else ""
    return LessonView(
        lesson=lesson,
        step=step,
        seed=seed,
        task=lessons.task_text(exercise),
        start=exercise.position.url,
        board=frames[-1] if frames else board_view(tried.position),
        address=f"/learn/{lesson.value}?step={step}&seed={seed}"
        + (f"&moves={right}" if right else ""),
        frames=frames,
        lines=reason_lines(tried.before, tried.line[0]) if is_unanswered else [],
        text=tried.text,
        is_right=tried.is_right,
        is_done=tried.is_done,
        can_watch=lesson is not Lesson.FOUR and len(exercise.position.moves) <= MOST_EMPTY,
        badge=badge and badge + held,
    )
