"""The thread that writes, with a disk that is slow until it is let go."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from threading import Event

import pytest

from noughts.web.storage.store import Append
from noughts.web.storage.thread_batcher import ThreadBatcher


@pytest.mark.parametrize("count", [1, 49, 50, 51, 100, 101, 1_200])
def test_all_that_waits_is_kept_once_in_order(count: int) -> None:
    batches = asyncio.run(keep(count))
    assert [version for batch in batches for version in batch] == list(range(count))


def test_no_batch_takes_all_when_a_hundred_games_are_in_step() -> None:
    """Or the event loop, which has answered none of them, would have nothing to do."""
    assert max(map(len, asyncio.run(keep(100)))) <= 50


async def keep(count: int) -> list[list[int]]:
    """The versions of so many appends that wait at once, batch by batch."""
    gate, batches = Event(), []

    def note(batch: Sequence[Append]) -> list[bool]:
        gate.wait()
        batches.append([append.version for append in batch])
        return [True] * len(batch)

    writer = ThreadBatcher(note)
    appends = [Append("a", version, (), str(version)) for version in range(count)]
    waiting = [asyncio.create_task(writer.write(append)) for append in appends]
    await asyncio.sleep(0)  # until all of them wait
    gate.set()
    await asyncio.to_thread(writer.close)
    assert await asyncio.gather(*waiting) == [True] * count
    return batches
