"""The table of a proof search, against a dictionary."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.kernels.table import Table
from noughts.kernels.words128 import kernel

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
    return st.lists(st.tuples(keys, st.tuples(NUMBERS, NUMBERS, st.integers(0, 2**40))))


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
    source, target = table_for(squares, 1 << 12), table_for(squares, 1 << 12)
    for key, numbers in told:
        source.keep(*key, *numbers)
    for key, numbers in known:
        target.keep(*key, *numbers)
    target.absorb(source.gather(5))
    expected = dict(known)
    for key, numbers in dict(told).items():
        before = expected.get(key, (1, 1, -1))
        is_better = 0 not in before[:2] and before[2] < numbers[2]
        if numbers[2] >= 5 and (is_better or 0 in numbers[:2]):
            expected[key] = numbers
    for key, _ in known + told:
        is_there = target.recall(*key)
        assert is_there is (key in expected)
        if is_there:
            assert (target.proof, target.disproof, target.work) == expected[key]


def test_news_are_gathered_once_and_no_more_than_asked_for() -> None:
    table, other = Table(8), Table(8)
    assert len(table.gather(0)) == 0
    table.keep(1, 2, True, 3, 4, 5)
    table.keep(6, 8, False, 3, 4, 1)
    assert len(table.gather(6)) == 0
    entry = table.gather(5).tolist()
    assert entry == [1, 2, 3 << 32 | 4, 5 << 2 | 3]
    assert table.gather(5, True).tolist() == entry
    assert len(table.gather(5, True)) == 0
    assert table.gather(5).tolist() == entry
    table.keep(1, 2, True, 3, 0, 9)
    assert len(table.gather(5, True)) == 4
    other.absorb(table.gather(0))
    assert len(other.gather(0)) == 8
    assert len(other.gather(0, True)) == 0
