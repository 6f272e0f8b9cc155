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


async def test_all_waiting_appends_are_stored_once_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def insert(_: SqliteStore, batch: Sequence[Append]) -> list[bool]:
        gate.wait()
        batches.append(batch)
        return [True] * len(batch)

    monkeypatch.setattr(SqliteStore, "_insert", insert)
    for count in (1, 49, 50, 51, 100, 101, 1_200):
        gate, batches = Event(), list[Sequence[Append]]()
        store = SqliteStore(tmp_path / "games.db")
        appends = [Append("a", version, (), str(version)) for version in range(count)]
        waiting = [store.append(append) for append in appends]
        await asyncio.sleep(0)  # until all of them wait
        gate.set()
        await store.close()
        await asyncio.gather(*waiting)
        assert [append for batch in batches for append in batch] == appends
        if count == 100:  # games in step: in one batch, the event loop would idle as it commits
            assert max(map(len, batches)) <= 50
