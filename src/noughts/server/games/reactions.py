"""Reactions: what players show each other for a moment. They are kept in memory, and as briefly."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from noughts.server.http.limits import RateLimited
from noughts.server.log.nodes import Reacted
from noughts.wording.language import gettext as _

_LASTS = 6.0  # seconds: a page that asks every two seconds is told in time
_PAUSE = 2.0  # seconds between two of one player
_MOST = 10_000  # players


class Reactions:
    """The last reaction of each player, by game and side, the latest last."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._latest: OrderedDict[tuple[str, str], tuple[float, Reacted]] = OrderedDict()

    def check(self, game: str, side: str) -> None:
        """Raise RateLimited if a player reacted a moment ago."""
        at, _reacted = self._latest.get((game, side), (-_PAUSE, None))
        if self._clock() - at < _PAUSE:
            raise RateLimited(_("That was too fast – slow down a little"), int(_PAUSE))

    def add(self, reacted: Reacted) -> None:
        """Remember a reaction for a while, and forget those that are over."""
        player = reacted.game, reacted.side
        self._latest[player] = self._clock(), reacted
        self._latest.move_to_end(player)
        for at, old in [*self._latest.values()]:
            if self._clock() - at < _LASTS and len(self._latest) <= _MOST:
                return
            del self._latest[old.game, old.side]

    def of(self, game: str) -> list[Reacted]:
        """The reactions in a game that are not over."""
        now = self._clock()
        found = (self._latest.get((game, side)) for side in ("x", "o"))
        return [each[1] for each in found if each is not None and now - each[0] < _LASTS]
