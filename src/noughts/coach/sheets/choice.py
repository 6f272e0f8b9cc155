"""Which puzzles are on a sheet: all different, even turned and mirrored."""

from __future__ import annotations

from random import Random

from noughts.coach.puzzle import Puzzle, Theme
from noughts.coach.puzzle_choice import random_puzzle
from noughts.core.errors import NotationError
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.symmetry import canonical
from noughts.language import ngettext

MOST_PUZZLES = 12  # that fit on a page
_TRIES = 500  # without a new puzzle; the smallest set has 8, the largest list 40


def choose_puzzles(
    count: int,
    rng: Random,
    level: str | None = None,
    theme: Theme | None = None,
    rules: Rules | None = None,
) -> tuple[Puzzle, ...]:
    """So many puzzles of a level, theme and board; raises NotationError if there are not enough.

    >>> len(choose_puzzles(6, Random(1)))
    6
    """
    chosen: dict[Position, Puzzle] = {}
    tries = 0
    while len(chosen) < count:
        puzzle = random_puzzle(level, rng, theme, rules or Rules())
        tries = tries + 1 if canonical(puzzle.position) in chosen else 0
        if tries == _TRIES:
            raise NotationError(_too_few(len(chosen)))
        chosen.setdefault(canonical(puzzle.position), puzzle)
    return tuple(chosen.values())


def _too_few(found: int) -> str:
    return ngettext(
        "there's only {count} such puzzle – ask for fewer",
        "there are only {count} such puzzles – ask for fewer",
        found,
    )
