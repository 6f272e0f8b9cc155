"""WebSocket connections: uvicorn's until they are accepted, then our own.

Our own takes 92 to 100 µs of processor time for a message at 1,000 a second, and 16 kB for the two
players of a game. Others, measured beside it, take more: uvicorn's websockets-sansio with Litestar
140 µs and 51 kB, wsproto 170 and 38, aiohttp 98 and 32 (but it is no ASGI server), granian 310 and
300. picows takes 78 µs and 32 kB, but on a port of its own, past the application's checks; as
uvicorn's `ws` class (82 and 25) it needs WSProtocol, which it does not export. Once a public
function of picows takes over what an ASGI application has accepted, this module can go.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import Protocol as WebSocket
from websockets.protocol import Side, State
from websockets.speedups import apply_mask

MAX_MESSAGE_SIZE = 1_024  # bytes, in all fragments of a message together
MAX_FRAGMENTS = 16
_EXTENSION = "noughts.handshake"  # of the scope: where an application finds its handshake
_BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_CLOSE_SECONDS = 2.0  # for the other end to close too
_MAX_AFTER_CLOSE = 2_048  # bytes that it may still send until then
_SILENCE_SECONDS = 20.0  # without an answer to a ping
# The first bytes of a whole text and of a whole pong, and all of an empty ping (RFC 6455, 5.2).
_TEXT, _PONG, _PING = 0x81, 0x8A, b"\x89\x00"
_HEAD = 6  # bytes before a short message from a client: two, and the mask
_MASKED, _SHORT = 0x80, 125
_MESSAGES = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
# Bytes that are parsed before their frames are counted: at most 43 frames, in 0.6 ms.
_SLICE = 256
# In place of a transport that another protocol has now.
_HANDED_OVER: Any = SimpleNamespace(is_closing=lambda: True, close=lambda: None)


class Listener(Protocol):
    """The receiver of the messages of a connection, and of its end."""

    def admits_frame(self) -> bool:
        """Count a frame, of whatever kind; False if it was one too many, and the end."""

    def received(self, message: str | bytes) -> None:
        """Handle a message that arrived."""

    def disconnected(self) -> None:
        """Handle the end of the connection."""


class Handshake(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which an application may take over once it has accepted it.

    For a whole connection it is too much: with ASGI's queues and tasks, two of them take 40 kB.
    """

    async def run_asgi(self) -> None:
        extensions: Any = self.scope["extensions"]
        extensions[_EXTENSION] = self
        await super().run_asgi()

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated:  # the client did not wait for the answer, as it must
            self.transport.abort()
        else:
            super().data_received(data)  # the whole request, from our HTTP connection
            if not self.handshake_initiated:  # `websockets` refused it, and uvicorn says nothing
                self.transport.write(_BAD_REQUEST)
                self.transport.close()

    def hand_over(self) -> Connection:
        """Leave the connection to another protocol, and forget the request."""
        assert not self.conn.extensions, "messages must not be compressed"
        connection = Connection(self.transport, self.loop, self.connections)
        if self.disconnected:
            self.loop.call_soon(connection.connection_lost, None)
        else:
            self.transport.set_protocol(connection)
        self.stop_keepalive()
        self.connections.discard(self)
        self.transport = _HANDED_OVER
        self.handshake_complete = True  # even if the client left before it could be told
        self.conn.parser.close()  # it holds the request, and they hold each other
        del self.scope, self.request, self.response
        return connection


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
        self._websocket: WebSocket | None = None
        self._fragments: tuple[Frame, ...] = ()  # of a message that is not whole yet
        self._is_closing = False
        self._after_close = 0  # bytes received
        self._is_writable = True
        self._asked = 0.0  # when it was sent the first ping that it has not answered
        open_.add(self)

    def listen(self, listener: Listener) -> None:
        """Report to a listener from now on."""
        self._listener = listener

    def send_text(self, text: str) -> bool:
        """Send text unless the connection is closing; True while at most 64 kB wait to be sent."""
        if not self._is_closing and not self._transport.is_closing():
            self._transport.write(_framed(text))
        return self._is_writable

    def ping(self) -> bool:
        """Ask for a sign of life; False if the other end was silent for too long."""
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
        websocket = self._parser()
        if websocket.state is State.OPEN:
            websocket.send_close(code, reason)
        self._transmit(websocket)
        self.loop.call_later(_CLOSE_SECONDS, self._transport.abort)

    def shutdown(self) -> None:
        """Close the connection at once; uvicorn calls this when the server ends."""
        self.close(CloseCode.SERVICE_RESTART)
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._asked = 0.0
        while data and self._websocket is None:
            size = _size_of_short(data)
            if not size:
                self._websocket = self._parser()
            elif self._admits_frame() and data[0] == _TEXT:
                self._receive(apply_mask(data[_HEAD:size], data[2:_HEAD]), is_text=True)
            data = data[size:]
        for start in range(0, len(data), _SLICE):
            if self._transport.is_closing():
                break
            self._parse(data[start : start + _SLICE])

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._is_closing = True
        self._open.discard(self)
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.disconnected()

    def pause_writing(self) -> None:
        self._is_writable = False
        self._transport.pause_reading()

    def resume_writing(self) -> None:
        self._is_writable = True
        self._transport.resume_reading()

    def _parser(self) -> WebSocket:
        if self._websocket is None:
            self._websocket = WebSocket(Side.SERVER, max_size=MAX_MESSAGE_SIZE)
        return self._websocket

    def _parse(self, data: bytes) -> None:
        if self._is_closing:
            self._after_close += len(data)
            if self._after_close > _MAX_AFTER_CLOSE:
                self._transport.pause_reading()  # an end at once would overtake the reason for it
                return
        websocket = self._parser()
        websocket.receive_data(data)
        for frame in websocket.events_received():
            assert isinstance(frame, Frame)
            if not self._admits_frame() or frame.opcode not in _MESSAGES:
                continue
            fragments = (*self._fragments, frame)
            self._fragments = () if frame.fin else fragments
            if frame.fin:
                message = b"".join(fragment.data for fragment in fragments)
                self._receive(message, is_text=fragments[0].opcode is Opcode.TEXT)
            elif len(fragments) == MAX_FRAGMENTS:
                self.close(CloseCode.MESSAGE_TOO_BIG, f"more than {MAX_FRAGMENTS} fragments")
        self._transmit(websocket)

    def _admits_frame(self) -> bool:
        return not self._is_closing and self._listener is not None and self._listener.admits_frame()

    def _receive(self, message: bytes, *, is_text: bool) -> None:
        if self._listener is not None:
            try:
                self._listener.received(message.decode() if is_text else message)
            except UnicodeDecodeError:
                self.close(CloseCode.INVALID_DATA)

    def _transmit(self, websocket: WebSocket) -> None:
        """Send what the protocol has to say: answers to pings, and the end."""
        for data in websocket.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()
                self.loop.call_later(_CLOSE_SECONDS, self._transport.abort)


def take_over(scope: Any) -> Connection:
    """Return the connection of an accepted WebSocket, on which its scope is of no more use."""
    handshake = scope["extensions"].pop(_EXTENSION)
    assert isinstance(handshake, Handshake)
    return handshake.hand_over()


def _size_of_short(data: bytes) -> int:
    """Return the size of the text or pong that data starts with, 0 unless it is short and whole."""
    if len(data) < _HEAD or data[0] not in (_TEXT, _PONG):
        return 0
    length = data[1] - _MASKED
    return _HEAD + length if 0 <= length <= min(_SHORT, len(data) - _HEAD) else 0


@lru_cache(maxsize=8)  # a frame goes to many subscribers of a game, one after another
def _framed(text: str) -> bytes:
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
