"""Boards of any size, and invalid ones."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from noughts.core import Mark, Rules
from noughts.core.errors import InvalidRules, NotationError, WrongType
from noughts.core.rules import LONGEST_SIDE
from tests.core.strategies import boards


def test_plain_rules_are_read_leniently_differ_in_any_number_and_cannot_be_changed() -> None:
    assert Rules() == Rules(3, 3, 3)
    assert Rules().size == 9
    assert Rules().full == 0b111_111_111
    for text in ("15X15:5", "  15x15:5\n", "015x15:05"):
        assert str(Rules.parse(text)) == "15x15:5"
    assert len({Rules(4, 3, 3), Rules(3, 4, 3), Rules(4, 4, 3), Rules(4, 4, 4)}) == 4
    with pytest.raises(FrozenInstanceError):
        Rules().width = 4  # type: ignore[misc]
    assert not hasattr(Rules(), "__dict__")


@given(boards())
def test_rules_read_back_from_text_repr_pickle_and_copy(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules
    assert eval(repr(rules)) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert copy.deepcopy(rules) == rules
    assert hash(copy.copy(rules)) == hash(rules)


@pytest.mark.parametrize(
    "text", ["", "3", "3x3", "3x3:", "x3:3", "-3x3:3", "3x3:3:3", "3.0x3:3", "1000x3:3", "٣x٣:٣"]
)
def test_a_text_that_is_no_board_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(NotationError, match="WIDTHxHEIGHT:K, as in 3x3:3"):
        Rules.parse(text)


def test_integers_of_numpy_make_the_same_board_and_what_is_no_integer_none() -> None:
    # No other test uses these boards, whose cached tables would hide a failure.
    for sides, kind in product(
        [(26, 1, 4), (23, 19, 7), (9, 8, 8)], (np.int64, np.uint64, np.int8)
    ):
        for rules in (Rules(*map(kind, sides)), Rules(*sides)):  # type: ignore[arg-type]
            assert repr(rules) == repr(Rules(*sides))
            numbers = [rules.width, rules.height, rules.k, rules.full, *rules.line_masks]
            for direction in rules.lines.directions:
                numbers += [direction.starts, *direction.shifts]
            assert set(map(type, numbers)) == {int}, (sides, kind)
    others: list[Any] = [True, np.True_, 3.0, np.float64(3), "3", b"3", 3j, [3]]
    for number in others:
        for sides in ((number, 3, 3), (3, number, 3), (3, 3, number)):
            with pytest.raises(WrongType, match=f"an integer, got {type(number).__name__}$"):
                Rules(*sides)


def test_sides_run_from_1_to_26_and_k_to_the_longer_one() -> None:
    for sides in ((0, 3), (3, 0), (-1, 3), (27, 3), (3, 27), (999, 999)):
        with pytest.raises(InvalidRules, match=f"1 to 26 squares .* not {sides[0]}x{sides[1]}"):
            Rules(*sides, 1)
    assert Rules(LONGEST_SIDE, LONGEST_SIDE, LONGEST_SIDE).size == 676
    assert Rules(1, 1, 1).size == 1
    for k in (0, -1, 6, 100):
        with pytest.raises(InvalidRules, match=f"{k} in a row can't be made on 4x5 – .* 1 to 5"):
            Rules(4, 5, k)


@given(boards())
def test_the_start_is_empty_and_x_begins_unless_told_otherwise(rules: Rules) -> None:
    start = rules.start()
    assert rules.is_common is ((rules.width, rules.height) == (3, 3))
    assert (start.occupied, start.turn, start.first) == (0, Mark.X, Mark.X)
    assert rules.start(Mark.O).turn is rules.start(Mark.O).first is Mark.O
    assert start.moves == tuple(range(rules.size))
