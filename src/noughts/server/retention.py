"""Retention: how long the logs of games and rooms are kept, and the job that deletes them."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

import structlog

from noughts.server.games.repository import Games
from noughts.server.log.repository import Repository, events_of
from noughts.server.log.store import Append, StoreUnavailable
from noughts.server.rooms.repository import Rooms
from noughts.server.settings import Settings

log = structlog.get_logger()

_PAUSE = timedelta(hours=1)  # between two looks for what has expired
_BATCH = 100  # logs
_RETRY = timedelta(days=1)  # until an unreadable log is checked again
_NEVER = timedelta(days=3_650)  # until a log that never expires is checked again


class Retention:
    """The job that checks the logs that are due, and deletes those that have expired."""

    def __init__(self, games: Games, rooms: Rooms, settings: Settings) -> None:
        self._games = games
        self._rooms = rooms
        self._log = games.log
        self._finished = _days(settings.keep_finished_days)
        self._idle = _days(settings.keep_idle_days)
        self._started = self._clock(), monotonic()

    async def run(self) -> None:
        """Delete what has expired, an hour after the start and every hour, until cancelled."""
        while True:
            await asyncio.sleep(_PAUSE.total_seconds())  # in which a wrong clock is put right
            try:
                count = await self.delete_expired()
                if count:
                    log.info("deleted expired games and rooms", count=count)
            except Exception as error:  # the server goes on, and this is retried
                log.warning("could not delete expired games and rooms", exc_info=error)

    async def delete_expired(self) -> int:
        """Check every log that is due; returns how many were deleted."""
        count = 0
        while ids := await self._log.store.due_ids(int(self._now().timestamp()), _BATCH):
            for id_ in ids:
                count += await self._check(id_)
        return count

    async def _check(self, id_: str) -> bool:
        """Delete a log if it has expired, or set when it is due next; True if it was deleted."""
        now = self._now()
        due = now + _RETRY
        try:
            appends = await self._log.store.load(id_)
        except StoreUnavailable as error:  # if the store is down, `due_ids` soon raises it too
            log.warning("a log cannot be read", game=id_, reason=str(error))
            appends = ()
        if appends:  # else it cannot be read, or another process has deleted it
            repository: Repository[Any] = self._rooms if self._rooms.owns(id_) else self._games
            expires = self._expires(repository, appends)
            if expires <= now and await repository.delete(id_, appends[-1].version + 1):
                return True
            due = max(expires, now + _PAUSE)
        await self._log.store.set_due(id_, int(due.timestamp()))
        return False

    def _expires(self, repository: Repository[Any], appends: tuple[Append, ...]) -> datetime:
        """Return when a log expires; a damaged one does not, so that it can be repaired."""
        try:
            is_over = repository.is_over(repository.replay(events_of(appends)))
            last = datetime.fromisoformat(appends[-1].events[-1].at)
        except (ValueError, IndexError) as error:
            log.warning("a log is damaged", game=appends[0].id, reason=str(error))
            return self._now() + _NEVER
        return last + (self._finished if is_over else self._idle)

    def _now(self) -> datetime:
        """Return the time by the clock, but for what it has jumped ahead since the start.

        A jump back counts: it puts right a clock that was ahead, and only defers deletion.
        """
        clock, seconds = self._started
        return min(self._clock(), clock + timedelta(seconds=monotonic() - seconds))

    def _clock(self) -> datetime:
        return datetime.fromisoformat(self._log.now())


def first_check(settings: Settings) -> timedelta:
    """Return the least time from the first event of a log to its deletion."""
    return min(_days(settings.keep_finished_days), _days(settings.keep_idle_days))


def _days(days: float) -> timedelta:
    return timedelta(days=days) if days else _NEVER
