from __future__ import annotations

from random import Random

from noughts.kernels.transpositions import EXACT, LOWER, UPPER, Transpositions


def test_what_is_kept_is_recalled_as_it_was() -> None:
    table = Transpositions(1 << 12)
    random = Random(1)
    for _ in range(500):
        key = random.getrandbits(64)
        move, score = random.randrange(676), random.randint(-30_000, 30_000)
        depth, bound = random.randrange(100), random.choice((UPPER, LOWER, EXACT))
        table.keep(key, move, score, depth, bound)
        assert table.recall(key)
        assert (table.move, table.score, table.depth, table.bound) == (move, score, depth, bound)


def test_what_was_never_kept_or_is_cleared_is_not_recalled() -> None:
    table = Transpositions(4)
    assert not table.recall(0)
    table.keep(12, 3, 4, 5, EXACT)
    assert not table.recall(16)
    table.clear()
    assert not table.recall(12)


def test_a_deeper_entry_outlives_others_until_it_is_old() -> None:
    table = Transpositions(2)
    table.keep(2, 1, 0, 30, EXACT)
    for key in range(4, 40, 2):
        table.keep(key, 1, 0, 1, EXACT)
    assert table.recall(2)
    for _ in range(8):
        table.age()
        table.keep(100, 1, 0, 1, EXACT)
        table.keep(102, 1, 0, 1, EXACT)
    assert not table.recall(2)
