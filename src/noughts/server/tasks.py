"""Background tasks, started by a request or a timer and awaited by neither."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

import structlog

from noughts.core.errors import NoughtsError

log = structlog.get_logger()


class Tasks:
    """Running tasks: the event loop itself keeps only weak references to them."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self._discard = self._tasks.discard  # one for all: each connection has a task

    def start(self, coroutine: Coroutine[None, None, object]) -> asyncio.Task[object]:
        """Run a coroutine in the background."""
        task = asyncio.create_task(coroutine, name="background")  # a number each takes 60 bytes
        self._tasks.add(task)
        task.add_done_callback(self._discard)
        return task

    async def wait(self) -> None:
        """Wait until no task is running, those included that are started meanwhile."""
        while self._tasks:
            await asyncio.wait(self._tasks)


async def log_errors(coroutine: Coroutine[None, None, object]) -> None:
    """Await a coroutine and log a NoughtsError: for work that the next request retries."""
    try:
        await coroutine
    except NoughtsError as error:
        log.warning("background task failed", reason=str(error))
