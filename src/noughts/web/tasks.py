"""Work that goes on though nobody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

import structlog

from noughts.core.errors import NoughtsError

log = structlog.get_logger()


class Tasks:
    """Holds what is under way: the event loop alone would let go of it."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()

    def start(self, work: Coroutine[None, None, object]) -> asyncio.Task[object]:
        """Have something done soon."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self) -> None:
        """Wait for what is under way now."""
        if self._tasks:
            await asyncio.wait(self._tasks)


async def attempt(work: Coroutine[None, None, object]) -> None:
    """Do what may fail, if whoever looks next tries again."""
    try:
        await work
    except NoughtsError as error:
        log.warning("nothing came of it", reason=str(error))
