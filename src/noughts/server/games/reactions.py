"""Reactions: what a player shows the others for a moment, and no log has."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from noughts.core import Mark
from noughts.server.cluster.messages import Notice, register
from noughts.server.games.schemas import ReactionMessage
from noughts.server.http.limits import RateLimited, too_fast

_REACTION = 6.0  # seconds that it lasts: a page that asks every two seconds is told in time
_PAUSE = 2.0  # seconds between two reactions of one player
_MOST_REACTING = 10_000  # players


class Reacted(Notice, frozen=True, tag="reacted"):
    """A player showed the others a reaction."""

    side: Mark
    reaction: str
    command: str


register(Reacted)


class Reactions:
    """The last reaction of each player, by game and side, the latest last; in memory alone."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._latest: OrderedDict[tuple[str, Mark], tuple[float, Reacted]] = OrderedDict()

    def check(self, game: str, side: Mark) -> None:
        """Raise RateLimited if a player reacted a moment ago."""
        at, _reacted = self._latest.get((game, side), (-_PAUSE, None))
        if self._clock() - at < _PAUSE:
            raise RateLimited(too_fast(), int(_PAUSE))

    def add(self, reacted: Reacted) -> None:
        """Remember a reaction for a while, and forget those that are over."""
        player, now = (reacted.id, reacted.side), self._clock()
        self._latest[player] = now, reacted
        self._latest.move_to_end(player)
        while True:  # the oldest comes first
            at, oldest = next(iter(self._latest.values()))
            if now - at < _REACTION and len(self._latest) <= _MOST_REACTING:
                return
            del self._latest[oldest.id, oldest.side]

    def of(self, game: str) -> list[ReactionMessage]:
        """Return the reactions in a game that are not over."""
        latest = filter(None, (self._latest.get((game, side)) for side in Mark))
        now = self._clock()
        return [reaction_message(reacted) for at, reacted in latest if now - at < _REACTION]


def reaction_message(reacted: Reacted) -> ReactionMessage:
    """Return a reaction as it is sent to pages."""
    return ReactionMessage(reacted.side, reacted.reaction, reacted.command)
