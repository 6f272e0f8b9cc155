"""How the store on SQLite makes batches, with a disk that blocks until it is released."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from threading import Event

import pytest

from noughts.server.log.sqlite import SqliteStore
from noughts.server.log.store import Append

pytestmark = pytest.mark.anyio


async def test_all_waiting_appends_are_stored_once_in_order(tmp_path: Path) -> None:
    for count in (1, 49, 50, 51, 100, 101, 1_200):
        store = Blocked(tmp_path / "games.db")
        appends = [Append("a", version, (), str(version)) for version in range(count)]
        waiting = [store.append(append) for append in appends]
        await asyncio.sleep(0)  # until all of them wait
        store.gate.set()
        await store.close()
        await asyncio.gather(*waiting)
        assert [append for batch in store.written for append in batch] == appends
        if count == 100:  # games in step: in one batch, the event loop would idle as it commits
            assert max(map(len, store.written)) <= 50


class Blocked(SqliteStore):
    """A store that writes nothing, and that only once its gate is open."""

    def __init__(self, file: Path) -> None:
        self.gate, self.written = Event(), list[Sequence[Append]]()
        super().__init__(file)

    def _insert(self, batch: Sequence[Append]) -> list[bool]:
        self.gate.wait()
        self.written.append(batch)
        return [True] * len(batch)
