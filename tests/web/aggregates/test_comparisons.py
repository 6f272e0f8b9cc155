"""What nobody subscribes to is compared with the log: other processes do not send it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from noughts.web.aggregates import repository
from noughts.web.aggregates.games import Games
from noughts.web.aggregates.kinds import UnknownGame
from noughts.web.aggregates.repository import EventLog
from noughts.web.storage.sqlite import SqliteStore
from noughts.web.storage.store import Append
from noughts.web.worker_pool import WorkerPool
from tests.web.aggregates.test_repository import begun, play


@pytest.fixture(autouse=True)
def _always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare however short a time ago it was done before."""
    monkeypatch.setattr(repository, "_FRESH", -1.0)


class Counting(SqliteStore):
    """A store that counts what it is asked."""

    compared = loaded = 0

    async def last_versions(self, ids: Sequence[str]) -> dict[str, int]:
        self.compared += 1
        return await super().last_versions(ids)

    async def load(self, id_: str) -> tuple[Append, ...]:
        self.loaded += 1
        return await super().load(id_)


def between(folder: Path, action: Callable[[Games, Games], Awaitable[None]]) -> None:
    """Do something with the games of two processes, neither of which sends the other anything."""

    async def run() -> None:
        stores = [Counting(folder / "games.db") for _ in range(2)]
        try:
            here, there = (Games(EventLog(each, is_shared=True), WorkerPool(1)) for each in stores)
            await action(here, there)
        finally:
            for store in stores:
                await store.close()

    asyncio.run(run())


def test_what_another_process_appended_is_read_by_whoever_looks(tmp_path: Path) -> None:
    async def action(here: Games, there: Games) -> None:
        id_ = await begun(here)
        for version in range(2, 6):
            assert (await play(there, id_)).version == version
            assert (await here.find(id_)).version == version
        assert await there.delete(id_, 9)
        with pytest.raises(UnknownGame):
            await here.find(id_)

    between(tmp_path, action)


def test_what_has_not_changed_is_not_read_again(tmp_path: Path) -> None:
    async def action(here: Games, there: Games) -> None:
        assert isinstance(there.log.store, Counting)
        id_ = await begun(here)
        for _ in range(3):
            await there.find(id_)
        assert (there.log.store.loaded, there.log.store.compared) == (1, 2)

    between(tmp_path, action)


def test_what_was_appended_before_there_were_subscribers_is_not_missed(tmp_path: Path) -> None:
    async def action(here: Games, there: Games) -> None:
        assert isinstance(there.log.store, Counting)
        id_ = await begun(here)
        await there.find(id_)
        await play(here, id_)
        versions: list[int] = []
        there.subscribe(id_, lambda published: versions.append(published.state.version))
        for _ in range(3):
            assert (await there.find(id_)).version == 2
        assert versions == [2]
        assert there.log.store.compared == 1  # from now on it is sent

    between(tmp_path, action)


def test_a_list_of_games_is_compared_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "_FRESH", 60.0)

    async def action(here: Games, there: Games) -> None:
        assert isinstance(here.log.store, Counting)
        ids = [await begun(here) for _ in range(5)]
        for id_ in ids:
            await play(there, id_)
        monkeypatch.setattr(repository, "_FRESH", -1.0)
        await here.compare(ids)
        monkeypatch.setattr(repository, "_FRESH", 60.0)
        assert [shared.version for _, shared in await here.games_of("ann", 9)] == [2] * 5
        assert here.log.store.compared == 1

    between(tmp_path, action)
