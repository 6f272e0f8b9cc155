"""Puzzles as the API and the pages show them."""

from __future__ import annotations

from datetime import UTC, date, datetime

from noughts.coach.puzzle import Puzzle
from noughts.coach.puzzle_choice import puzzle_of
from noughts.coach.puzzle_text import answer_text, task_text
from noughts.web.views.games import board_view
from noughts.web.views.schemas import PuzzleResult, PuzzleView


def today() -> date:
    """The day (UTC) whose puzzle is the puzzle of the day."""
    return datetime.now(UTC).date()


def view(puzzle: Puzzle) -> PuzzleView:
    """A puzzle as it is shown, without its answer."""
    day = today()
    is_daily = puzzle == puzzle_of(day)
    return PuzzleView(
        id=puzzle.position.url,
        board=board_view(puzzle.position),
        task=task_text(puzzle),
        level=puzzle.level,
        is_daily=is_daily,
        title=f"The puzzle of {day.day} {day:%B %Y}" if is_daily else "A puzzle",
    )


def answer(puzzle: Puzzle, square: int) -> PuzzleResult:
    """Whether a square is the answer, and why; raises IllegalMove for one that is taken."""
    after = puzzle.position.play(square)
    return PuzzleResult(
        is_right=square == puzzle.answer,
        text=answer_text(puzzle, square),
        after=board_view(after, square),
    )
