"""Elo and intervals: published figures, limits, and simulated matches."""

from __future__ import annotations

from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.arena import elo, expected_share, interval
from noughts.core.errors import IllegalAction

PUBLISHED = [13, 37, 50, 25, 3]  # a test on fishtest: share 0.4375, Elo -43.6578
PAIRS = st.lists(st.integers(0, 50), min_size=5, max_size=5).filter(any)


def share(pairs: list[int]) -> float:
    return sum(count * place for place, count in enumerate(pairs)) / 4 / sum(pairs)


def test_the_published_figures_come_out_for_the_interval_too() -> None:
    assert share(PUBLISHED) == 0.4375
    assert elo(0.4375) == pytest.approx(-43.6578, abs=5e-5)
    assert expected_share(2.716) == pytest.approx(0.50391, abs=5e-6)
    # fishtest gives a variance of 0.05762 for the pairs: 0.4375 ± 1.96 √(0.05762 / 128).
    low, high = interval(PUBLISHED)
    assert low == pytest.approx(0.4375 - 0.0416, abs=0.002)
    assert high == pytest.approx(0.4375 + 0.0416, abs=0.002)
    # 5 of 10: 0.237 to 0.763, as in Newcombe, Statistics in Medicine 17 (1998).
    assert interval([0, 0, 5, 0, 0])[0] > 0.25, "split pairs say more than independent games"
    low, high = interval([0, 0, 0, 0, 10])
    assert low == pytest.approx(0.8389, abs=5e-5), "20 of 20 by Wilson"
    assert high == 1.0


def test_shares_and_elo_are_inverse_and_extremes_infinite() -> None:
    for difference in (-800, -30, 0, 12.5, 400):
        assert elo(expected_share(difference)) == pytest.approx(difference)
    assert (elo(0), elo(1)) == (-inf, inf)
    assert elo(0.5) == 0


@given(PAIRS)
def test_an_interval_holds_the_share_and_is_mirrored_for_the_other_side(pairs: list[int]) -> None:
    low, high = interval(pairs)
    assert 0 <= low <= share(pairs) + 1e-12
    assert share(pairs) - 1e-12 <= high <= 1
    assert high - low > 0.5 / sum(pairs) / 2
    assert interval(pairs[::-1]) == pytest.approx((1 - high, 1 - low))


def played(random: Random, strength: float, pairs: int) -> list[int]:
    """Pairs whose games are won with a probability, but for openings that decide both."""
    counts = [0] * 5
    for _ in range(pairs):
        opening = random.random() < 0.3
        points = 1 if opening else sum(random.random() < strength for _ in range(2))
        counts[2 * points] += 1
    return counts


def test_the_interval_holds_the_true_share_in_19_of_20_matches() -> None:
    random, held = Random(1), 0
    for _ in range(1_000):
        low, high = interval(played(random, 0.7, 100))
        held += low <= 0.3 / 2 + 0.7 * 0.7 <= high
    assert 930 <= held <= 975


def test_a_difference_of_any_size_has_a_share_and_no_interval_is_of_no_pairs() -> None:
    assert [expected_share(each) for each in (-130_000, 130_000, -inf, inf)] == [0, 1, 0, 1]
    with pytest.raises(IllegalAction, match="the difference: too large a number"):
        expected_share(10**400)
    with pytest.raises(IllegalAction, match="without a pair"):
        interval([0, 0, 0, 0, 0])
