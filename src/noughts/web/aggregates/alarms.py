"""Timers, at most one for each id."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Alarms:
    """Calls `ring` with an id when its alarm is due, unless it is reset or cancelled."""

    def __init__(self, ring: Callable[[str], None]) -> None:
        self._ring = ring
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def set(self, id_: str, seconds: float) -> None:
        """Set the alarm of an id, replacing an earlier one."""
        self.cancel(id_)
        loop = asyncio.get_running_loop()
        self._timers[id_] = loop.call_later(seconds, self._ring_now, id_)

    def cancel(self, id_: str) -> None:
        """Cancel the alarm of an id, if it is set."""
        timer = self._timers.pop(id_, None)
        if timer is not None:
            timer.cancel()

    def _ring_now(self, id_: str) -> None:
        del self._timers[id_]
        self._ring(id_)
