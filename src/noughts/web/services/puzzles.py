"""The puzzles of the pages: one a day, the same for everyone, and as many as one likes."""

from __future__ import annotations

from datetime import date
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
    """The puzzle of a day: the level turns from day to day, the rest is lot by the date."""
    fitting = _puzzles(LEVELS[day.toordinal() % len(LEVELS)])
    number = int.from_bytes(blake2b(day.isoformat().encode(), digest_size=8).digest())
    return _turned(fitting[number % len(fitting)], Random(number))


def random_puzzle(level: str | None, lot: Random) -> Puzzle:
    """Any puzzle of a level, turned or mirrored by lot; without a level each is equally likely."""
    return _turned(lot.choice(_puzzles(level or lot.choice(LEVELS))), lot)


def puzzle_at(text: str) -> Puzzle:
    """The puzzle that a position is; raises NotationError where it is none."""
    position = Position.parse(text)
    if position.rules == _RULES and not position.is_over:
        puzzle = puzzle_in(position, values(position))
        if puzzle is not None:
            return puzzle
    raise NotationError("that position is no puzzle: it has not exactly one right move")


def show(puzzle: Puzzle, today: date) -> PuzzleView:
    """A puzzle as it is shown, without its answer."""
    is_daily = puzzle == puzzle_of(today)
    return PuzzleView(
        id=puzzle.position.url,
        board=board_view(puzzle.position),
        task=task_text(puzzle),
        level=puzzle.level,
        is_daily=is_daily,
        title=f"The puzzle of {today.day} {today:%B %Y}" if is_daily else "A puzzle",
    )


def answer(puzzle: Puzzle, square: int) -> PuzzleResult:
    """What a square is as an answer; raises IllegalMove for one that is not free."""
    after = puzzle.position.play(square)
    return PuzzleResult(
        is_right=square == puzzle.answer,
        text=answer_text(puzzle, square),
        after=board_view(after, square),
    )


def _turned(puzzle: Puzzle, lot: Random) -> Puzzle:
    """The puzzle under a symmetry of the board."""
    return puzzle_at(str(lot.choice(list(images(puzzle.position)))))
