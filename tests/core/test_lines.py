"""Sets of squares, and lines of k against a scan of every row, column and diagonal."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.core import Rules, squares
from noughts.core.bits import of_squares
from tests.core import naive
from tests.core.strategies import boards


@given(st.sets(st.integers(0, 675)))
def test_squares_come_back_in_reading_order(chosen: set[int]) -> None:
    assert squares(of_squares(chosen)) == tuple(sorted(chosen))


def test_sets_and_lines_are_listed_in_order_whether_tabulated_or_not() -> None:
    for bits in (*range(1 << 10), (1 << 676) - 1):
        found = tuple(square for square in range(676) if bits >> square & 1)
        assert squares(bits) == found
        assert of_squares([*found, *found]) == bits
    lines = Rules(3, 3, 3).lines.runs(0b111_111_111)
    assert lines[:3] == ((0, 1, 2), (3, 4, 5), (6, 7, 8))
    assert lines[3:6] == ((0, 3, 6), (1, 4, 7), (2, 5, 8))
    assert lines[6:] == ((0, 4, 8), (2, 4, 6))


@pytest.mark.untraced
@settings(max_examples=4 * settings().max_examples)
@given(boards(), st.floats(0.05, 1), st.integers(0, 2**32 - 1))
def test_lines_of_any_marks_are_those_a_scan_finds(rules: Rules, density: float, seed: int) -> None:
    random = Random(seed)
    for _ in range(5):
        cells = "".join("x" if random.random() < density else "." for _ in range(rules.size))
        check(rules, naive.Board(rules.width, rules.height, rules.k, cells, "o"))


def test_every_set_of_marks_on_every_little_board_has_the_lines_a_scan_finds() -> None:
    """All boards of up to 8 squares with every k, which use the look-up table."""
    boards_seen = 0
    for width in range(1, 9):
        for height in range(1, 8 // width + 1):
            for k in range(1, max(width, height) + 1):
                rules = Rules(width, height, k)
                boards_seen += 1
                for bits in range(1 << rules.size):
                    cells = "".join(".x"[bits >> square & 1] for square in range(rules.size))
                    check(rules, naive.Board(width, height, k, cells, "o"))
    assert boards_seen == 87


def check(rules: Rules, board: naive.Board) -> None:
    bits, expected = naive.bits_of(board, "x"), naive.runs(board, "x")
    found = rules.lines.runs(bits)
    assert set(found) == expected, str(board)
    assert len(found) == len(expected), str(board)
    assert rules.lines.has_line(bits) == bool(expected), str(board)


@given(boards(longest=12))
def test_line_masks_are_all_windows_of_k_squares(rules: Rules) -> None:
    windows = naive.windows(rules.width, rules.height, rules.k)
    assert sorted(rules.line_masks) == sorted(map(of_squares, windows))
