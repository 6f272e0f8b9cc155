"""A small server on our own connections, without the application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import uvicorn

from noughts.server.http.connections import HttpConnection, cut_slow
from noughts.server.http.websocket import Handshake


class Site:
    """A server whose clock stands still until it is told."""

    def __init__(self, server: uvicorn.Server) -> None:
        self._server = server
        self._now = 100.0
        self._writers: list[asyncio.StreamWriter] = []

    @property
    def port(self) -> int:
        port: int = self._server.servers[0].sockets[0].getsockname()[1]
        return port

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._writers.append(writer)
        return reader, writer

    def close(self) -> None:
        """Close what was opened."""
        for writer in self._writers:
            writer.close()

    async def waiting(self, count: int) -> None:
        """Wait until the server waits for so many clients."""
        while sum(each.is_waiting for each in self._connections) != count:
            await asyncio.sleep(0)

    async def taken_over(self) -> None:
        """Wait until a request has become a WebSocket."""
        while not any(isinstance(each, Handshake) for each in self._connections):
            await asyncio.sleep(0)

    def cut(self) -> None:
        """Cut all connections, as if their clients had left."""
        for connection in self._connections:
            connection.transport.abort()

    async def gone(self) -> None:
        """Wait until all have left."""
        while self._connections:
            await asyncio.sleep(0)

    def wait(self, seconds: float) -> None:
        """Let time pass, with a look at the connections before and after it."""
        cut_slow(self._now)
        self._now += seconds
        cut_slow(self._now)

    @property
    def _connections(self) -> set[Any]:
        return self._server.server_state.connections


@asynccontextmanager
async def serving(app: Any) -> AsyncIterator[Site]:
    """Serve an application on our connections until the block ends."""
    config = uvicorn.Config(
        app, port=0, http=HttpConnection, ws=Handshake, lifespan="off", log_config=None
    )
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    site = Site(server)
    try:
        yield site
    finally:
        site.close()
        await server.shutdown()


async def until_cut(reader: asyncio.StreamReader) -> bytes:
    """All that comes before the end of a connection."""
    received = b""
    with suppress(ConnectionError):
        while more := await reader.read(65_536):
            received += more
    return received
