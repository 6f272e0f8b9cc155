"""Appends that wait are kept together, one group after the other, without a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from noughts.web.counters import BatchCounters
from noughts.web.storage.store import Append

_LARGEST_GROUP = 1_000

Keep = Callable[[Sequence[Append]], Awaitable[list[bool]]]


class AsyncBatcher:
    """Passes appends to `keep` in groups, one at a time.

    `keep` says of each append whether it landed; what it raises, everyone in the group is told.
    Each group waits for company for some seconds.
    """

    def __init__(self, keep: Keep, wait: float = 0.0) -> None:
        self._keep = keep
        self._wait = wait
        self._waiting: list[tuple[Append, asyncio.Future[bool]]] = []
        self.batches = BatchCounters(lambda: len(self._waiting))
        self._work: asyncio.Task[None] | None = None

    async def write(self, append: Append) -> bool:
        """Whether the append landed, once that is certain."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, future))
        if self._work is None:
            self._work = asyncio.create_task(self._run())
        return await future

    async def close(self) -> None:
        """Wait until all is written that waits."""
        while self._work is not None:
            await asyncio.wait({self._work})

    async def _run(self) -> None:
        try:
            while self._waiting:
                if self._wait:
                    await asyncio.sleep(self._wait)
                group = self._waiting[:_LARGEST_GROUP]
                del self._waiting[:_LARGEST_GROUP]
                await self._write(group)
        finally:
            self._work = None

    async def _write(self, group: Sequence[tuple[Append, asyncio.Future[bool]]]) -> None:
        self.batches.sizes.observe(len(group))
        try:
            answers = await self._keep([append for append, _ in group])
        except Exception as error:
            for _, future in group:
                if not future.done():
                    future.set_exception(error)
            return
        for (_, future), landed in zip(group, answers, strict=True):
            if not future.done():  # somebody may wait no more
                future.set_result(landed)
