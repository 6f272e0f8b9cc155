"""The application as a whole: its background tasks and its shutdown."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from noughts.server.app import create_app
from noughts.server.games.types import CallOff
from noughts.server.log.sqlite import SqliteStore
from noughts.server.log.store import Append, StoreUnavailable
from noughts.server.settings import Settings
from noughts.server.worker_pool import WorkerPool


@pytest.mark.anyio
async def test_a_failing_background_task_is_logged_and_stops_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_thinker: WorkerPool) -> None:
        raise PermissionError("no process can be started")

    monkeypatch.setattr(WorkerPool, "warm_up", fail)
    closed = []

    class Store(SqliteStore):
        async def close(self) -> None:
            closed.append(self)
            await super().close()

    app = create_app(Settings(), Store(tmp_path / "games.db"))
    with capture_logs() as logged:
        async with app.lifespan():
            await app.state["games"].games_of("ann", 1)
    assert len(closed) == 1
    assert [str(each["exc_info"]) for each in logged] == ["no process can be started"]


@pytest.mark.anyio
async def test_the_store_is_closed_though_a_computer_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.server.app._CLOSE", 0.1)
    store = SqliteStore(tmp_path / "games.db")
    app = create_app(Settings(), store)
    async with app.lifespan():
        thinking = app.state["live"].tasks.start(asyncio.sleep(60))
    thinking.cancel()
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.append(Append("game", 0, (CallOff(),), "command"))
