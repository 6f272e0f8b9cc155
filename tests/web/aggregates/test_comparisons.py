"""Readers see what other processes appended, whether it was sent to this one or not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from unittest.mock import patch

import pytest

from noughts.web.aggregates.games import Games
from noughts.web.aggregates.kinds import UnknownGame
from noughts.web.aggregates.repository import EventLog
from noughts.web.storage.sqlite import SqliteStore
from noughts.web.storage.store import Append
from noughts.web.worker_pool import WorkerPool
from tests.web.aggregates.test_repository import begun, play


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
        id_ = await begun(here)
        await there.find(id_)
        await play(here, id_)
        versions: list[int] = []
        there.subscribe(id_, lambda published: versions.append(published.state.version))
        for _ in range(3):
            assert (await there.find(id_)).version == 2
        assert versions == [2]

    between(tmp_path, action)


def test_a_list_of_games_is_compared_at_once(tmp_path: Path) -> None:
    async def action(here: Games, there: Games) -> None:
        assert isinstance(here.log.store, Counting)
        ids = [await begun(here) for _ in range(5)]
        for id_ in ids:
            await play(there, id_)
        assert [shared.version for _, shared in await here.games_of("ann", 9)] == [2] * 5
        assert here.log.store.compared == 1

    between(tmp_path, action)


def test_readers_who_come_at_once_share_a_query(tmp_path: Path) -> None:
    async def action(here: Games, there: Games) -> None:
        assert isinstance(here.log.store, Counting)
        ids = [await begun(here) for _ in range(10)]
        for id_ in ids:
            await play(there, id_)
        found = await asyncio.gather(*map(here.find, ids))
        assert [shared.version for shared in found] == [2] * 10
        assert here.log.store.compared == 1

    between(tmp_path, action)


def test_who_asks_during_a_query_is_not_answered_by_it(tmp_path: Path) -> None:
    """It may have been answered before what they know of was appended."""

    async def action(here: Games, there: Games) -> None:
        store, asked, answer = here.log.store, asyncio.Event(), asyncio.Event()
        assert isinstance(store, Counting)
        last_versions = store.last_versions

        async def slow(ids: Sequence[str]) -> dict[str, int]:
            found = await last_versions(ids)
            asked.set()
            await answer.wait()
            return found

        id_ = await begun(here)
        with patch.object(store, "last_versions", slow):
            early = asyncio.create_task(here.find(id_))
            await asked.wait()
            await play(there, id_)
            late = asyncio.create_task(here.find(id_))
            await asyncio.sleep(0)
            answer.set()
            assert (await early).version <= (await late).version == 2
        assert store.compared == 2

    between(tmp_path, action)
