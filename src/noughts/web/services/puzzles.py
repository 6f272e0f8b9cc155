"""Puzzles: one a day, the same for everyone, and any number of random ones."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import cache
from hashlib import blake2b
from random import Random

from noughts.coach.puzzle import LEVELS, Puzzle, puzzle_in, puzzles
from noughts.coach.puzzle_text import answer_text, task_text
from noughts.core.errors import NotationError
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.symmetry import images
from noughts.solver import values
from noughts.web.views.games import board_view
from noughts.web.views.schemas import PuzzleResult, PuzzleView

_RULES = Rules()


@cache
def _puzzles(level: str | None) -> tuple[Puzzle, ...]:
    return tuple(each for each in puzzles(_RULES) if level in (None, each.level))


def puzzle_of(day: date) -> Puzzle:
    """The puzzle of a day: the levels take turns, and the date seeds the choice."""
    candidates = _puzzles(LEVELS[day.toordinal() % len(LEVELS)])
    number = int.from_bytes(blake2b(day.isoformat().encode(), digest_size=8).digest())
    return _transformed(candidates[number % len(candidates)], Random(number))


def today() -> date:
    """The day (UTC) by which the puzzle of the day is chosen."""
    return datetime.now(UTC).date()


def random_puzzle(level: str | None, rng: Random) -> Puzzle:
    """A random puzzle of a level or, without one, of a random level; randomly rotated."""
    return _transformed(rng.choice(_puzzles(level or rng.choice(LEVELS))), rng)


def puzzle_at(text: str) -> Puzzle:
    """The puzzle at a position; raises NotationError if there is none."""
    position = Position.parse(text)
    if position.rules == _RULES and not position.is_over:
        puzzle = puzzle_in(position, values(position))
        if puzzle is not None:
            return puzzle
    raise NotationError("that position is no puzzle: it has not exactly one right move")


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


def _transformed(puzzle: Puzzle, rng: Random) -> Puzzle:
    """The puzzle under a random symmetry of the board."""
    return puzzle_at(str(rng.choice(list(images(puzzle.position)))))
