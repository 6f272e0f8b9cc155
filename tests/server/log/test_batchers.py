"""The batcher on a thread, with a disk that blocks until it is released."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from threading import Event

import pytest

from noughts.server.log.sqlite import ThreadBatcher
from noughts.server.log.store import Append

pytestmark = pytest.mark.anyio


async def test_all_waiting_appends_are_stored_once_in_order() -> None:
    for count in (1, 49, 50, 51, 100, 101, 1_200):
        batches = await write(count)
        assert [version for batch in batches for version in batch] == list(range(count))
        if count == 100:  # games in step: in one batch, the event loop would idle as it commits
            assert max(map(len, batches)) <= 50


async def write(count: int) -> list[list[int]]:
    """Write `count` appends at once; returns their versions, batch by batch."""
    gate, batches = Event(), []

    def insert(batch: Sequence[Append]) -> list[bool]:
        gate.wait()
        batches.append([append.version for append in batch])
        return [True] * len(batch)

    batcher = ThreadBatcher(insert)
    appends = [Append("a", version, (), str(version)) for version in range(count)]
    waiting = [batcher.append(append) for append in appends]
    await asyncio.sleep(0)  # until all of them wait
    gate.set()
    await batcher.close()
    await asyncio.gather(*waiting)
    return batches
