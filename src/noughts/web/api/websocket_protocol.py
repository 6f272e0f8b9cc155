"""The line to somebody at a WebSocket: uvicorn's own protocol, with a short way in and out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State

_NAME = "noughts.line"  # of the extension by which an application finds it


class Line(WebSocketsSansIOProtocol):
    """A WebSocket's connection, on which text may pass at once once it has been accepted.

    ASGI's `receive` and `send` work as ever; but a queue, a task to wake and two system calls to
    stop reading and go on make them cost twice what the WebSocket itself does.
    """

    _hear: Callable[[str], None] | None = None
    _talk: Callable[[], Awaitable[None]] | None = None

    def hand_over(self, talk: Callable[[], Awaitable[None]]) -> None:
        """Have something else run the accepted line once the application has returned.

        What a framework holds for a request goes then: 22 of the 62 kB that two lines took.
        """
        self._talk = talk

    def listen(self, hear: Callable[[str], None]) -> None:
        """Have text that comes from now on heard at once; `receive` tells of the rest."""
        self._hear = hear

    def tell(self, text: str) -> bool:
        """Send text, if the line is still open; whether all but 64 kB of what was sent is gone."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return True
        self.transport.write(_framed(text))
        return self.writable.is_set()

    def wake(self) -> None:
        """Have whoever waits for `receive` look up."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1000})

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # Or only a search for garbage would find the line and all that hangs on it.
        self._hear = self._talk = None
        self.app = self.config.loaded_app
        self.conn.receive_eof()

    def send_receive_event_to_app(self) -> None:
        if self._hear is None or self.close_sent or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:  # uvicorn would log a traceback, as often as somebody likes
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
            return
        self.frames = []
        self._hear(text)

    async def run_asgi(self) -> None:
        self.app = self._run
        await super().run_asgi()

    async def _run(self, scope: Any, receive: Any, send: Any) -> None:
        scope["extensions"][_NAME] = self
        await self.config.loaded_app(scope, receive, send)
        if self._talk is not None:
            del scope, self.scope, self.request, self.response
            await self._talk()


@lru_cache(maxsize=8)  # all who watch a game are told the same, one after the other
def _framed(text: str) -> bytes:
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def line_of(scope: Mapping[str, Any]) -> Line:
    """The line that a scope belongs to."""
    line = scope["extensions"][_NAME]
    assert isinstance(line, Line)
    return line
