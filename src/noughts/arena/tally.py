"""The tally of a match: what its pairs of games add up to, for the first contender."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from noughts.arena.matches import Score
from noughts.arena.pairs import Pair
from noughts.arena.referee import Played
from noughts.arena.statistics import elo, interval
from noughts.core.mark import Mark
from noughts.engine import Fault

_NO_PAIRS = (0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a contender behaved: the games its faults cost it, and its slowest move in seconds.

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

    pairs: tuple[int, ...] = _NO_PAIRS
    as_x: Score = field(default_factory=lambda: Score(0, 0, 0))
    as_o: Score = field(default_factory=lambda: Score(0, 0, 0))
    conduct: tuple[Conduct, Conduct] = field(default_factory=lambda: (Conduct(), Conduct()))

    def add(self, pair: Pair) -> Tally:
        """The tally with one more pair."""
        half_points = round(2 * pair.points)
        pairs = tuple(count + (place == half_points) for place, count in enumerate(self.pairs))
        as_x, as_o, conduct = self.as_x, self.as_o, self.conduct
        for played, mark in zip(pair.games, pair.firsts, strict=True):
            if mark is Mark.X:
                as_x = _scored(as_x, played, mark)
            else:
                as_o = _scored(as_o, played, mark)
            first, second = conduct
            conduct = (_observed(first, played, mark), _observed(second, played, mark.other))
        return Tally(pairs, as_x, as_o, conduct)

    @property
    def score(self) -> Score:
        """The score in all games."""
        x, o = self.as_x, self.as_o
        return Score(x.wins + o.wins, x.draws + o.draws, x.losses + o.losses)

    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
        return self.score.wins + self.score.draws / 2

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


def _scored(score: Score, played: Played, mark: Mark) -> Score:
    assert played.game.ending is not None
    winner = played.game.ending.winner
    return Score(
        score.wins + (winner is mark),
        score.draws + (winner is None),
        score.losses + (winner is mark.other),
    )


def _observed(conduct: Conduct, played: Played, mark: Mark) -> Conduct:
    faults, reason, failure = Counter(conduct.faults), conduct.reason, played.failure
    if failure is not None and failure.mark is mark:
        faults[failure.fault] += 1
        reason = reason or failure.reason
    return Conduct(dict(faults), max(conduct.slowest, played.slowest[mark]), reason)
