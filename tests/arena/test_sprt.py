"""The SPRT: its ratio by a plain search, what drawn pairs say, and how often it is wrong."""

from __future__ import annotations

from itertools import product
from math import comb, inf, isfinite, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.arena import Sprt, elo, expected_share
from noughts.core.errors import IllegalAction
from tests.arena import sequential
from tests.arena.sequential import RESULTS

PAIRS = st.lists(st.integers(0, 50), min_size=5, max_size=5)
DIFFERENCES = st.floats(-400, 400).map(lambda number: round(number, 1))
DRAWN = (0, 0, 1, 0, 0)


def test_the_figures_are_those_of_fishtest() -> None:
    """Of its `LLR_logistic`, solved by SciPy: exact where each result was seen.

    It counts 0.001 pairs for a result that was not; the last two differ by that.
    """
    assert Sprt(0, 2.716).ratio([13, 37, 50, 25, 3]) == pytest.approx(-0.53776677846152)
    assert Sprt(0, 5).ratio([440, 2910, 5170, 2888, 455]) == pytest.approx(-5.9204434410467)
    assert Sprt(-5, 0).ratio([98, 382, 674, 369, 71]) == pytest.approx(-1.4199060336026)
    assert Sprt(0, 50).ratio([0, 2, 30, 4, 0]) == pytest.approx(-3.2436, abs=0.01)
    assert Sprt(0, 30).ratio([0, 0, 3, 0, 0]) == pytest.approx(-0.2643, abs=0.01)
    assert Sprt(0, 2.716).bound == pytest.approx(2.9444, abs=5e-5)


@given(PAIRS.filter(any), DIFFERENCES)
def test_the_likelihood_is_the_greatest_whatever_results_were_not_seen(
    pairs: list[int], elo1: float
) -> None:
    """It is at the least of the bounds that its Lagrangian dual sets, here on a fine grid."""
    own = min(max(float(np.dot(pairs, RESULTS)) / sum(pairs), 1e-9), 1 - 1e-9)
    elo0 = round(elo(own), 6)  # no distribution is likelier than what was seen
    if elo1 - elo0 > 0.1:
        share = expected_share(elo1)
        points = np.linspace(-1 / (1 - share), 1 / share, 20_001)[1:-1]
        bounds = -np.log1p(np.outer(points, RESULTS - share)) @ pairs
        found = Sprt(elo0, elo1).ratio(pairs)
        assert found <= 0
        assert found == pytest.approx(bounds.min(), rel=0.01, abs=0.01)


@given(PAIRS, DIFFERENCES, st.floats(1, 100))
def test_the_simulated_ratio_is_that_of_the_library(
    pairs: list[int], elo0: float, apart: float
) -> None:
    ratios = sequential.likeliest(elo0, elo0 + apart)
    found = Sprt(elo0, elo0 + apart).ratio(pairs)
    assert ratios(np.array([pairs], float))[0] == pytest.approx(found, abs=1e-6)
    mirrored = Sprt(-elo0 - apart, -elo0).ratio(pairs[::-1])
    assert found == pytest.approx(-mirrored, abs=1e-6)


@pytest.mark.parametrize(("elo1", "enough"), [(5, 204), (30, 33), (50, 20)])
def test_drawn_pairs_refute_a_difference_once_it_hardly_allows_so_many(
    elo1: float, enough: int
) -> None:
    """Under elo1 at least 2 share - 1 of the pairs are not drawn, if those are all won."""
    drawn = 2 - 2 * expected_share(elo1)
    assert drawn**enough <= 1 / 19 < drawn ** (enough - 1)
    for number in (1, 3, 10, enough - 1):
        assert Sprt(0, elo1).accepted([number * each for each in DRAWN]) is None
    assert Sprt(0, elo1).accepted([enough * each for each in DRAWN]) == 0
    assert Sprt(-elo1, elo1).accepted([10_000 * each for each in DRAWN]) is None


def test_a_clear_result_is_accepted_and_an_sprt_needs_two_differences() -> None:
    assert Sprt(0, 50).accepted([0, 0, 0, 0, 40]) == 50
    assert Sprt(0, 50).accepted([40, 0, 0, 0, 0]) == 0
    assert Sprt(-50, 50).accepted([10, 0, 0, 0, 10]) is None
    assert Sprt(0, 50).accepted([0] * 5) is None
    for low, high in ((5, 5), (5, 0), (nan, 1), (0, inf), (-200_000, 0), (0, 10**300)):
        with pytest.raises(IllegalAction, match="-4,000 to 4,000, the lower one first"):
            Sprt(low, high)


def test_the_ratio_of_any_numbers_is_one() -> None:
    for pairs in product((0, 1, 10**12), repeat=5):
        for low, high in ((-4_000, 4_000), (-4_000, -3_999), (0, 1e-300)):
            assert isfinite(Sprt(low, high).ratio(pairs))


def most_wrong(tests: int) -> int:
    """Errors that tests wrong in 5 % of cases exceed with a chance of less than 1 in 100,000."""
    chances = [comb(tests, n) * 0.05**n * 0.95 ** (tests - n) for n in range(tests + 1)]
    return next(n for n in range(tests) if sum(chances[n + 1 :]) < 1e-5)


@pytest.mark.parametrize(
    ("elo1", "tests"),
    [
        (50, 200),
        pytest.param(40, 200, marks=pytest.mark.slow),
        pytest.param(30, 200, marks=pytest.mark.slow),
        pytest.param(5, 12, marks=pytest.mark.slow),  # 40 times as many pairs as 30
    ],
)
def test_either_answer_is_wrong_in_5_of_100_tests_however_many_pairs_are_drawn(
    elo1: float, tests: int
) -> None:
    cases = [
        (true, f"at {true} Elo, {drawn:.0%} drawn, {shape}", probabilities)
        for drawn, true in product(sequential.DRAW_RATES, (0, elo1))
        for shape, probabilities in sequential.distributions(true, drawn)
    ]
    ratios = sequential.likeliest(0, elo1)
    runs = sequential.simulate(ratios, [each for *_, each in cases], tests, seed=1)
    wrong = {
        name: run.low if true else run.high
        for (true, name, _), run in zip(cases, runs, strict=True)
    }
    most = most_wrong(tests)
    assert {name: each for name, each in wrong.items() if each > most} == {}
    assert sum(wrong.values()) <= 0.05 * tests * len(cases)
