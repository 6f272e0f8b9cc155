"""The puzzle of the day is the same for everyone, and every random one is a puzzle."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise
from random import Random

import pytest

from noughts import NotationError
from noughts.coach.puzzle import LEVELS
from noughts.coach.puzzle_choice import puzzle_at, puzzle_of, random_puzzle
from noughts.solver import values

DAYS = [date(2026, 1, 1) + timedelta(days) for days in range(120)]


def test_the_puzzle_of_a_day_is_always_the_same() -> None:
    assert [puzzle_of(day) for day in DAYS] == [puzzle_of(day) for day in DAYS]
    assert puzzle_of(date(2026, 11, 21)).position.url == "xo._xox_.xo_o_3"


def test_it_changes_from_day_to_day_and_the_level_turns() -> None:
    found = [puzzle_of(day) for day in DAYS]
    assert all(one != next_ for one, next_ in pairwise(found))
    assert len({puzzle.position for puzzle in found}) > 80
    levels = [puzzle.level for puzzle in found]
    assert levels == [levels[0], levels[1], levels[2]] * 40
    assert set(levels) == set(LEVELS)


@pytest.mark.parametrize("level", [None, *LEVELS])
def test_every_random_puzzle_is_one_and_has_exactly_one_right_move(level: str | None) -> None:
    chance = Random(3)
    for _ in range(60):
        puzzle = random_puzzle(level, chance)
        assert level in (None, puzzle.level)
        assert puzzle_at(str(puzzle.position)) == puzzle
        worths = {move: worth.value for move, worth in values(puzzle.position).items()}
        right = worths.pop(puzzle.answer)
        assert all(worth < right for worth in worths.values())


def test_without_a_level_each_comes_up() -> None:
    chance = Random(4)
    found = Counter(random_puzzle(None, chance).level for _ in range(300))
    assert set(found) == set(LEVELS)
    assert min(found.values()) > 60


@pytest.mark.parametrize(
    "text", ["... ... ...", "xxx/oo./... o 3", ".../.../... x 3", "..../..../..../.... x 4"]
)
def test_what_is_no_puzzle_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        puzzle_at(text)
