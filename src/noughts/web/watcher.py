"""One live connection: what waits to be sent over it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from noughts.web.telling import Audience

if TYPE_CHECKING:
    from noughts.web.live import Table

_MOST_WAITING = 100  # frames: who takes none for so long is cut off, and may come again


@dataclass(eq=False, slots=True)
class Watcher:
    """Somebody who watches a game; frames are told at once, and taken when the line allows."""

    audience: Audience
    table: Table
    is_hidden: bool = False
    is_cut: bool = False  # for being too slow
    _frames: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    _speaking: asyncio.Task[None] | None = None

    def tell(self, frame: str) -> None:
        """Have a frame sent, after those that wait."""
        if self._frames.qsize() >= _MOST_WAITING:
            self.cut()
        elif not self.is_cut:
            self._frames.put_nowait(frame)

    async def next(self) -> str | None:
        """The next frame, once there is one; None at the end."""
        return await self._frames.get()

    def end(self) -> None:
        """Send what waits, and nothing more."""
        self._frames.put_nowait(None)

    def cut(self) -> None:
        """End at once, whatever waits."""
        self.is_cut = True
        while not self._frames.empty():
            self._frames.get_nowait()
        self.end()
        if self._speaking is not None:
            self._speaking.cancel()

    def speak_in(self, task: asyncio.Task[None]) -> None:
        """The task that sends, which a cut ends even while it waits for the line."""
        self._speaking = task
