"""The tally of a match, and what it says about the strength.

Games come in pairs: one opening, played once from each side. The two games of a pair are not
independent, so every figure here is computed from pairs (the pentanomial model: a pair brings 0,
½, 1, 1½ or 2 points).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, log10, sqrt

from noughts.arena.matches import Score
from noughts.arena.pairs import Pair, Played
from noughts.core import Mark
from noughts.core.checks import check_number, check_type, whole
from noughts.core.errors import IllegalAction
from noughts.engine import Fault

CONFIDENCE = 1.959964  # standard deviations either side that hold 95 % of a normal distribution
PAIR_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
_MOST_PAIRS = 10**12  # more would not be exact as floats


def expected_share(elo: float) -> float:
    """Return the share of the points that a difference in Elo predicts.

    >>> round(expected_share(400), 3)
    0.909
    """
    check_number(elo, "the difference")
    odds = 10 ** (-abs(elo) / 400)  # of the weaker side: this cannot overflow
    return (odds if elo < 0 else 1) / (1 + odds)


def elo(share: float) -> float:
    """Return the difference in Elo that predicts a share of the points; infinite for none or all.

    >>> round(elo(0.4375), 4)
    -43.6578
    """
    check_number(share, "the share")
    if share <= 0 or share >= 1:
        return inf if share >= 1 else -inf
    return 400 * log10(share / (1 - share))


def interval(pairs: Sequence[int]) -> tuple[float, float]:
    """Return the 95 % interval of the share of points, by how many pairs brought 0, ½, 1, 1½, 2.

    Wilson's score interval, which is right near 0 and 1 too, for the effective number of games:
    the number of independent games, won or lost, that would vary as much as these pairs do (Kish,
    *Survey Sampling*, 1965). One pair that varies as two such games is counted in addition, so
    that a few equal pairs do not pass for certainty. Raises IllegalAction without pairs.

    >>> [round(bound, 3) for bound in interval([0, 0, 0, 0, 100])]
    [0.981, 1.0]
    """
    pairs = checked_pairs(pairs)
    count = sum(pairs)
    if not count:
        raise IllegalAction("without a pair of games there is nothing to estimate")
    shares = list(zip(pairs, PAIR_SHARES, strict=True))
    share = sum(number * points for number, points in shares) / count
    variance = sum(number * (points - share) ** 2 for number, points in shares) / count
    games = 2.0 * count
    independent = share * (1 - share) / 2  # of a pair of independent games, won or lost
    if independent > 0:
        games *= (count + 1) / (count * variance / independent + 1)
    spread = CONFIDENCE**2 / games
    centre = (share + spread / 2) / (1 + spread)
    reach = sqrt(spread * share * (1 - share) + spread**2 / 4) / (1 + spread)
    return 0.0 if share == 0 else centre - reach, 1.0 if share == 1 else centre + reach


def checked_pairs(pairs: Sequence[int]) -> list[int]:
    """Return how many pairs brought 0, ½, 1, 1½ and 2 points; raises IllegalAction for others."""
    check_type(pairs, Sequence, "the numbers of pairs")
    if len(pairs) != len(PAIR_SHARES):
        raise IllegalAction(f"the numbers of pairs are {len(PAIR_SHARES)}, not {len(pairs)}")
    return [whole(number, "a number of pairs", 0, _MOST_PAIRS) for number in pairs]


@dataclass(frozen=True, slots=True)
class Conduct:
    """The conduct of a contender: the games its faults cost it, and its slowest move in seconds.

    `reason` tells of its first fault.
    """

    faults: Mapping[Fault, int] = field(default_factory=dict)
    slowest: float = 0.0
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """The score of the first contender, as either mark, and the conduct of both.

    `pairs` counts those that brought it 0, ½, 1, 1½ and 2 points.
    """

    pairs: tuple[int, ...] = (0, 0, 0, 0, 0)
    as_x: Score = field(default_factory=Score)
    as_o: Score = field(default_factory=Score)
    conduct: tuple[Conduct, Conduct] = field(default_factory=lambda: (Conduct(), Conduct()))

    def add(self, pair: Pair) -> Tally:
        """Return the tally with one more pair."""
        check_type(pair, Pair, "the pair")
        half_points = round(2 * pair.points)
        pairs = tuple(count + (place == half_points) for place, count in enumerate(self.pairs))
        scores = {Mark.X: self.as_x, Mark.O: self.as_o}
        first, second = self.conduct
        for played, mark in zip(pair.games, pair.firsts, strict=True):
            scores[mark] += Score.of([played.game], mark)
            first, second = _observed(first, played, mark), _observed(second, played, mark.other)
        return Tally(pairs, scores[Mark.X], scores[Mark.O], (first, second))

    @property
    def score(self) -> Score:
        """The score in all games."""
        return self.as_x + self.as_o

    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
        return self.score.points

    @property
    def share(self) -> float:
        """The points as a share of the games; 0 if there are none."""
        return self.points / (self.score.games or 1)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share; raises IllegalAction if there are no games."""
        return interval(self.pairs)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo, and its 95 % interval; infinite for none or all of the points."""
        low, high = self.interval
        return elo(self.share), elo(low), elo(high)


def _observed(conduct: Conduct, played: Played, mark: Mark) -> Conduct:
    faults, reason, failure = Counter(conduct.faults), conduct.reason, played.failure
    if failure is not None and failure.mark is mark:
        faults[failure.fault] += 1
        reason = reason or failure.reason
    return Conduct(dict(faults), max(conduct.slowest, played.slowest[mark]), reason)
