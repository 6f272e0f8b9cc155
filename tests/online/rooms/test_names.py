"""Generated names."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from noughts.online.rooms.names import ADJECTIVES, ANIMALS, COUNT, free_name


def test_there_is_one_for_everybody_and_none_is_long() -> None:
    taken: set[str] = set()
    for number in range(COUNT):
        name = free_name(taken, number)
        assert name not in taken
        taken.add(name)
    assert taken == {f"{adjective} {animal}" for adjective in ADJECTIVES for animal in ANIMALS}
    assert max(map(len, taken)) <= 16


@given(st.integers(0, 2**64), st.sets(st.integers(0, COUNT - 1), max_size=200))
def test_a_draw_gives_a_name_that_is_free(draw: int, others: set[int]) -> None:
    taken = {free_name((), other) for other in others}
    assert free_name(taken, draw) not in taken
