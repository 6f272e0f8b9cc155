"""WebSocket connections: uvicorn's until they are accepted, then our own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import Protocol as WebSocket
from websockets.protocol import Side, State
from websockets.speedups import apply_mask

MAX_MESSAGE_SIZE = 1_024  # bytes
_EXTENSION = "noughts.handshake"  # of the scope: where an application finds its handshake
_CLOSE_SECONDS = 10.0  # for the other end to close too
_SILENCE_SECONDS = 20.0  # without an answer to a ping
# The first bytes of a whole text and of a whole pong, and all of an empty ping (RFC 6455, 5.2).
_TEXT, _PONG, _PING = 0x81, 0x8A, b"\x89\x00"
_HEAD = 6  # bytes before a short message from a client: two, and the mask
_MASKED, _SHORT = 0x80, 125


class Listener(Protocol):
    """What a connection reports to."""

    def received(self, message: str | bytes) -> None:
        """A message arrived."""

    def disconnected(self) -> None:
        """The connection is closed."""


class Handshake(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which an application may take over once it has accepted it.

    For a whole connection it is too much: with ASGI's queues and tasks, two of them take 40 kB.
    """

    async def run_asgi(self) -> None:
        extensions: Any = self.scope["extensions"]
        extensions[_EXTENSION] = self
        await super().run_asgi()

    def hand_over(self) -> Connection:
        """Leave the connection to another protocol, and forget the request."""
        assert not self.conn.extensions, "messages must not be compressed"
        connection = Connection(self.transport, self.loop, self.connections)
        self.transport.set_protocol(connection)
        if self.read_paused:  # the client did not wait for the answer, as it must
            self.transport.abort()
        self.stop_keepalive()
        self.connections.discard(self)
        self.transport = _NoTransport()
        self.conn.parser.close()  # it holds the request, and they hold each other
        del self.scope, self.request, self.response
        return connection


class _NoTransport(asyncio.Transport):
    """In place of a transport that was handed over."""

    def is_closing(self) -> bool:
        return True

    def close(self) -> None:
        """Nothing: another protocol has the connection."""


class Connection(asyncio.Protocol):
    """An accepted WebSocket.

    What clients send are short texts, in one packet each: only those are parsed here, in 2 µs.
    From the first frame that is anything else, `websockets` parses them, in 15.
    """

    def __init__(
        self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop, open_: set[Any]
    ) -> None:
        self.loop = loop
        self._transport = transport
        self._open = open_  # those that uvicorn closes at shutdown
        self._listener: Listener | None = None
        self._parser: _Parser | None = None
        self._is_closing = False
        self._is_writable = True
        self._asked = 0.0  # when it was sent the first ping that it has not answered
        open_.add(self)

    def listen(self, listener: Listener) -> None:
        """Report to a listener from now on."""
        self._listener = listener

    def send_text(self, text: str) -> bool:
        """Send text unless the connection is closing; whether at most 64 kB wait to be sent."""
        if not self._is_closing and not self._transport.is_closing():
            self._transport.write(_framed(text))
        return self._is_writable

    def ping(self) -> bool:
        """Ask for a sign of life; whether the other end was not silent for too long."""
        now = self.loop.time()
        self._asked = self._asked or now
        if not self._is_closing and not self._transport.is_closing():
            self._transport.write(_PING)
        return now - self._asked < _SILENCE_SECONDS

    def close(self, code: int, reason: str = "") -> None:
        """Close the connection, whether or not the other end takes part in it."""
        if self._is_closing:
            return
        self._is_closing = True
        parser = self._parser = self._parser or _Parser()
        self._write(parser.close(code, reason))
        self.loop.call_later(_CLOSE_SECONDS, self._transport.abort)

    def shutdown(self) -> None:
        """Close the connection at once; uvicorn calls this when the server ends."""
        self.close(CloseCode.SERVICE_RESTART)
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._asked = 0.0
        while data and self._parser is None:
            size = _size_of_short(data)
            if not size:
                self._parser = _Parser()
            elif data[0] == _TEXT:
                self._receive(apply_mask(data[_HEAD:size], data[2:_HEAD]), is_text=True)
            data = data[size:]
        if data and self._parser is not None:
            for message, is_text in self._parser.parse(data):
                self._receive(message, is_text=is_text)
            self._write(self._parser.to_send())

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._is_closing = True
        self._open.discard(self)
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.disconnected()

    def pause_writing(self) -> None:
        self._is_writable = False

    def resume_writing(self) -> None:
        self._is_writable = True

    def _receive(self, message: bytes, *, is_text: bool) -> None:
        if self._listener is None or self._is_closing:
            return
        try:
            self._listener.received(message.decode() if is_text else message)
        except UnicodeDecodeError:
            self.close(CloseCode.INVALID_DATA)

    def _write(self, output: list[bytes]) -> None:
        for data in output:
            if data:
                self._transport.write(data)
            else:
                self._transport.close()


class _Parser:
    """The WebSocket of `websockets`, with messages put together from their frames."""

    def __init__(self) -> None:
        self._socket = WebSocket(Side.SERVER, max_size=MAX_MESSAGE_SIZE)
        self._frames: list[Frame] = []

    def parse(self, data: bytes) -> Iterator[tuple[bytes, bool]]:
        """The messages that data completes, and whether each is text."""
        self._socket.receive_data(data)
        for frame in self._socket.events_received():
            assert isinstance(frame, Frame)
            if frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                self._frames.append(frame)
                if frame.fin:
                    frames, self._frames = self._frames, []
                    message = b"".join(each.data for each in frames)
                    yield message, frames[0].opcode is Opcode.TEXT

    def close(self, code: int, reason: str) -> list[bytes]:
        """What closes the connection."""
        if self._socket.state is State.OPEN:
            self._socket.send_close(code, reason)
        return self.to_send()

    def to_send(self) -> list[bytes]:
        """Answers to pings and the like; empty bytes close the connection."""
        return self._socket.data_to_send()


def take_over(scope: Any) -> Connection:
    """The connection of an accepted WebSocket, on which its scope is of no more use."""
    handshake = scope["extensions"].pop(_EXTENSION)
    assert isinstance(handshake, Handshake)
    return handshake.hand_over()


def _size_of_short(data: bytes) -> int:
    """The size of the text or pong that data starts with, if it is short and whole, else 0."""
    if len(data) < _HEAD or data[0] not in (_TEXT, _PONG):
        return 0
    length = data[1] - _MASKED
    return _HEAD + length if 0 <= length <= min(_SHORT, len(data) - _HEAD) else 0


@lru_cache(maxsize=8)  # a frame goes to many subscribers of a game, one after another
def _framed(text: str) -> bytes:
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
