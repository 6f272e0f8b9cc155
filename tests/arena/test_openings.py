"""Openings: undecided, near the centre, different, and the same for the same seed."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from noughts import Rules
from noughts.arena import random_opening
from noughts.arena.openings import MOST_PLIES, usual_plies
from noughts.core import Mark, Position
from noughts.core.errors import IllegalAction
from noughts.core.threats import winning_squares
from noughts.kernels import COMPILED
from noughts.search import Engine, forced_loss, forced_win
from noughts.solver import Limit

FIVE = Rules(15, 15, 5)


@cache
def drawn(rules: Rules, seed: int) -> Position:
    """An opening, found once for all tests: on a large board that takes a fifth of a second."""
    return random_opening(rules, Random(seed))


@pytest.mark.parametrize("text", ["6x6:4", "15x15:5", "12x7:5", "26x26:12"])
def test_an_opening_is_undecided_and_as_long_as_suits_the_board(text: str) -> None:
    rules = Rules.parse(text)
    shortest, longest = usual_plies(rules)
    for seed in range(2):
        opening = drawn(rules, seed)
        assert shortest <= opening.plies <= longest
        assert not opening.is_over
        assert opening.first is Mark.X
        assert not any(winning_squares(opening, mark) for mark in Mark)


def test_on_a_big_board_nobody_has_a_forced_win() -> None:
    for seed in range(4):
        opening = drawn(FIVE, seed)
        assert forced_win(opening) is None
        assert forced_loss(opening) is None


@pytest.mark.skipif(not COMPILED, reason="openings are compared by shorter searches then")
def test_a_longer_search_sees_equal_chances() -> None:
    for seed in range(4):
        found = Engine(FIVE).search(drawn(FIVE, seed), Limit(nodes=20_000))
        assert abs(found.score) < 500  # scores go up and down with the depth


def test_the_marks_are_near_the_centre_and_each_other() -> None:
    opening = random_opening(FIVE, Random(3), 4)
    places = [divmod(square, 15) for square in range(225) if opening.occupied >> square & 1]
    assert len(places) == 4
    assert min(max(abs(row - 7), abs(column - 7)) for row, column in places) <= 2
    for row, column in places:
        near = [max(abs(row - r), abs(column - c)) for r, c in places if (r, c) != (row, column)]
        assert min(near) <= 2


def test_a_seed_decides_and_a_small_board_begins_empty_unless_plies_are_asked_for() -> None:
    assert random_opening(FIVE, Random(0)) == drawn(FIVE, 0)
    assert len({drawn(FIVE, seed) for seed in range(4)}) == 4
    assert random_opening(Rules(), Random(1)) == Rules().start()
    assert random_opening(Rules(), Random(1), 2).plies == 2
    # Where every opening is won, one of them will do.
    assert random_opening(Rules(5, 5, 3), Random(1), 1).plies == 1


def test_what_cannot_be_is_refused() -> None:
    for plies in (-1, MOST_PLIES + 1):
        with pytest.raises(IllegalAction, match="0 to 20 plies"):
            random_opening(FIVE, Random(1), plies)
    for text, plies in (("1x1:1", 1), ("3x3:2", 3), ("3x3:3", 9)):
        with pytest.raises(IllegalAction, match="has no undecided opening"):
            random_opening(Rules.parse(text), Random(1), plies)
