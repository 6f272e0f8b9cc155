"""Pairings, against trying every one on small boards."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Mark, Position, Rules
from noughts.core import squares
from noughts.core.symmetry import symmetries
from noughts.kernels import COMPILED
from noughts.kernels.pairing import Pairing
from noughts.kernels.words128 import kernel
from tests.core import naive
from tests.core.strategies import positions

REGROUPED = [
    "x...../..x..x/...ooo x 4",
    "....x.../..o...../...o..../....x.../........ x 5",
    "....o.../....x.../....x.../......../xo..o... x 5",
    "oox..o./.....x./..x..../.o.x.../....... x 5",
]
TO_THE_END = 1 << 20  # a bound that no board lacks


@cache
def pairing_of(rules: Rules) -> Pairing:
    grid = kernel("grid", rules.size).Grid(rules, symmetries(rules.width, rules.height))
    found: Pairing = kernel("pairing", rules.size).Pairing(grid)
    return found


def open_lines(position: Position, maker: Mark) -> list[int]:
    return [line for line in position.rules.line_masks if not line & position.marks(maker.other)]


def is_pairable(lines: list[int], empty: int) -> bool:
    """True if disjoint pairs exist such that each line holds one; by trying them all."""
    if not lines:
        return True
    line = min(lines, key=lambda each: (each & empty).bit_count())
    for first, second in combinations(squares(line & empty), 2):
        pair = 1 << first | 1 << second
        left = [each for each in lines if each & pair != pair]
        if is_pairable(left, empty & ~pair):
            return True
    return False


def is_paired(position: Position, maker: Mark) -> bool:
    """True if pairs are found, which must be what they promise to be."""
    pairing = pairing_of(position.rules)
    own, other = position.marks(maker), position.marks(maker.other)
    if pairing.deficiency(own, other, TO_THE_END) > 0:
        return False
    pairs = list(pairing.pairs)[: pairing.count]
    assert all(pair.bit_count() == 2 for pair in pairs)
    assert sum(pairs) & ~position.empty == 0
    assert sum(pair.bit_count() for pair in pairs) == sum(pairs).bit_count()
    for line in open_lines(position, maker):
        assert any(line & pair == pair for pair in pairs)
    return True


@given(positions(longest=8), st.sampled_from(Mark))
def test_pairs_are_disjoint_empty_and_in_every_open_line(position: Position, maker: Mark) -> None:
    if not position.has_winner:
        is_paired(position, maker)


def test_boards_are_paired_even_where_lines_are_grouped_in_other_ways_first() -> None:
    for text in REGROUPED:
        assert is_paired(Position.parse(text), Mark.X), text
    for text in ("5x5:5", "8x2:8", "2x2:2", "9x9:9", "5x3:5"):
        assert is_paired(Rules.parse(text).start(), Mark.X) is (text != "2x2:2"), text


@pytest.mark.untraced
def test_what_other_groups_find_on_large_boards_is_paired() -> None:
    random = Random(1)
    for text in ["8x5:5", "7x7:5", "8x8:5", "9x4:4", "16x4:4", "9x9:6"] * (4 if COMPILED else 2):
        for position in naive.playout(Rules.parse(text).start(), random):
            if position.is_over or is_paired(position, Mark.X):
                break


@given(positions(longest=5), st.sampled_from(Mark))
def test_where_there_is_none_something_is_lacking(position: Position, maker: Mark) -> None:
    if not position.has_winner and not is_pairable(open_lines(position, maker), position.empty):
        own, other = position.marks(maker), position.marks(maker.other)
        pairing = pairing_of(position.rules)
        whole = pairing.deficiency(own, other, TO_THE_END)
        assert 0 < pairing.deficiency(own, other, 1) <= whole
