"""HTTP connections that end if their client asks for too much, is too slow, or does not read.

httptools bounds nothing, and h11, which bounds the heads of requests, takes twice the time for one
(311 µs, not 146). So they are bounded here, on uvicorn's protocol for httptools.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from math import inf
from operator import attrgetter
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from noughts.server.http.limits import network

MAX_HEAD_SIZE = 65_536  # bytes of a request but for its body
MAX_HEADERS = 200
PATIENCE = 20.0  # seconds for a request to arrive whole, and for its response to be read
CROWDED_PATIENCE = 2.0  # for connections of an address beyond `most_waiting`
_MAX_PIPELINED = 16  # requests that wait for an answer to the one before; no browser sends any
_MOST_OPEN = 2_000  # connections of an address, at 20 kB; live ones have a limit of their own
_MOST_WAITING = 200  # of them may be slow: a class shares one address
_MOST_DESCRIPTORS = 10_240  # more than macOS allows cannot be asked for there
_TOO_LARGE = b"The request's address and headers are too large.\n"

# By the address of the other end, which may be a proxy's.
_open: defaultdict[str, dict[HttpConnection, None]] = defaultdict(dict)


class HttpConnection(HttpToolsProtocol):
    """A connection that refuses requests with a large head, and knows when it waits for its client.

    A proxy that has just found the server again opens hundreds at once, each with its request: only
    those that then stay slow are cut early.
    """

    most_open: ClassVar = _MOST_OPEN
    most_waiting: ClassVar = _MOST_WAITING
    address = ""
    waiting_since = inf  # as `cut_slow` saw it
    _head_size = 0  # bytes of the address, the headers and the trailers of the present request
    _has_head = False  # all of it: what else the parser calls headers are trailers
    _unparsed_size = 0  # bytes of which the parser has reported nothing yet
    _answering: Any = None  # the cycle of the request that is being answered, or was last

    @classmethod
    def share(cls, descriptors: int) -> None:
        """Leave half of the file descriptors to other addresses, where there are few."""
        cls.most_open = min(_MOST_OPEN, descriptors // 2)
        cls.most_waiting = min(_MOST_WAITING, descriptors // 4)

    @property
    def is_waiting(self) -> bool:
        """True while a part of a request is missing, or a part of a response unread."""
        is_idle = self.timeout_keep_alive_task is not None  # which uvicorn ends after 5 seconds
        is_unread = self.transport.get_write_buffer_size() > 0
        return is_unread or not (is_idle or self._is_answering)

    @property
    def is_streaming(self) -> bool:
        """True while a response goes on as things happen: another limit counts those."""
        return self._is_answering and self.cycle.response_started and not self.is_waiting

    @property
    def _is_answering(self) -> bool:
        cycle: Any = self.cycle  # of the last request, once its headers have arrived
        return cycle is not None and not cycle.more_body and not cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = "" if self.client is None else network(self.client[0])
        connections = _open[self.address]
        connections[self] = None
        if len(connections) > self.most_open:
            counted = [one for one in connections if not one.is_streaming]
            if len(counted) > self.most_open:
                # The first that is not being answered; at worst that is this one, which asked last.
                idle = next(one for one in counted if one.is_waiting or not one._is_answering)
                idle._leave()
                idle.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        if self._answering is not None:  # of pipelined requests uvicorn tells the last one alone
            self._answering.disconnected = True
            self._answering.message_event.set()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        last: Any = self.cycle
        if last is not None and not last.response_complete:
            self.transport.abort()  # its answer would come amid frames
        else:
            super().handle_websocket_upgrade()

    def _leave(self) -> None:
        connections = _open[self.address]
        connections.pop(self, None)
        if not connections:
            del _open[self.address]

    def data_received(self, data: bytes) -> None:
        self._unparsed_size += len(data)
        super().data_received(data)
        if self._unparsed_size > MAX_HEAD_SIZE and not self.transport.is_closing():
            self._refuse_head()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count_head(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        # uvicorn would take a trailer for a header, and so let it replace what a proxy says.
        if not self._has_head:
            super().on_header(name, value)
        self._count_head(len(name) + len(value))

    def on_headers_complete(self) -> None:
        self._has_head = True
        super().on_headers_complete()
        if len(self.pipeline) > _MAX_PIPELINED:
            self.transport.abort()
            raise ValueError  # which ends the parsing

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self._unparsed_size = 0

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._head_size, self._has_head = 0, False
        if not self.transport.get_write_buffer_size():
            self.waiting_since = inf

    def send_400_response(self, msg: str) -> None:
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def _count_head(self, size: int) -> None:
        """Count bytes of the head; raises ValueError, which ends the parsing, for too many."""
        self._unparsed_size = 0
        self._head_size += size
        if self._head_size > MAX_HEAD_SIZE or len(self.headers) > MAX_HEADERS:
            self._refuse_head()
            raise ValueError

    def _refuse_head(self) -> None:
        head = f"content-type: text/plain\r\ncontent-length: {len(_TOO_LARGE)}\r\nconnection: close"
        status = b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
        self.transport.write(status + head.encode() + b"\r\n\r\n" + _TOO_LARGE)
        self.transport.close()


def cut_slow(now: float) -> None:
    """Cut the HTTP connections that have waited too long for their client.

    A few hundred of them, which cost a client nothing, would use up the server's file descriptors.
    """
    for connections in _open.values():
        for connection in connections:
            since = min(connection.waiting_since, now) if connection.is_waiting else inf
            connection.waiting_since = since
        slowest_first = sorted(connections, key=attrgetter("waiting_since"))
        for number, connection in enumerate(slowest_first):
            # Connections that came late to a crowd have less time.
            patience = PATIENCE if number < connection.most_waiting else CROWDED_PATIENCE
            if now - connection.waiting_since >= patience:
                connection.transport.abort()


def raise_descriptor_limit() -> int:
    """Allow this process as many file descriptors as it may have, and return their number."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 2 * _MOST_OPEN
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _MOST_DESCRIPTORS)
    if soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
