"""A WebSocket connection: uvicorn's own protocol, with a shortcut for text in and out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State

_EXTENSION = "noughts.connection"  # of the scope: where an application finds its connection


class Connection(WebSocketsSansIOProtocol):
    """A WebSocket on which text may bypass ASGI once it has been accepted.

    ASGI's `receive` and `send` still work; but with a queue, a task to wake, and two system calls
    to pause and resume reading, they cost twice as much as the WebSocket itself.
    """

    _on_text: Callable[[str], None] | None = None
    _handler: Callable[[], Awaitable[None]] | None = None

    def take_over(self, handler: Callable[[], Awaitable[None]]) -> None:
        """Have a handler serve the accepted connection once the application has returned.

        That frees what a framework holds for a request: 22 of the 62 kB that two connections took.
        """
        self._handler = handler

    def on_text(self, callback: Callable[[str], None]) -> None:
        """Call back with each text message from now on; `receive` returns everything else."""
        self._on_text = callback

    def send_text(self, text: str) -> bool:
        """Send text if the connection is open; whether at most 64 kB wait to be sent."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return True
        self.transport.write(_framed(text))
        return self.writable.is_set()

    def stop_receiving(self) -> None:
        """Have `receive` return as if the client had disconnected."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1000})

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # Breaks reference cycles: only the garbage collector would free the connection otherwise.
        self._on_text = self._handler = None
        self.app = self.config.loaded_app
        self.conn.receive_eof()

    def send_receive_event_to_app(self) -> None:
        if self._on_text is None or self.close_sent or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:  # uvicorn would log a traceback each time
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
            return
        self.frames = []
        self._on_text(text)

    async def run_asgi(self) -> None:
        self.app = self._run
        await super().run_asgi()

    async def _run(self, scope: Any, receive: Any, send: Any) -> None:
        scope["extensions"][_EXTENSION] = self
        await self.config.loaded_app(scope, receive, send)
        if self._handler is not None:
            del scope, self.scope, self.request, self.response
            await self._handler()


@lru_cache(maxsize=8)  # a frame goes to many subscribers of a game, one after another
def _framed(text: str) -> bytes:
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def connection_of(scope: Mapping[str, Any]) -> Connection:
    """The connection that a scope belongs to."""
    connection = scope["extensions"][_EXTENSION]
    assert isinstance(connection, Connection)
    return connection
