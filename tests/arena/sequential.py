"""Sequential tests simulated many at a time, on pairs of games drawn from a known distribution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.arena import expected_share

Floats: TypeAlias = NDArray[np.float64]
Ratios: TypeAlias = Callable[[Floats], Floats]  # of rows of counts

RESULTS = np.linspace(0, 1, 5)
DRAW_RATES = (0, 0.3, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95)
_AT_ONCE = 4_000  # rows of counts
_HALVINGS = 26  # the ratio is flat at the root: 1e-7 off it costs less than 1e-11 of the ratio


def likeliest(elo0: float, elo1: float) -> Ratios:
    """The ratio of `Sprt`, of many rows of counts at once."""
    return lambda counts: _greatest(counts, elo1) - _greatest(counts, elo0)


def _greatest(counts: Floats, elo: float) -> Floats:
    share = expected_share(elo)
    low = np.full((len(counts), 1), -1 / (1 - share))
    high = np.full((len(counts), 1), 1 / share)
    away = RESULTS - share
    weights = counts * away
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        is_below = (weights / (1 + middle * away)).sum(axis=1, keepdims=True) > 0
        low, high = np.where(is_below, middle, low), np.where(is_below, high, middle)
    likelihoods: Floats = -(counts * np.log1p((low + high) / 2 * away)).sum(axis=1)
    return likelihoods


def approximate(elo0: float, elo1: float) -> Ratios:
    """The ratio by the normal approximation, with 0.001 for each result not seen yet."""

    def ratios(counts: Floats) -> Floats:
        weights = np.where(counts == 0, 1e-3, counts)
        low, high = (
            (weights * (RESULTS - expected_share(elo)) ** 2).sum(axis=1) for elo in (elo0, elo1)
        )
        found: Floats = weights.sum(axis=1) / 2 * np.log(low / high)
        return found

    return ratios


def distributions(elo: float, drawn: float) -> Iterator[tuple[str, Floats]]:
    """What pairs may bring that average a difference in Elo, where there are so many draws.

    Games are independent, or the pairs that are not drawn are decided by one point or by two.
    """
    share = expected_share(elo)
    win, loss = share - drawn / 2, 1 - share - drawn / 2
    if loss < 0:
        return
    yield "games", np.convolve([loss, drawn, win], [loss, drawn, win])
    yield "whole", np.array([loss, 0, drawn, 0, win])
    half = (1 - drawn) / 2
    if half >= 2 * abs(share - 0.5):
        by = 2 * (share - 0.5)
        yield "half", np.array([0, half - by, drawn, half + by, 0])


@dataclass(frozen=True)
class Run:
    """How many tests accepted either difference, and the pairs that a test took on average."""

    low: int
    high: int
    pairs: float


def simulate(ratios: Ratios, cases: Sequence[Floats], tests: int, seed: int) -> list[Run]:
    """Run tests of each distribution to their ends, with a look after every pair."""
    random, bound = np.random.default_rng(seed), log(19)
    case = np.repeat(np.arange(len(cases)), tests)
    counts, chances = np.zeros((len(case), 5)), np.array(cases)
    low, high, pairs = np.zeros((3, len(cases)), int)
    while len(case):
        steps = 1 + _AT_ONCE // len(case)
        results = random.multinomial(1, chances[case, None], (len(case), steps))
        paths = counts[:, None] + results.cumsum(axis=1)
        found = ratios(paths.reshape(-1, 5)).reshape(len(case), steps)
        is_over = abs(found) >= bound
        last = np.where(is_over.any(axis=1), is_over.argmax(axis=1), steps - 1)
        end = found[np.arange(len(case)), last]
        pairs += np.bincount(case, last + 1, len(cases)).astype(int)
        low += np.bincount(case[end <= -bound], minlength=len(cases))
        high += np.bincount(case[end >= bound], minlength=len(cases))
        goes_on = abs(end) < bound
        case, counts = case[goes_on], paths[goes_on, -1]
    return [Run(*each) for each in zip(low, high, pairs / tests, strict=True)]
