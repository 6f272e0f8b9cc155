"""The schedule of a round-robin: who plays whom in which round, and on which side."""

from __future__ import annotations

Pair = tuple[int, int]  # who plays X, and who plays O


def rounds(count: int) -> tuple[tuple[Pair, ...], ...]:
    """The rounds for `count` players, numbered from 0; with an odd count one rests in each round.

    Everybody meets everybody once, and plays X as often as O, give or take one. The circle
    method: one player stays in place and the others rotate; O(count²).

    >>> rounds(4)
    (((0, 3), (1, 2)), ((3, 1), (2, 0)), ((2, 3), (0, 1)))
    """
    places = count + count % 2  # whoever is paired with the extra place rests
    return tuple(
        tuple(_sides(pair) for pair in _round(number, places) if max(pair) < count)
        for number in range(places - 1)
    )


def _round(number: int, places: int) -> list[Pair]:
    circle = places - 1
    return [(number, circle)] + [
        ((number + step) % circle, (number - step) % circle) for step in range(1, places // 2)
    ]


def _sides(pair: Pair) -> Pair:
    """X and O by the parity of the pair, which gives everybody X in half of their games."""
    low, high = sorted(pair)
    return (low, high) if (low + high) % 2 else (high, low)
