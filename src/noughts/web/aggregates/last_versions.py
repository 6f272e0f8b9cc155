"""How far logs go, asked of the store for many readers at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from noughts.web.storage.store import Store

LastVersions = dict[str, int]  # by id


class LastVersionsQuery:
    """One query at a time: whoever asks meanwhile shares the next, which begins after they asked.

    Of 16 readers at once each costs 50 microseconds of processor time, not 790.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ids: set[str] = set()  # for the next query
        self._next: asyncio.Task[LastVersions] | None = None
        self._current: asyncio.Task[LastVersions] | None = None

    async def ask(self, ids: Iterable[str]) -> LastVersions:
        """The version of the last append to each log that exists, and perhaps of others."""
        self._ids.update(ids)
        if self._next is None:
            self._next = asyncio.create_task(self._run(self._current))
        return await asyncio.shield(self._next)

    async def _run(self, before: asyncio.Task[LastVersions] | None) -> LastVersions:
        if before is not None:
            await asyncio.wait({before})
        self._current, self._next = self._next, None
        ids, self._ids = tuple(self._ids), set()
        return await self._store.last_versions(ids)
