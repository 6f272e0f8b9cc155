"""Games and rooms that nobody needs are deleted: some time after they ended, or were left."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

import structlog

from noughts.online import games, rooms
from noughts.online.rooms import RoomOpened
from noughts.web.aggregates.games import Games
from noughts.web.aggregates.rooms import Rooms
from noughts.web.settings import Settings
from noughts.web.storage.store import ROOM, Append, Store, StoreUnavailable

_PAUSE = 3_600.0  # seconds
_BATCH = 100  # games
_AGAIN = timedelta(days=1)  # until a game is looked at again that could not be read
_NEVER = timedelta(days=3_650)  # until a game that is kept for good is looked at again

log = structlog.get_logger()


class Retention:
    """Looks at the games that are due, and deletes those whose time is over."""

    def __init__(
        self,
        games: Games,
        rooms: Rooms,
        store: Store,
        settings: Settings,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._games = games
        self._rooms = rooms
        self._store = store
        self._finished = _days(settings.keep_finished_days)
        self._idle = _days(settings.keep_idle_days)
        self._now = now

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            try:
                count = await self.sweep()
                if count:
                    log.info("games expired", count=count)
            except Exception as error:  # whatever it is, games go on and this is tried again
                log.warning("games not expired", exc_info=error)
            await asyncio.sleep(_PAUSE)

    async def sweep(self) -> int:
        """Look at every game that is due; how many were deleted."""
        count = 0
        while due := await self._store.due_ids(int(self._now().timestamp()), _BATCH):
            for game in due:
                count += await self._look_at(game)
        return count

    async def _look_at(self, game: str) -> bool:
        appends = await self._load(game)
        if not appends:
            await self._postpone(game, self._now() + _AGAIN)
            return False
        keeper = self._rooms if game.startswith(ROOM) else self._games
        expires = self._expires(appends)
        version = appends[-1].version + 1
        if expires <= self._now() and await keeper.delete(game, version):
            return True
        await self._postpone(game, max(expires, self._now() + timedelta(seconds=_PAUSE)))
        return False

    async def _load(self, game: str) -> tuple[Append, ...]:
        """The log of a game; none where another process has deleted it, or it cannot be read."""
        try:
            return await self._store.load(game)
        except StoreUnavailable as error:  # if no other can be read either, the sweep ends soon
            log.warning("a log cannot be read", game=game, reason=str(error))
            return ()

    async def _postpone(self, game: str, until: datetime) -> None:
        await self._store.set_due(game, int(until.timestamp()))

    def _expires(self, appends: tuple[Append, ...]) -> datetime:
        """When the time of a game is over; a damaged one is kept for whoever may mend it."""
        try:
            is_over = _is_over(chain.from_iterable(append.events for append in appends))
        except (ValueError, IndexError) as error:
            log.warning("a log is damaged", reason=str(error))
            return self._now() + _NEVER
        last = datetime.fromisoformat(appends[-1].events[-1].at)
        return last + (self._finished if is_over else self._idle)


def _is_over(events: Iterable[Any]) -> bool:
    """Whether a game has ended, or a room is closed; raises ValueError and IndexError."""
    first, *rest = events
    if isinstance(first, RoomOpened):
        return rooms.replay((first, *rest)).is_closed
    return games.replay((first, *rest)).game.ending is not None


def first_look(settings: Settings) -> timedelta:
    """How long after its beginning a game may be over its time at the earliest."""
    return min(_days(settings.keep_finished_days), _days(settings.keep_idle_days))


def _days(days: float) -> timedelta:
    return timedelta(days=days) if days else _NEVER
