"""A connection that follows a game or a room, whatever it is made of."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable

from noughts.web.live.frames import Audience

_MOST_WAITING = 100  # frames: whoever takes none for so long is cut off, and may come again


class Subscriber(ABC):
    """Is sent frames, in order, until it is cut off or the server ends."""

    transport = "stream"  # as the metrics name it
    is_hidden = False  # whether the page is

    def __init__(self, audience: Audience) -> None:
        self.audience = audience

    @property
    def key(self) -> str:
        """Whose connection it is; empty for somebody without a key."""
        return self.audience.key or ""

    @abstractmethod
    def send(self, frame: str) -> None:
        """Send a frame after those before it, without waiting."""

    @abstractmethod
    def end(self) -> None:
        """Send what waits, and nothing more."""

    @abstractmethod
    def cut_off(self) -> None:
        """End at once, whatever waits."""


class StreamSubscriber(Subscriber):
    """Takes each frame when it is ready for it, in the task that makes it."""

    def __init__(self, audience: Audience) -> None:
        super().__init__(audience)
        self._frames: asyncio.Queue[str | None] = asyncio.Queue()
        self._is_cut_off = False
        self._reading = asyncio.current_task()

    def at_end(self, leave: Callable[[], None]) -> None:
        """Call `leave` as soon as the reading task has ended, however that comes."""
        assert self._reading is not None
        self._reading.add_done_callback(lambda _: leave())

    async def next(self) -> str | None:
        """The next frame, once there is one; None at the end."""
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
        if self._reading is not None:  # it may wait for ever for the connection to take a frame
            self._reading.cancel()
