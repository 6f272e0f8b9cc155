"""Somebody who watches a game live, and hears of it over one connection."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable

from noughts.web.live.frames import Audience

_MOST_WAITING = 100  # frames: who takes none for so long is cut off, and may come again


class Subscriber(ABC):
    """Somebody who is told frames, in order, until they are cut off or the server ends."""

    door = "stream"  # by which they came
    is_hidden = False  # whether their page is

    def __init__(self, audience: Audience) -> None:
        self.audience = audience

    @abstractmethod
    def tell(self, frame: str) -> None:
        """Have a frame sent, after those told before."""

    @abstractmethod
    def end(self) -> None:
        """Send what was told, and nothing more."""

    @abstractmethod
    def cut(self) -> None:
        """End at once, whatever waits."""


class StreamSubscriber(Subscriber):
    """A watcher who takes each frame when they are ready for it, in the task that makes them."""

    def __init__(self, audience: Audience) -> None:
        super().__init__(audience)
        self._frames: asyncio.Queue[str | None] = asyncio.Queue()
        self._is_cut = False
        self._reading = asyncio.current_task()

    def at_end(self, leave: Callable[[], None]) -> None:
        """Have something done as soon as the task has ended, however that comes."""
        assert self._reading is not None
        self._reading.add_done_callback(lambda _: leave())

    async def next(self) -> str | None:
        """The next frame, once there is one; None at the end."""
        return await self._frames.get()

    def tell(self, frame: str) -> None:
        if self._frames.qsize() >= _MOST_WAITING:
            self.cut()
        elif not self._is_cut:
            self._frames.put_nowait(frame)

    def end(self) -> None:
        self._frames.put_nowait(None)

    def cut(self) -> None:
        if self._is_cut:
            return
        self._is_cut = True
        while not self._frames.empty():
            self._frames.get_nowait()
        self.end()
        if self._reading is not None:  # it may wait for the line to take a frame, for ever
            self._reading.cancel()
