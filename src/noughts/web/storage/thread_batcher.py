"""One thread that writes: what waits is kept together, then those who wait for it are told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread

from noughts.web.counters import BatchCounters
from noughts.web.storage.store import Append

_LARGEST_BATCH = 1_000
# Appends that a larger batch leaves to the next: or 100 games fall into step, all wait for one
# commit, and the event loop has nothing to do meanwhile. It made 15,800 moves a second 19,000.
_LEFT = 50

Keep = Callable[[Sequence[Append]], list[bool]]
_Waiting = tuple[Append, "asyncio.Future[bool]"]


class ThreadBatcher:
    """Passes appends to `keep` in batches, on a thread of its own, in the order they came in.

    `keep` says of each append whether it landed; what it raises, everyone in the batch is told.
    All who write do so in one event loop.
    """

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self.batches = BatchCounters(self._queue.qsize)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = Thread(target=self._run, name="noughts-writer", daemon=True)
        self._thread.start()

    async def write(self, append: Append) -> bool:
        """Whether the append landed, once that is certain."""
        if self._loop is None:  # to ask for it each time would be a system call, 2 microseconds
            self._loop = asyncio.get_running_loop()
        future: asyncio.Future[bool] = self._loop.create_future()
        self._queue.put((append, future))
        return await future

    def close(self) -> None:
        """Write what waits, then end the thread."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch = [first]
            closing = self._collect(batch)
            self._write(batch)
            if closing:
                return

    def _collect(self, batch: list[_Waiting]) -> bool:
        """Add what already waits to a batch, all or but some; whether the end was among it."""
        size = min(max(_LEFT, self._queue.qsize() - _LEFT), _LARGEST_BATCH)
        while len(batch) < size:
            try:
                waiting = self._queue.get_nowait()
            except Empty:
                return False
            if waiting is None:
                return True
            batch.append(waiting)
        return False

    def _write(self, batch: list[_Waiting]) -> None:
        self.batches.sizes.observe(len(batch))
        answers: Sequence[bool | Exception]
        try:
            answers = self._keep([append for append, _ in batch])
        except Exception as error:  # whatever it was, those who wait must hear of it
            answers = [error] * len(batch)
        assert self._loop is not None
        self._loop.call_soon_threadsafe(_tell, [future for _, future in batch], answers)


def _tell(futures: Sequence[asyncio.Future[bool]], answers: Sequence[bool | Exception]) -> None:
    for future, answer in zip(futures, answers, strict=True):
        if future.done():  # nobody waits any more
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
