"""Connections that keep the server waiting are closed; others are not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from noughts.web import http_protocol
from noughts.web.http_protocol import HttpConnection

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n"


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answer once the whole body is there."""
    assert scope["type"] == "http"
    message = await receive()
    while message.get("more_body"):
        message = await receive()
    headers = [(b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"ok"})


class Server(uvicorn.Server):
    def install_signal_handlers(self) -> None:
        """Leave signals to pytest."""

    def port(self) -> int:
        port: int = self.servers[0].sockets[0].getsockname()[1]
        return port


@asynccontextmanager
async def served() -> AsyncIterator[int]:
    config = uvicorn.Config(app, port=0, http=HttpConnection, lifespan="off", log_config=None)
    config.load()
    server = Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    yield server.port()
    await server.shutdown()


async def is_cut_off(reader: asyncio.StreamReader) -> bool:
    try:
        return await reader.read() == b""
    except ConnectionResetError:
        return True


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_SECONDS", 0.05)
    monkeypatch.setattr(http_protocol, "CROWDED_SECONDS", 0.05)


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTT", POST, POST + b"o"], ids=["silent", "headers", "no body", "body"]
)
@pytest.mark.parametrize("before", [b"", GET, POST + b"ok"], ids=["first", "get", "post"])
def test_who_keeps_the_server_waiting_is_cut_off(before: bytes, sent: bytes) -> None:
    if before and not sent:
        pytest.skip("that is for uvicorn to close")

    async def action() -> None:
        async with served() as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            if before:
                writer.write(before)
                await reader.readuntil(b"ok")
            writer.write(sent)
            assert await is_cut_off(reader)
            writer.close()
        assert not http_protocol._waiting

    asyncio.run(action())


def test_a_request_in_time_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_SECONDS", 60)

    async def action() -> None:
        async with served() as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for part in (GET, POST[:9], POST[9:], b"o", b"k", GET + POST + b"ok"):
                writer.write(part)
                await writer.drain()
            for _ in range(4):
                await reader.readuntil(b"ok")
            assert not http_protocol._waiting
            writer.close()

    asyncio.run(action())


def test_an_address_has_so_many_silent_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_SECONDS", 60)
    monkeypatch.setattr(http_protocol, "MOST_WAITING", 3)

    async def action() -> None:
        async with served() as port:
            opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
            refused, ended = await asyncio.open_connection("127.0.0.1", port)
            assert await is_cut_off(refused)
            ended.close()
            for reader, writer in opened:
                writer.write(GET)
                await reader.readuntil(b"ok")
                writer.close()

    asyncio.run(action())


def test_a_crowd_that_asks_at_once_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "CROWDED_SECONDS", 60)
    monkeypatch.setattr(http_protocol, "MOST_WAITING", 3)

    async def ask(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(GET)
        await reader.readuntil(b"ok")
        writer.close()

    async def action() -> None:
        async with served() as port:
            await asyncio.gather(*(ask(port) for _ in range(50)))

    asyncio.run(action())
