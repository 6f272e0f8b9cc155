"""What the score of a match says about the difference in strength, and when it has said enough.

Games come in pairs: one opening, played once from each side. The two games of a pair are not
independent, so every figure here is computed from pairs (the pentanomial model: a pair brings 0,
½, 1, 1½ or 2 points).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt

from noughts.core.errors import IllegalAction

CONFIDENCE = 1.959964  # standard deviations either side that hold 95 % of a normal distribution
_PAIR_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
_PRIOR = 1e-3  # counted for each result of a pair not seen yet
_CERTAINTY = 0.05  # the probability that an SPRT is wrong either way


def expected_share(elo: float) -> float:
    """The share of the points that a difference in Elo predicts.

    >>> round(expected_share(400), 3)
    0.909
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo(share: float) -> float:
    """The difference in Elo that predicts a share of the points; infinite for none or all.

    >>> round(elo(0.4375), 4)
    -43.6578
    """
    if share <= 0 or share >= 1:
        return inf if share >= 1 else -inf
    return 400 * log10(share / (1 - share))


def interval(pairs: Sequence[int]) -> tuple[float, float]:
    """The 95 % interval of the share of the points, from how many pairs brought 0, ½, 1, 1½, 2.

    Wilson's score interval, which is right near 0 and 1 too, for the effective number of games:
    the number of independent games, won or lost, that would vary as much as these pairs do (Kish,
    *Survey Sampling*, 1965). One pair that varies as two such games is counted in addition, so
    that a few equal pairs do not pass for certainty. Raises IllegalAction without pairs.

    >>> [round(bound, 3) for bound in interval([0, 0, 0, 0, 100])]
    [0.981, 1.0]
    """
    count, share, variance = _moments(pairs)
    games = 2.0 * count
    independent = share * (1 - share) / 2  # of a pair of independent games, won or lost
    if independent > 0:
        games *= (count + 1) / (count * variance / independent + 1)
    spread = CONFIDENCE**2 / games
    centre = (share + spread / 2) / (1 + spread)
    reach = sqrt(spread * share * (1 - share) + spread**2 / 4) / (1 + spread)
    return 0.0 if share == 0 else centre - reach, 1.0 if share == 1 else centre + reach


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of two differences in Elo: it ends a match once one of them is refuted.

    The generalised sequential probability ratio test (Liu, Chen, Li, *A generalized sequential
    probability ratio test for separate families of hypotheses*, 2014), in the approximation for
    the pentanomial model by Van den Bergh (*A practical introduction to the GSPRT*). Each answer
    is wrong with a probability of 5 %. Raises IllegalAction unless elo0 is less than elo1.

    The published figures of a test on fishtest, rounded there to three digits of Elo:

    >>> round(Sprt(0, 2.716).ratio([13, 37, 50, 25, 3]), 3)
    -0.522
    """

    elo0: float
    elo1: float

    def __post_init__(self) -> None:
        if not -inf < self.elo0 < self.elo1 < inf:
            raise IllegalAction("an SPRT tests two differences in Elo, the lower one first")

    @property
    def bound(self) -> float:
        """The ratio, positive or negative, at which the test ends.

        >>> round(Sprt(0, 5).bound, 2)
        2.94
        """
        return log((1 - _CERTAINTY) / _CERTAINTY)

    def ratio(self, pairs: Sequence[int]) -> float:
        """The logarithm of the likelihood of elo1 over that of elo0."""
        weights = [count or _PRIOR for count in pairs]
        spreads = [
            sum(
                weight * (share - expected_share(elo)) ** 2
                for weight, share in zip(weights, _PAIR_SHARES, strict=True)
            )
            for elo in (self.elo0, self.elo1)
        ]
        return sum(weights) / 2 * log(spreads[0] / spreads[1])

    def accepted(self, pairs: Sequence[int]) -> float | None:
        """The difference in Elo that the test accepts, or None while it goes on.

        >>> Sprt(0, 50).accepted([0, 0, 0, 0, 40])
        50
        """
        ratio = self.ratio(pairs)
        if abs(ratio) < self.bound:
            return None
        return self.elo1 if ratio > 0 else self.elo0


def _moments(pairs: Sequence[int]) -> tuple[int, float, float]:
    """The number of pairs, and the mean and the variance of their shares."""
    count = sum(pairs)
    if not count:
        raise IllegalAction("without a pair of games there is nothing to estimate")
    shares = list(zip(pairs, _PAIR_SHARES, strict=True))
    mean = sum(number * share for number, share in shares) / count
    variance = sum(number * (share - mean) ** 2 for number, share in shares) / count
    return count, mean, variance
