"""Lines of k, against a scan of every row, column and diagonal."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.core.bits import of_squares
from noughts.core.rules import Rules
from tests.core import naive
from tests.core.strategies import boards


def random_marks(rules: Rules, density: float, random: Random) -> naive.Board:
    cells = "".join("x" if random.random() < density else "." for _ in range(rules.size))
    return naive.Board(rules.width, rules.height, rules.k, cells, "o")


@pytest.mark.untraced
@settings(max_examples=4 * settings().max_examples)
@given(boards(), st.floats(0.05, 1), st.integers(0, 2**32 - 1))
def test_lines_of_any_marks_are_those_a_scan_finds(rules: Rules, density: float, seed: int) -> None:
    random = Random(seed)
    for _ in range(5):
        board = random_marks(rules, density, random)
        bits = naive.bits_of(board, "x")
        expected = naive.runs(board, "x")
        found = rules.lines.runs(bits)
        assert set(found) == expected, str(board)
        assert len(found) == len(expected), str(board)
        assert rules.lines.has_line(bits) == bool(expected), str(board)


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
                    expected = naive.runs(naive.Board(width, height, k, cells, "o"), "x")
                    assert set(rules.lines.runs(bits)) == expected
                    assert rules.lines.has_line(bits) == bool(expected)
    assert boards_seen == 87


@pytest.mark.slow
def test_random_marks_on_boards_of_every_shape_have_the_lines_a_scan_finds() -> None:
    """Ten fillings of each of the 676 shapes, with overlines and crossing lines among them."""
    random = Random(1)
    seen = Counter[str]()
    for width in range(1, 27):
        for height in range(1, 27):
            rules = Rules(width, height, random.randint(1, max(width, height)))
            for _ in range(10):
                board = random_marks(rules, random.random(), random)
                expected = naive.runs(board, "x")
                assert set(rules.lines.runs(naive.bits_of(board, "x"))) == expected, str(board)
                seen["boards"] += 1
                seen["without a line"] += not expected
                seen["with several"] += len(expected) > 1
                seen["overlines"] += any(len(run) > rules.k for run in expected)
    assert seen["boards"] == 6_760
    assert min(seen.values()) > 500, seen


def test_lines_come_rows_first_then_columns_then_diagonals() -> None:
    lines = Rules(3, 3, 3).lines.runs(0b111_111_111)
    assert lines[:3] == ((0, 1, 2), (3, 4, 5), (6, 7, 8))
    assert lines[3:6] == ((0, 3, 6), (1, 4, 7), (2, 5, 8))
    assert lines[6:] == ((0, 4, 8), (2, 4, 6))


def test_a_line_does_not_run_over_the_edge_into_the_next_row() -> None:
    rules = Rules(4, 4, 3)
    assert not rules.lines.has_line(of_squares([2, 3, 4]))
    assert not rules.lines.has_line(of_squares([3, 4, 5]))
    assert not rules.lines.has_line(of_squares([3, 8, 13]))
    assert not rules.lines.has_line(of_squares([0, 7, 14]))


def test_two_runs_on_one_row_are_two_lines() -> None:
    rules = Rules(7, 1, 3)
    assert rules.lines.runs(of_squares([0, 1, 2, 4, 5, 6])) == ((0, 1, 2), (4, 5, 6))


@given(boards(longest=12))
def test_line_masks_are_all_windows_of_k_squares(rules: Rules) -> None:
    lanes = naive.lanes(rules.width, rules.height)
    windows = {
        tuple(lane[start : start + rules.k])
        for lane in lanes
        for start in range(len(lane) - rules.k + 1)
    }
    assert sorted(rules.line_masks) == sorted(map(of_squares, {frozenset(w) for w in windows}))


@pytest.mark.parametrize(
    ("rules", "lines"),
    [(Rules(3, 3, 3), 8), (Rules(15, 15, 5), 572), (Rules(1, 5, 5), 1), (Rules(2, 2, 1), 4)],
)
def test_boards_have_as_many_lines_as_counting_by_hand_gives(rules: Rules, lines: int) -> None:
    assert len(rules.line_masks) == lines
    assert len(set(rules.line_masks)) == lines
