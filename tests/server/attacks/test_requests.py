"""Requests that are too large, too slow, or whose answer is not read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import product, repeat
from typing import Any

import pytest

from noughts.server.http.connections import (
    CROWDED_PATIENCE,
    MAX_HEAD_SIZE,
    MAX_HEADERS,
    PATIENCE,
    HttpConnection,
)
from tests.server.attacks.site import Site, serving, until_cut

pytestmark = pytest.mark.anyio

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n"
CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
LONG = b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n"
MOST_SENT = 20_000_000  # bytes: what the kernel takes before the cut is noticed, and a margin
FLOOD = 60_000_000


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answer once the whole body is there; at length, if asked."""
    while (await receive()).get("more_body"):
        pass
    body = b"ok" * (4_000_000 if scope["path"] == "/long" else 1)
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"
FLOODS: dict[str, tuple[bytes, bytes]] = {  # what comes first, and what then comes for ever
    "lines of headers": (HEAD, b"X-Line: " + b"x" * 4_000 + b"\r\n"),
    "many headers": (HEAD, b"A: b\r\n" * 1_000),
    "one header": (HEAD + b"X-Endless: ", b"x" * 16_384),
    "the name of a header": (HEAD, b"x" * 16_384),
    "a path": (b"GET /", b"x" * 16_384),
    "blank lines": (b"", b"\r\n" * 8_192),
    "the extension of a chunk": (CHUNKED + b"1;", b"x" * 16_384),
    "headers after the body": (CHUNKED + b"0\r\n", b"X-Line: " + b"x" * 4_000 + b"\r\n"),
    "a header after the body": (CHUNKED + b"0\r\nX-Endless: ", b"x" * 16_384),
}


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with serving(app) as running:
        yield running


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
async def test_an_endless_head_is_refused(site: Site, flood: tuple[bytes, bytes]) -> None:
    first, more = flood
    reader, writer = await site.open()
    writer.write(first)
    sent = 0
    with suppress(ConnectionError):
        while sent < FLOOD:
            writer.write(more)
            await writer.drain()
            sent += len(more)
    assert sent < MOST_SENT
    answer = await until_cut(reader)
    assert not answer or answer.startswith((b"HTTP/1.1 431", b"HTTP/1.1 400"))


def head(headers: int = 1, size: int = 0) -> bytes:
    """A request with so many headers, the last of which is of this size."""
    lines = b"".join(b"X-%d: y\r\n" % number for number in range(headers - 2))
    return b"GET / HTTP/1.1\r\nHost: x\r\n%bCookie: %b\r\n\r\n" % (lines, b"c" * size)


@pytest.mark.parametrize("pieces", [1, 7])
@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (head(MAX_HEADERS), b"200"),
        (head(MAX_HEADERS + 1), b"431"),
        (head(size=MAX_HEAD_SIZE - 100), b"200"),
        (head(size=MAX_HEAD_SIZE + 1), b"431"),
    ],
    ids=["200 headers", "201 headers", "64 kB", "more than 64 kB"],
)
async def test_a_head_has_so_many_headers_and_bytes(
    site: Site, request_: bytes, status: bytes, pieces: int
) -> None:
    reader, writer = await site.open()
    length = len(request_) // pieces + 1
    for start in range(0, len(request_), length):
        writer.write(request_[start : start + length])
        await writer.drain()
    assert (await reader.readline()).split()[1] == status
    if status == b"431":
        assert (await until_cut(reader)).endswith(b"headers are too large.\n")


async def test_each_of_many_requests_on_a_connection_has_a_head_of_its_own(site: Site) -> None:
    reader, writer = await site.open()
    for request_ in repeat(head(headers=50, size=5_000), 30):
        writer.write(request_)
        await reader.readuntil(b"ok")


@pytest.mark.parametrize("pieces", [1, 3])
async def test_what_follows_a_body_is_no_header(pieces: int) -> None:
    """In one piece it would come before the application reads the headers."""

    async def echo(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        told = f"{scope['client'][0]} {scope['headers']} ok".encode()
        headers = [(b"content-length", b"%d" % len(told))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": told})

    head = CHUNKED[:-2] + b"X-Forwarded-For: 192.0.2.1\r\n\r\n"
    trailers = b"X-Forwarded-For: 192.0.2.2\r\nCookie: a=b\r\nHost: y\r\nExpect: 100-continue\r\n"
    parts = [head, b"2\r\nok\r\n0\r\n", trailers + b"\r\n"]
    async with serving(echo) as site:
        reader, writer = await site.open()
        for _ in range(2):
            for part in parts if pieces > 1 else [b"".join(parts)]:
                writer.write(part)
                await writer.drain()
            told = await reader.readuntil(b" ok")
            assert b"\r\n\r\n192.0.2.1 " in told
            assert told.count(b"x-forwarded-for") == told.count(b"b'host'") == 1
            assert b"cookie" not in told
            assert b"100 Continue" not in told


@pytest.mark.parametrize(
    ("before", "sent"),  # an idle connection is for uvicorn to close
    [(b"", b""), *product((b"", GET, POST + b"ok"), (b"GET / HTT", POST, POST + b"o"))],
)
async def test_a_client_that_dawdles_is_cut_off(site: Site, before: bytes, sent: bytes) -> None:
    reader, writer = await site.open()
    if before:
        writer.write(before)
        await reader.readuntil(b"ok")
    writer.write(sent)
    await site.waiting(1)
    site.wait(PATIENCE - 1)
    await site.waiting(1)
    site.wait(1)
    assert await until_cut(reader) == b""


@pytest.mark.parametrize("last", [b"", b"Connection: close\r\n"], ids=["kept alive", "closing"])
async def test_who_does_not_read_is_cut_off(site: Site, last: bytes) -> None:
    reader, writer = await site.open()
    writer.write(LONG[:-2] + last + b"\r\n")
    await site.waiting(1)
    site.wait(PATIENCE)
    await site.waiting(0)
    assert len(await until_cut(reader)) < 8_000_000


async def test_requests_in_time_are_answered(site: Site) -> None:
    reader, writer = await site.open()
    for request_ in (GET, POST + b"ok", GET + POST + b"ok", POST + b"ok" + GET):
        writer.write(request_[:9])
        await site.waiting(1)
        site.wait(PATIENCE - 1)
        writer.write(request_[9:])
        for _ in range(request_.count(b"HTTP")):
            await reader.readuntil(b"ok")
        site.wait(PATIENCE)


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address may have four connections, and keep the server waiting on two."""
    monkeypatch.setattr(HttpConnection, "most_open", 4)
    monkeypatch.setattr(HttpConnection, "most_waiting", 2)


@pytest.mark.usefixtures("_few")
async def test_who_comes_late_to_a_crowd_of_slow_ones_has_less_time(site: Site) -> None:
    early = [await site.open() for _ in range(2)]
    await site.waiting(2)
    site.wait(1)
    late, _ = await site.open()
    await site.waiting(3)
    site.wait(CROWDED_PATIENCE)
    assert await until_cut(late) == b""
    for each in early:
        await ask(*each)


@pytest.mark.usefixtures("_few")
async def test_of_an_address_with_many_connections_the_slowest_makes_room(site: Site) -> None:
    (first, _), *opened = [await site.open() for _ in range(4)]
    await site.waiting(4)
    opened.append(await site.open())
    assert await until_cut(first) == b""
    for each in opened:
        await ask(*each)


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize("is_stream", [False, True], ids=["answers", "streams"])
async def test_nobody_who_is_being_answered_makes_room(*, is_stream: bool) -> None:
    """Streams do not count: they have a limit of their own, by the address behind a proxy."""
    answer = asyncio.Event()

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        if is_stream:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"news", "more_body": True})
        await answer.wait()
        if not is_stream:
            await app(scope, receive, send)

    async with serving(slow) as site:
        opened = [await site.open() for _ in range(4)]
        await site.waiting(4)
        for reader, writer in opened:
            writer.write(GET)
            if is_stream:
                await reader.readuntil(b"news")
        await site.waiting(0)
        last, writer = await site.open()
        writer.write(GET)
        if is_stream:
            await last.readuntil(b"news")
        else:
            assert await until_cut(last) == b""
        answer.set()
        for reader, _ in opened:
            assert await reader.read(65_536)


async def test_few_requests_wait_for_the_answer_to_the_one_before(site: Site) -> None:
    reader, writer = await site.open()
    writer.write(GET * 17)
    for _ in range(17):
        await reader.readuntil(b"ok")
    with suppress(ConnectionError):
        for _ in range(FLOOD // len(GET) // 1_000):
            writer.write(GET * 1_000)
            await writer.drain()
    await until_cut(reader)
    await site.waiting(0)


async def test_who_leaves_amid_pipelined_requests_is_answered_no_more() -> None:
    """Of the first of them, what was sent after the end used to be a traceback."""
    asked, left = asyncio.Event(), asyncio.Event()
    messages: list[Any] = []

    async def slow(_scope: Any, receive: Any, _send: Any) -> None:
        await receive()
        asked.set()
        await left.wait()
        messages.append(await receive())

    async with serving(slow) as site:
        _, writer = await site.open()
        writer.write(GET * 2)
        await asked.wait()
        site.cut()
        await site.gone()
        left.set()
        while not messages:
            await asyncio.sleep(0)
    assert messages == [{"type": "http.disconnect"}]


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(GET)
    await reader.readuntil(b"ok")


async def test_a_crowd_that_asks_at_once_is_answered(site: Site) -> None:
    async def come() -> None:
        await ask(*await site.open())

    await asyncio.gather(*[come() for _ in range(50)])


def test_half_of_the_descriptors_are_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("most_open", "most_waiting"):
        monkeypatch.setattr(HttpConnection, name, 0)
    HttpConnection.share(256)
    assert (HttpConnection.most_open, HttpConnection.most_waiting) == (128, 64)
    HttpConnection.share(1_000_000)
    assert (HttpConnection.most_open, HttpConnection.most_waiting) == (2_000, 200)
