from __future__ import annotations

from random import Random

import pytest

from noughts.kernels.transpositions import EXACT, LOWER, UPPER, WIN, Transpositions


def test_what_is_kept_is_recalled_as_it_was() -> None:
    table = Transpositions(1 << 12)
    random = Random(1)
    for _ in range(500):
        key = random.getrandbits(64)
        move, score = random.randrange(676), random.randint(-30_000, 30_000)
        depth, bound = random.randrange(100), random.choice((UPPER, LOWER, EXACT))
        table.keep(key, move, score, 0, depth, bound)
        assert table.recall(key, 0)
        assert (table.move, table.score, table.depth, table.bound) == (move, score, depth, bound)


def test_what_was_never_kept_or_is_cleared_is_not_recalled() -> None:
    table = Transpositions(4)
    assert not table.recall(0, 0)
    table.keep(12, 3, 4, 0, 5, EXACT)
    assert not table.recall(16, 0)
    table.clear()
    assert not table.recall(12, 0)


def test_a_deeper_entry_outlives_others_until_it_is_old() -> None:
    table = Transpositions(2)
    table.keep(2, 1, 0, 0, 30, EXACT)
    for key in range(4, 40, 2):
        table.keep(key, 1, 0, 0, 1, EXACT)
    assert table.recall(2, 0)
    for _ in range(8):
        table.age()
        table.keep(100, 1, 0, 0, 1, EXACT)
        table.keep(102, 1, 0, 0, 1, EXACT)
    assert not table.recall(2, 0)


@pytest.mark.parametrize(("kept", "recalled"), [(WIN - 9, WIN - 7), (9 - WIN, 7 - WIN), (50, 50)])
def test_wins_and_losses_are_as_far_from_wherever_the_position_is_met(
    kept: int, recalled: int
) -> None:
    table = Transpositions(4)
    table.keep(8, 1, kept, 4, 3, EXACT)
    assert table.recall(8, 2)
    assert table.score == recalled
