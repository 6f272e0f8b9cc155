"""Choosing puzzles on 3×3: one a day, the same for everyone, and any number of random ones."""

from __future__ import annotations

from datetime import date
from functools import cache
from hashlib import blake2b
from random import Random

from noughts.coach.puzzle import LEVELS, Puzzle, puzzle_in, puzzles
from noughts.core.errors import NotationError
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.symmetry import images
from noughts.solver import values

_RULES = Rules()


def puzzle_of(day: date) -> Puzzle:
    """The puzzle of a day: the levels take turns, and the date seeds the choice."""
    candidates = _puzzles(LEVELS[day.toordinal() % len(LEVELS)])
    number = int.from_bytes(blake2b(day.isoformat().encode(), digest_size=8).digest())
    return _transformed(candidates[number % len(candidates)], Random(number))


def random_puzzle(level: str | None, rng: Random) -> Puzzle:
    """A random puzzle of a level or, without one, of a random level; randomly turned or mirrored.

    >>> random_puzzle("easy", Random(1)).level
    'easy'
    """
    return _transformed(rng.choice(_puzzles(level or rng.choice(LEVELS))), rng)


def puzzle_at(text: str) -> Puzzle:
    """The puzzle at a position; raises NotationError if there is none."""
    position = Position.parse(text)
    if position.rules == _RULES and not position.is_over:
        puzzle = puzzle_in(position, values(position))
        if puzzle is not None:
            return puzzle
    raise NotationError("that position is no puzzle: it has not exactly one right move")


@cache
def _puzzles(level: str) -> tuple[Puzzle, ...]:
    return tuple(each for each in puzzles(_RULES) if each.level == level)


def _transformed(puzzle: Puzzle, rng: Random) -> Puzzle:
    """The puzzle under a random symmetry of the board."""
    return puzzle_at(str(rng.choice(list(images(puzzle.position)))))
