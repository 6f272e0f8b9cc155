"""Deletes games and rooms some time after they ended or were abandoned."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import structlog

from noughts.web.aggregates.aggregate import events_of
from noughts.web.aggregates.games import Games
from noughts.web.aggregates.ids import is_room_id
from noughts.web.aggregates.kinds import kind_of
from noughts.web.aggregates.rooms import Rooms
from noughts.web.settings import Settings
from noughts.web.storage.store import Append, Store, StoreUnavailable

_PAUSE = 3_600.0  # seconds
_BATCH = 100  # logs
_RETRY = timedelta(days=1)  # until an unreadable log is checked again
_NEVER = timedelta(days=3_650)  # until a log that never expires is checked again

log = structlog.get_logger()


class Retention:
    """Checks the logs that are due, and deletes those that have expired."""

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
        """Delete what has expired, every hour, until cancelled."""
        while True:
            try:
                count = await self.delete_expired()
                if count:
                    log.info("deleted expired games and rooms", count=count)
            except Exception as error:  # the server goes on, and this is retried
                log.warning("could not delete expired games and rooms", exc_info=error)
            await asyncio.sleep(_PAUSE)

    async def delete_expired(self) -> int:
        """Check every log that is due; returns how many were deleted."""
        count = 0
        while ids := await self._store.due_ids(int(self._now().timestamp()), _BATCH):
            for id_ in ids:
                count += await self._check(id_)
        return count

    async def _check(self, id_: str) -> bool:
        """Delete a log if it has expired, or set when it is due next; whether it was deleted."""
        appends = await self._load(id_)
        if not appends:
            await self._set_due(id_, self._now() + _RETRY)
            return False
        expires = self._expires(id_, appends)
        if expires <= self._now() and await self._delete(id_, appends[-1].version + 1):
            return True
        await self._set_due(id_, max(expires, self._now() + timedelta(seconds=_PAUSE)))
        return False

    async def _load(self, id_: str) -> tuple[Append, ...]:
        """A log; empty where another process has deleted it, or where it cannot be read."""
        try:
            return await self._store.load(id_)
        except StoreUnavailable as error:  # if the store is down, `due_ids` soon raises it too
            log.warning("a log cannot be read", game=id_, reason=str(error))
            return ()

    async def _set_due(self, id_: str, due: datetime) -> None:
        await self._store.set_due(id_, int(due.timestamp()))

    async def _delete(self, id_: str, version: int) -> bool:
        if is_room_id(id_):
            return await self._rooms.delete(id_, version)
        return await self._games.delete(id_, version)

    def _expires(self, id_: str, appends: tuple[Append, ...]) -> datetime:
        """When a log expires; a damaged one does not, so that it can be repaired."""
        kind = kind_of(id_)
        try:
            is_over = kind.is_over(kind.replay(events_of(appends)))
            last = datetime.fromisoformat(appends[-1].events[-1].at)
        except (ValueError, IndexError) as error:
            log.warning("a log is damaged", game=id_, reason=str(error))
            return self._now() + _NEVER
        return last + (self._finished if is_over else self._idle)


def first_check(settings: Settings) -> timedelta:
    """How long after its first event a log may expire at the earliest."""
    return min(_days(settings.keep_finished_days), _days(settings.keep_idle_days))


def _days(days: float) -> timedelta:
    return timedelta(days=days) if days else _NEVER
