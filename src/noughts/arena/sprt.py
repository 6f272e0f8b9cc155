"""A sequential test of a match: when the pairs of games have said enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, log1p

from noughts.arena.statistics import PAIR_SHARES, checked_pairs, expected_share
from noughts.core.checks import check_number
from noughts.core.errors import IllegalAction

_CERTAINTY = 0.05  # the probability that an SPRT is wrong either way
_MOST_ELO = 4_000  # a share of 1e-10, far enough from 0 and 1 for the arithmetic
_HALVINGS = 60  # of an interval of a length of 4, or of 1e10 for the greatest difference


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of two differences in Elo: it ends a match once one of them is refuted.

    The generalised sequential probability ratio test (Liu, Chen, Li, *A generalized sequential
    probability ratio test for separate families of hypotheses*, 2014) for the pentanomial model,
    by maximum likelihood (Van den Bergh, *A practical introduction to the GSPRT*, and *The
    generalized likelihood ratio for the expectation value of a multinomial distribution*). Each
    answer is wrong with a probability of about 5 %. Raises IllegalAction unless elo0 is less than
    elo1, and both are from -4,000 to 4,000.

    The ratio is that of fishtest where each of the five results of a pair was seen:

    >>> round(Sprt(0, 2.716).ratio([13, 37, 50, 25, 3]), 3)
    -0.538
    """

    elo0: float
    elo1: float

    def __post_init__(self) -> None:
        for difference in (self.elo0, self.elo1):
            check_number(difference, "a difference")
        if not -_MOST_ELO <= self.elo0 < self.elo1 <= _MOST_ELO:
            raise IllegalAction(
                f"an SPRT tests two differences in Elo from -{_MOST_ELO:,} to {_MOST_ELO:,}, "
                "the lower one first"
            )

    @property
    def bound(self) -> float:
        """The ratio, positive or negative, at which the test ends.

        >>> round(Sprt(0, 5).bound, 2)
        2.94
        """
        return log((1 - _CERTAINTY) / _CERTAINTY)

    def ratio(self, pairs: Sequence[int]) -> float:
        """Return the logarithm of the likelihood of elo1 over that of elo0."""
        counts = checked_pairs(pairs)
        low, high = (_likelihood(counts, expected_share(elo)) for elo in (self.elo0, self.elo1))
        return high - low

    def accepted(self, pairs: Sequence[int]) -> float | None:
        """Return the difference in Elo that the test accepts, or None while it goes on.

        >>> Sprt(0, 50).accepted([0, 0, 0, 0, 40])
        50
        """
        ratio = self.ratio(pairs)
        if abs(ratio) < self.bound:
            return None
        return self.elo1 if ratio > 0 else self.elo0


def _likelihood(counts: Sequence[int], share: float) -> float:
    """Return the logarithm of the likelihood of results, less that of their frequencies.

    It is that of the likeliest distribution whose mean is the share. By Lagrange's multiplier x
    that gives a result a probability of its frequency / (1 + x (result - share)), where x is the
    root of a falling function. Between the ends searched all these are positive. Where the root
    lies beyond, x is an end, and the best or the worst result, not seen yet, has the rest: so a
    result that never came needs no prior.
    """
    seen = [(count, at - share) for count, at in zip(counts, PAIR_SHARES, strict=True) if count]
    low, high = -1 / (1 - share), 1 / share
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        if sum(count * away / (1 + x * away) for count, away in seen) > 0:
            low = x
        else:
            high = x
    return -sum(count * log1p(x * away) for count, away in seen)
