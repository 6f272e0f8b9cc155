"""The tables of a board, against the core; words of 64 and 128 bits, against integers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from noughts import Rules
from noughts.core import squares
from noughts.core.symmetry import symmetries, transform
from noughts.kernels.grid import Grid
from noughts.kernels.table import Table
from noughts.kernels.words128 import kernel
from tests.core.strategies import boards

WIDE_BOARDS = ["9x9:6", "11x11:5", "16x8:3", "13x5:4", "26x4:2", "8x16:8"]  # over 64 squares


def grid_of(rules: Rules) -> Grid:
    found: Grid = kernel("grid", rules.size).Grid(rules, symmetries(rules.width, rules.height))
    return found


def test_the_lines_are_those_of_the_core() -> None:
    for text in ("3x3:3", "7x3:4", "3x7:4", "8x8:5", "1x1:1", "5x2:1", "9x1:9", *WIDE_BOARDS):
        rules = Rules.parse(text)
        assert sorted(grid_of(rules).lines) == sorted(set(rules.line_masks)), text


@st.composite
def marked_boards(draw: st.DrawFn) -> tuple[Rules, int, int]:
    """A board with marks anywhere."""
    rules = draw(boards(8) | st.sampled_from(WIDE_BOARDS).map(Rules.parse))
    own = draw(st.integers(0, rules.full))
    return rules, own, draw(st.integers(0, rules.full)) & ~own


@given(marked_boards())
def test_completing_squares_are_those_of_the_lines(marks: tuple[Rules, int, int]) -> None:
    rules, own, other = marks
    grid, empty = grid_of(rules), rules.full & ~(own | other)
    missing = [(line, line & ~own) for line in rules.line_masks]
    found = {line: left for line, left in missing if left.bit_count() <= 1 and not left & ~empty}
    assert grid.completing(own, empty) == union(found.values())
    for square in squares(own):
        through = [left for line, left in found.items() if line >> square & 1]
        assert grid.gained(own, empty, square) == union(through)


def union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


@given(marked_boards())
def test_the_canonical_image_is_the_least(marks: tuple[Rules, int, int]) -> None:
    rules, own, other = marks
    grid, found = grid_of(rules), []
    for number, symmetry in enumerate(symmetries(rules.width, rules.height)):
        found.append((transform(own, symmetry), transform(other, symmetry)))
        assert (grid.image(own, number), grid.image(other, number)) == found[-1]
    grid.canonical(own, other)
    assert (grid.maker, grid.breaker) == min(found)


# Words of 64 and of 128 bits, against Python's integers.


@pytest.mark.parametrize("width", [64, 128])
@given(st.data())
def test_squares_are_counted_and_the_first_is_found(width: int, data: st.DataObject) -> None:
    words = kernel("grid", width)
    bits = data.draw(st.integers(1, 2**width - 1))
    assert words.count(bits) == bits.bit_count()
    assert words.lowest(bits) == (bits & -bits).bit_length() - 1
    assert words.count(0) == 0


@given(st.lists(st.integers(0, 2**128 - 1)))
def test_words_are_kept_whole(numbers: list[int]) -> None:
    found = kernel("grid", 128).words(numbers)
    assert (list(found), found.count) == (numbers, len(numbers))
    for outside in (-1, len(numbers)):
        with pytest.raises(IndexError):
            found[outside]


# The table of a proof search, against a dictionary.

Key = tuple[int, int, bool]
Stored = list[tuple[Key, tuple[int, int, int]]]

NUMBERS = st.integers(0, 1 << 30)

sizes = pytest.mark.parametrize("squares", [64, 128])


def table_for(squares: int, entries: int) -> Table:
    found: Table = kernel("table", squares).Table(entries, squares)
    return found


def stored(squares: int) -> st.SearchStrategy[Stored]:
    """Keys, of which many differ only in the upper or the lower half, with their numbers."""
    few = st.integers(0, 3)
    words = st.integers(0, 2**squares - 1) | few | few.map(lambda low: low << squares - 2)
    keys = st.tuples(words, words, st.booleans())
    # A search of a position takes one node at least; an entry of none would look like an empty one.
    return st.lists(st.tuples(keys, st.tuples(NUMBERS, NUMBERS, st.integers(1, 2**40))))


@sizes
@given(st.data())
def test_what_is_recalled_is_what_was_kept_last(squares: int, data: st.DataObject) -> None:
    table, kept = table_for(squares, 16), {}
    assert table.filled == 0
    for side in (True, False):
        assert not table.recall(0, 0, side)
    for key, known in data.draw(stored(squares)):
        table.keep(*key, *known)
        kept[key] = known
        assert table.recall(*key)
    recalled = 0
    for key, known in kept.items():
        if table.recall(*key):
            assert (table.proof, table.disproof, table.work) == known
            recalled += 1
    assert recalled == table.filled


def test_what_took_least_work_makes_room() -> None:
    table = Table(4)
    for number in range(5):
        table.keep(number, 0, True, 1, 1, 10 - number)
    known = [number for number in range(5) if table.recall(number, 0, True)]
    assert known == [0, 1, 2, 4]


@pytest.mark.untraced
@sizes
@given(st.data())
def test_another_table_takes_over_what_is_settled_or_new_or_took_more_work(
    squares: int, data: st.DataObject
) -> None:
    told, known = data.draw(stored(squares)), data.draw(stored(squares))
    source, target, room = (table_for(squares, 1 << 12) for _ in range(3))
    for key, _ in told + known:
        room.keep(*key, 1, 1, 1)
    assume(room.filled == len({key for key, _ in told + known}))  # none makes room for another
    for key, numbers in told:
        source.keep(*key, *numbers)
    for key, numbers in known:
        target.keep(*key, *numbers)
    target.absorb(source.gather())
    expected = dict(known)
    for key, numbers in dict(told).items():
        before = expected.get(key, (1, 1, -1))
        is_better = 0 not in before[:2] and before[2] < numbers[2]
        if is_better or 0 in numbers[:2]:
            expected[key] = numbers
    for key, _ in known + told:
        is_there = target.recall(*key)
        assert is_there is (key in expected)
        if is_there:
            assert (target.proof, target.disproof, target.work) == expected[key]


def test_news_are_gathered_once() -> None:
    table, other = Table(8), Table(8)
    assert len(table.gather()) == 0
    table.keep(1, 2, True, 3, 4, 5)
    entry = table.gather().tolist()
    assert entry == [1, 2, 3 << 32 | 4, 5 << 2 | 3]
    assert table.gather(True).tolist() == entry
    assert len(table.gather(True)) == 0
    assert table.gather().tolist() == entry
    table.keep(1, 2, True, 3, 0, 9)
    assert len(table.gather(True)) == 4
    table.keep(6, 8, False, 3, 4, 1)
    other.absorb(table.gather())
    assert len(other.gather()) == 8
    assert len(other.gather(True)) == 0
