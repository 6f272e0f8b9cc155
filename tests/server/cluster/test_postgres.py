"""The store on PostgreSQL: several processes, and servers that end."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from msgspec.structs import replace
from sqlalchemy import make_url

from noughts.server.cluster import postgres
from noughts.server.cluster.postgres import PostgresStore, database_step, migrate_database
from noughts.server.games.types import Began, Person, Played
from noughts.server.log import migrate
from noughts.server.log.store import (
    Append,
    Conflict,
    StoreUnavailable,
    UnsuitableDatabase,
    metadata,
)
from tests.databases import Postgres, cut, empty_database, execute, new_database
from tests.server.client import visiting
from tests.serving import serving

pytestmark = pytest.mark.anyio

FIRST = Path(__file__).parents[2] / "golden" / "databases" / "0001.sql"
NOW = "2026-01-02T03:04:05+00:00"
BEGAN = Append("one", 0, (Began(".../.../... x 3", Person("ann"), Person("ben"), NOW),), "begin")


@pytest.fixture
def empty(postgresql_server: str) -> str:
    """A database without tables."""
    return empty_database(postgresql_server)


@pytest.fixture
def url(postgresql_server: str) -> str:
    """A database with all tables, and no games."""
    return new_database(postgresql_server)


def use(url: str, action: Callable[[PostgresStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = PostgresStore(url)
        try:
            await action(store)
        finally:
            await store.close()

    asyncio.run(run())


@pytest.fixture
async def store(url: str) -> AsyncIterator[PostgresStore]:
    made = PostgresStore(url)
    yield made
    await made.close()


def move(version: int, square: int = 4) -> Append:
    return Append("one", version, (Played(square, NOW),), f"move-{version}-{square}")


@pytest.mark.slow
def test_many_migrate_a_database_at_once(empty: str) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(migrate_database, [empty] * 8))
    use(empty, lambda store: store.append(BEGAN))


def test_a_foreign_database_is_left_alone(empty: str) -> None:
    execute(empty, "CREATE TABLE theirs (it int)")
    with pytest.raises(UnsuitableDatabase, match=r"^the database holds something else"):
        migrate_database(empty)


def test_options_in_the_url_apply_to_the_connection(empty: str) -> None:
    migrate_database(f"{empty}&sslmode=disable&application_name=class")
    use(f"{empty}&sslmode=disable", lambda store: store.append(BEGAN))
    with pytest.raises(UnsuitableDatabase, match=r"^the database cannot be used: .*colour"):
        migrate_database(f"{empty}&colour=blue")


def test_an_older_database_is_migrated_with_its_content(empty: str) -> None:
    for statement in FIRST.read_text().replace("number INTEGER", "number SERIAL").split(";\n")[:-1]:
        execute(empty, statement)
    assert database_step(empty) == "0001"
    migrate_database(empty)
    assert database_step(empty) == migrate.LATEST
    differences: list[Any] = asyncio.run(
        postgres._use(
            empty, lambda used: compare_metadata(MigrationContext.configure(used), metadata)
        )
    )
    assert differences == []
    execute(empty, f"SELECT setval('listings_number_seq', {2**31 - 1})")

    async def action(store: PostgresStore) -> None:
        assert [type(each).__name__ for log in await store.load("one") for each in log.events] == [
            "Began",
            "Sat",
        ]
        assert await store.due_ids(0, 9) == ("one",)
        await store.append(replace(BEGAN, id="two", keys=("ann",), due=2**31))
        assert await store.listed_ids("ann", 9) == ("two", "one")

    use(empty, action)


async def test_a_migration_may_take_longer_than_an_answer(
    empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_TIMEOUT", 0.2)
    waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    other: Any = await asyncpg.connect(empty)
    await other.execute(f"SELECT pg_advisory_lock({postgres._MIGRATING})")
    preparing = asyncio.create_task(asyncio.to_thread(migrate_database, empty))
    while not await asyncio.to_thread(execute, empty, waiting):
        pass
    await other.execute("SELECT pg_sleep(0.3)")
    await other.close()
    await preparing


async def test_any_number_of_games_is_compared_with_the_log(store: PostgresStore) -> None:
    await store.append(BEGAN)
    assert await store.last_versions([f"{number:024x}" for number in range(40_000)]) == {}


async def test_the_first_write_after_a_cut_succeeds(url: str, store: PostgresStore) -> None:
    await store.append(BEGAN)
    for version in range(1, 4):
        await asyncio.to_thread(cut, url)
        await store.append(move(version))
    await asyncio.to_thread(cut, url)
    with pytest.raises(Conflict):
        await store.append(move(3, square=5))
    assert await store.load("one") == (BEGAN, move(1), move(2), move(3))


@pytest.mark.parametrize("append", [move(1), replace(BEGAN, id="two")], ids=["move", "game"])
async def test_a_lost_answer_stores_an_append_once(store: PostgresStore, append: Append) -> None:
    insert, tries = postgres._insert, []

    async def cut_off(connection: Any, batch: Any, encode: Any) -> list[bool]:
        inserted = await insert(connection, batch, encode)
        tries.append(inserted)
        if len(tries) == 1:
            connection.terminate()
            raise asyncpg.ConnectionDoesNotExistError
        return inserted

    await store.append(BEGAN)
    with patch.object(postgres, "_insert", cut_off):
        await store.append(append)
    assert tries == [[True], [False]]
    assert (await store.load(append.id))[-1] == append


async def test_many_games_make_no_append_read_more(url: str, store: PostgresStore) -> None:
    """However the statement was planned when there were none."""
    games = [replace(BEGAN, id=f"game-{number}") for number in range(100)]
    for game in games:
        await store.append(game)
    for game in games:
        await store.append(replace(move(1), id=game.id))
    ((read,),) = await asyncio.to_thread(
        execute,
        url,
        "SELECT seq_tup_read + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes"
        " WHERE relname = 'appends') FROM pg_stat_user_tables WHERE relname = 'appends'",
    )
    assert read <= 5 * len(games)


@pytest.mark.slow
async def test_a_database_that_does_not_answer_is_reported(
    url: str, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_TIMEOUT", 0.3)
    other: Any = await asyncpg.connect(url)
    await other.execute("BEGIN; LOCK TABLE appends")
    with pytest.raises(StoreUnavailable, match=r"saved: the database does not answer$"):
        await store.append(BEGAN)
    with pytest.raises(StoreUnavailable, match=r"read: the database does not answer$"):
        await store.load("one")
    await other.close()
    await store.append(BEGAN)


@pytest.mark.slow
def test_a_server_ends_soon_while_the_database_does_not_answer(tmp_path: Path) -> None:
    """Within some ten seconds; it used to be twenty."""
    with (
        closing(Postgres(is_durable=False)) as database,
        serving(tmp_path / "none.db", f"--database={new_database(database.url)}") as server,
        visiting(server.address) as player,
        ThreadPoolExecutor(1) as pool,
    ):
        game = player.begin(opponent=None)
        processes = [database.process, *database.process.children(recursive=True)]
        for process in processes:
            process.suspend()
        try:
            pool.submit(player.play, game, 4)
            server.process.send_signal(signal.SIGINT)
            server.process.wait(15)
        finally:
            for process in processes:
                process.resume()


def test_no_append_succeeds_before_the_disk_has_it(url: str) -> None:
    """Whatever the server's own setting is."""
    for statement in (
        f"ALTER DATABASE {make_url(url).database} SET synchronous_commit = off",
        "CREATE TABLE found (setting text)",
        "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " INSERT INTO found VALUES (current_setting('synchronous_commit'));"
        " RETURN NEW; END $$",
        "CREATE TRIGGER note BEFORE INSERT ON appends FOR EACH ROW EXECUTE FUNCTION note()",
    ):
        execute(url, statement)
    use(url, lambda store: store.append(BEGAN))
    assert execute(url, "SELECT setting FROM found") == [("on",)]
