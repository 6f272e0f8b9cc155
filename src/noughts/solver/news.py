"""What the workers of a proof have found out, for those that do not know it yet."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

_MOST_SENT = 1 << 22  # bytes with a job
_MOST_KEPT = 1 << 26  # bytes in all; a worker that begins late does without the rest


@dataclass(frozen=True, slots=True)
class _Item:
    worker: int
    entries: bytes


class News:
    """Findings in the order in which they came, and how far each worker has been told them.

    `end` is the number of findings so far. A worker is known by the number it gives, since behind
    an executor another one may take its place, which knows nothing.
    """

    def __init__(self) -> None:
        self.end = 0
        self._items: deque[_Item] = deque()
        self._size = 0
        self._workers: dict[Hashable, int] = {}  # last seen behind each executor
        self._told: dict[int, int] = {}

    def for_executor(self, executor: Hashable) -> bytes:
        """What the worker behind an executor has not been told, as far as it is not too much."""
        worker = self._workers.get(executor)
        first = 0 if worker is None else self._told[worker]
        chosen = []
        room = _MOST_SENT
        for item in self._since(first):
            room -= len(item.entries)
            if room < 0:
                break
            if item.worker != worker:
                chosen.append(item.entries)
        return b"".join(reversed(chosen))

    def add(self, executor: Hashable, worker: int, entries: bytes, told: int) -> None:
        """Take in what a worker found in a job that was sent with the first `told` findings."""
        expected = self._workers.get(executor, worker)
        self._workers[executor] = worker
        self._told[worker] = told if worker == expected else self._told.get(worker, 0)
        self._items.append(_Item(worker, entries))
        self._size += len(entries)
        self.end += 1
        while self._size > _MOST_KEPT:
            self._size -= len(self._items.popleft().entries)

    def _since(self, first: int) -> Iterator[_Item]:
        """The findings from a number on, the latest first."""
        for number, item in enumerate(reversed(self._items), 1):
            if self.end - number < first:
                return
            yield item
