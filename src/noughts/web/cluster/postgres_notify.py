"""A transport over PostgreSQL's LISTEN and NOTIFY, which needs no further service."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import asyncpg

from noughts.web.cluster.transport import Receive, Transport
from noughts.web.storage.notifications import EVERYBODY, Sent, channel_of, pack

_CHECK = 5.0  # seconds between two checks of the connection
_TIMEOUT = 10.0
_NOTIFY = """
    SELECT pg_notify(channel, message)
    FROM unnest($1::text[], $2::text[]) AS each (channel, message)
"""


class PostgresNotify(Transport):
    """Messages over the database; the store notifies of its appends in their own transaction.

    Nodes have a channel each, not games: PostgreSQL compares a notification with all channels that
    a connection listens to, one by one.
    """

    def __init__(self, url: str, node: str) -> None:
        super().__init__(node)
        self._url = url
        self._connection: Any = None
        self._lock = asyncio.Lock()  # a connection runs one query at a time

    async def _connect(self, receive: Receive, connected: Callable[[], None]) -> None:
        lost = asyncio.Event()
        connection: Any = await asyncpg.connect(
            self._url, timeout=_TIMEOUT, command_timeout=_TIMEOUT
        )
        try:
            connection.add_termination_listener(lambda _: lost.set())
            for channel in (EVERYBODY, channel_of(self.node)):
                await connection.add_listener(channel, lambda *arguments: receive(arguments[-1]))
            self._connection = connection
            connected()
            await self._check(connection, lost)
        finally:
            self._connection = None
            connection.terminate()

    async def _send(self, messages: Sequence[Sent]) -> None:
        channels, packed = zip(*pack(messages), strict=True)
        async with self._lock:
            if self._connection is not None:
                await self._connection.execute(_NOTIFY, channels, packed)

    async def _check(self, connection: Any, lost: asyncio.Event) -> None:
        """Raise when the connection is lost, even silently."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_CHECK):
                    await lost.wait()
            async with self._lock:
                await connection.execute("SELECT 1")
