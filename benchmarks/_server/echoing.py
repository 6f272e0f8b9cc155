"""Measure the frames a second of a server that only echoes them."""

from __future__ import annotations

import asyncio

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from _server.load import Stretch
from _server.processes import Running

_MESSAGE = b'{"type":"play","square":4,"version":123,"command":"0000001f"}'


class Echoing(WSListener):
    """A connection with one message under way."""

    messages = 0

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.messages += 1
        assert frame.get_payload_as_bytes() == _MESSAGE
        transport.send(WSMsgType.TEXT, _MESSAGE)


async def measure_echo(running: Running, sockets: int, warm_up: float, seconds: float) -> Stretch:
    """Count the frames of an echo in and out; a message there and back counts as a move."""
    listeners = [Echoing() for _ in range(sockets)]
    lines = [
        (
            await ws_connect(
                lambda protocol=listener: protocol, f"ws://127.0.0.1:{running.ports[0]}/"
            )
        )[0]
        for listener in listeners
    ]
    for line in lines:  # only now, or the last would hardly come in
        line.send(WSMsgType.TEXT, _MESSAGE)
    await asyncio.sleep(warm_up)
    messages, before = _count(listeners), running.usage()
    await asyncio.sleep(seconds)
    messages, spent = _count(listeners) - messages, running.usage() - before
    return Stretch(messages, 2 * messages, spent)


def _count(listeners: list[Echoing]) -> int:
    return sum(listener.messages for listener in listeners)
