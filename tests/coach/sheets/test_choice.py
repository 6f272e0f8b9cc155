"""The puzzles of a sheet: as asked for, all different, each with one right move."""

from __future__ import annotations

from random import Random

import pytest

from noughts import NotationError, Rules, canonical
from noughts.coach.puzzle import LEVELS, Theme, puzzle_for
from noughts.coach.puzzle_choice import BOARDS
from noughts.coach.sheets import MOST_PUZZLES, choose_puzzles
from noughts.solver import keeping_moves


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_puzzles_are_all_different_and_of_the_board(rules: Rules) -> None:
    chosen = choose_puzzles(MOST_PUZZLES, Random(1), rules=rules)
    assert len({canonical(each.position) for each in chosen}) == MOST_PUZZLES
    assert {each.position.rules for each in chosen} == {rules}
    assert all(puzzle_for(each.position) == each for each in chosen)


def test_the_solver_knows_no_other_move_than_the_answer() -> None:
    for puzzle in choose_puzzles(MOST_PUZZLES, Random(2)):
        if puzzle.theme is not Theme.WIN:  # where a slower win may be left
            assert keeping_moves(puzzle.position) == (puzzle.answer,)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_kept(level: str) -> None:
    assert {each.level for each in choose_puzzles(5, Random(1), level)} == {level}


def test_a_theme_is_kept_and_its_last_puzzle_found() -> None:
    chosen = choose_puzzles(8, Random(1), theme=Theme.ONLY)
    assert {each.theme for each in chosen} == {Theme.ONLY}


def test_there_may_be_too_few() -> None:
    with pytest.raises(NotationError, match="there are only 8 such puzzles"):
        choose_puzzles(9, Random(1), theme=Theme.ONLY)


def test_there_may_be_none() -> None:
    with pytest.raises(NotationError, match="no such puzzle"):
        choose_puzzles(1, Random(1), theme=Theme.ONLY, rules=Rules(9, 9, 5))


def test_the_same_seed_chooses_the_same() -> None:
    first, second, third = (choose_puzzles(6, Random(seed)) for seed in (1, 1, 2))
    assert first == second != third
