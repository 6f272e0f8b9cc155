"""The puzzle of the day is the same for everyone, and every random one is a puzzle."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise
from random import Random

import pytest

from noughts import NotationError, Rules
from noughts.coach.only_moves import ONLY_MOVES
from noughts.coach.puzzle import LEVELS, Theme
from noughts.coach.puzzle_choice import BOARDS, puzzle_at, puzzle_of, random_puzzle, themes
from noughts.core.symmetry import images
from noughts.solver import can_solve, keeping_moves
from tests.coach.test_puzzle import check_at_sight

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
        if puzzle.theme is not Theme.WIN:  # where others may win later
            assert keeping_moves(puzzle.position) == (puzzle.answer,)


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_a_set_has_puzzles_of_its_theme_on_its_board_only(rules: Rules) -> None:
    chance = Random(5)
    for theme in themes(rules):
        found = [random_puzzle(None, chance, theme, rules) for _ in range(4)]
        assert {puzzle.theme for puzzle in found} == {theme}
        assert {puzzle.position.rules for puzzle in found} == {rules}
        assert len({puzzle.position for puzzle in found}) > 1
        for puzzle in found:
            assert puzzle_at(str(puzzle.position)) == puzzle
            if not can_solve(rules):
                check_at_sight(puzzle.position, puzzle)


def test_every_only_move_of_the_list_is_one_and_none_is_another_turned() -> None:
    found = [puzzle_at(text) for text in ONLY_MOVES]
    assert {puzzle.theme for puzzle in found} == {Theme.ONLY}
    assert {puzzle.position.rules for puzzle in found} == {Rules(4, 4, 4)}
    assert len({frozenset(map(str, images(puzzle.position))) for puzzle in found}) == len(found)
    for puzzle in found:
        assert keeping_moves(puzzle.position) == (puzzle.answer,)


@pytest.mark.parametrize(
    ("level", "theme", "rules"),
    [
        ("hard", Theme.WIN, Rules()),
        (None, Theme.ONLY, Rules(9, 9, 5)),
        ("hard", None, Rules(5, 5, 4)),
        (None, None, Rules(26, 26, 5)),
    ],
)
def test_a_set_that_does_not_exist_is_refused(
    level: str | None, theme: Theme | None, rules: Rules
) -> None:
    with pytest.raises(NotationError, match="there's no such puzzle"):
        random_puzzle(level, Random(1), theme, rules)


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
