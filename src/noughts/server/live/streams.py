"""Subscribers whose frames are the body of a response."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from noughts.server.http.limits import Limits
from noughts.server.live.channels import Channel
from noughts.server.live.subscribers import A, Subscriber

_MOST_WAITING = 100  # frames; a slower client is cut off, and may reconnect


class StreamSubscriber(Subscriber[A]):
    """A queue of frames, read by the task that creates it."""

    def __init__(self, audience: A) -> None:
        super().__init__(audience)
        self._frames: asyncio.Queue[str | None] = asyncio.Queue()
        self._reading = asyncio.current_task()

    def at_end(self, leave: Callable[[], None]) -> None:
        """Call `leave` when the reading task ends, for whatever reason."""
        assert self._reading is not None
        self._reading.add_done_callback(lambda _: leave())

    async def next(self) -> str | None:
        """Wait for the next frame; None at the end."""
        return await self._frames.get()

    def send(self, frame: str) -> None:
        if self._frames.qsize() < _MOST_WAITING:
            self._frames.put_nowait(frame)
        else:
            self.cut_off()

    def end(self) -> None:
        self._frames.put_nowait(None)

    def cut_off(self) -> None:
        if self._reading is not None and not self._reading.cancelling():
            self._reading.cancel()  # it may wait for ever for the client to take a frame


async def frames(
    limits: Limits,
    address: str,
    audience: A,
    join: Callable[[StreamSubscriber[A]], Awaitable[Channel[Any, A]]],
) -> AsyncIterator[str]:
    """Join a channel and yield its frames, until either end closes the connection.

    If the sending task is cancelled, nothing closes this generator: the channel is left when that
    task ends.
    """
    subscriber = StreamSubscriber(audience)
    limits.enter(address, subscriber)
    subscriber.at_end(lambda: limits.leave(address, subscriber))
    channel = await join(subscriber)
    subscriber.at_end(lambda: channel.leave(subscriber))
    while (frame := await subscriber.next()) is not None:
        yield frame
