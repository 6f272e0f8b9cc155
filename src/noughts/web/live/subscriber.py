"""A connection that follows a game or a room, over any protocol."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable

from noughts.web.live.frames import Audience

_MOST_WAITING = 100  # frames; a slower client is cut off, and may reconnect


class Subscriber(ABC):
    """Receives frames, in order, until it is cut off or the server shuts down."""

    protocol = "stream"  # its label in the metrics
    is_hidden = False  # whether the page is hidden

    def __init__(self, audience: Audience) -> None:
        self.audience = audience

    @property
    def key(self) -> str:
        """The key of the person connected; empty for visitors without one."""
        return self.audience.key or ""

    @abstractmethod
    def send(self, frame: str) -> None:
        """Queue a frame, without waiting."""

    def beat(self, frame: str) -> None:
        """Send a heartbeat, and cut off who has been silent for too long."""
        self.send(frame)

    @abstractmethod
    def end(self) -> None:
        """Send what is queued, then close."""

    @abstractmethod
    def cut_off(self) -> None:
        """Close at once, dropping what is queued."""


class StreamSubscriber(Subscriber):
    """A queue of frames, read by the task that creates it."""

    def __init__(self, audience: Audience) -> None:
        super().__init__(audience)
        self._frames: asyncio.Queue[str | None] = asyncio.Queue()
        self._is_cut_off = False
        self._reading = asyncio.current_task()

    def at_end(self, leave: Callable[[], None]) -> None:
        """Call `leave` when the reading task ends, for whatever reason."""
        assert self._reading is not None
        self._reading.add_done_callback(lambda _: leave())

    async def next(self) -> str | None:
        """Wait for the next frame; None at the end."""
        return await self._frames.get()

    def send(self, frame: str) -> None:
        if self._frames.qsize() >= _MOST_WAITING:
            self.cut_off()
        elif not self._is_cut_off:
            self._frames.put_nowait(frame)

    def end(self) -> None:
        self._frames.put_nowait(None)

    def cut_off(self) -> None:
        if self._is_cut_off:
            return
        self._is_cut_off = True
        while not self._frames.empty():
            self._frames.get_nowait()
        self.end()
        if self._reading is not None:  # it may wait for ever for the client to take a frame
            self._reading.cancel()
