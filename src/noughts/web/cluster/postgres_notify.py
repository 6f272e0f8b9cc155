"""The wire that needs no further service: PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import asyncpg

from noughts.web.cluster.transport import CHANNEL, Hear, Outbox, stay_joined

_CHECK = 5.0  # seconds between two looks whether the connection still is one
_PATIENCE = 10.0
_FAILURES = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)
_NOTIFY = f"SELECT pg_notify('{CHANNEL}', each) FROM unnest($1::text[]) AS each"


class PostgresNotify:
    """Notices over the database; the store tells of what it keeps, in the same transaction."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Any = None
        self._turn = asyncio.Lock()  # a connection does one thing at a time
        self._outbox = Outbox(self._send, _FAILURES)

    def tell(self, message: str) -> None:
        self._outbox.add(message)

    async def run(self, hear: Hear, joined: Callable[[], None]) -> None:
        async def join(begin: Callable[[], None]) -> None:
            lost = asyncio.Event()
            connection: Any = await asyncpg.connect(
                self._url, timeout=_PATIENCE, command_timeout=_PATIENCE
            )
            try:
                connection.add_termination_listener(lambda _: lost.set())
                await connection.add_listener(CHANNEL, lambda *heard: hear(heard[-1]))
                self._connection = connection
                begin()
                await self._watch(connection, lost)
            finally:
                self._connection = None
                connection.terminate()

        await stay_joined(join, joined)

    async def close(self) -> None:
        await self._outbox.close()

    async def _send(self, notices: Sequence[str]) -> None:
        async with self._turn:
            if self._connection is not None:
                await self._connection.execute(_NOTIFY, list(notices))

    async def _watch(self, connection: Any, lost: asyncio.Event) -> None:
        """Raise when a connection is lost, be it without a word."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_CHECK):
                    await lost.wait()
            async with self._turn:
                await connection.execute("SELECT 1")
