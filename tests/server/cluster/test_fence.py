"""A node whose database a newer one has migrated appends nothing, not even what is under way."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest
from msgspec.structs import replace
from sqlalchemy import make_url

from noughts.server.cluster.postgres import PostgresStore, migrate_database
from noughts.server.games.repository import Games
from noughts.server.games.types import Person, Resign
from noughts.server.log import migrate
from noughts.server.log.repository import EventLog
from noughts.server.log.store import Append, Outdated
from noughts.server.rooms.commands import Join, Look
from noughts.server.rooms.repository import Rooms
from noughts.server.rooms.types import Choices
from noughts.server.worker_pool import WorkerPool
from tests.databases import execute, new_database
from tests.server.cluster.test_postgres import BEGAN, move

pytestmark = pytest.mark.anyio

NEXT = "9999"
HELD = 53  # an advisory lock that holds up the next step
NEWER = f"""
import sys
from noughts.server.games.repository import Games
from noughts.server.games.types import Person, Resign
from noughts.server.log import migrate
migrate.LATEST = "{NEXT}"
migrate._UPGRADES[migrate.LATEST] = ["SELECT pg_advisory_xact_lock({HELD})"]
from noughts.server.cluster.postgres import migrate_database
migrate_database(sys.argv[1])
"""
APPENDS = pytest.mark.parametrize(
    "late", [move(1), replace(BEGAN, id="two", keys=("ann",))], ids=["move", "game"]
)


ISOLATIONS = pytest.mark.parametrize("url", ["read committed", "repeatable read"], indirect=True)


@pytest.fixture
def url(postgresql_server: str, request: pytest.FixtureRequest) -> str:
    """A database at today's step, with transactions as the test or the server wants them."""
    made = new_database(postgresql_server)
    if isolation := getattr(request, "param", None):
        name = make_url(made).database
        execute(made, f"ALTER DATABASE {name} SET default_transaction_isolation = '{isolation}'")
    return made


@pytest.fixture
async def store(url: str) -> AsyncIterator[PostgresStore]:
    """The store of a node that has appended to it."""
    made = PostgresStore(url)
    await made.append(BEGAN)
    yield made
    await made.close()


async def waits(url: str, lock: str) -> None:
    """Wait until a connection waits for a lock."""
    query = f"SELECT FROM pg_locks WHERE NOT granted AND {lock}"
    async with asyncio.timeout(60):
        while not await asyncio.to_thread(execute, url, query):
            pass


@asynccontextmanager
async def migrating(url: str) -> AsyncIterator[None]:
    """Let a newer program migrate: it is about to finish during the block, and done at its end."""
    holding: Any = await asyncpg.connect(url)
    await holding.execute(f"SELECT pg_advisory_lock({HELD})")
    newer = await asyncio.create_subprocess_exec(sys.executable, "-c", NEWER, url)
    try:
        await waits(url, f"locktype = 'advisory' AND objid = {HELD}")
        yield
    finally:
        await holding.close()
        assert await newer.wait() == 0


@APPENDS
async def test_an_outdated_node_appends_nothing_and_says_why(
    url: str, store: PostgresStore, late: Append
) -> None:
    newer = f"UPDATE alembic_version SET version_num = '{NEXT}'"
    await asyncio.to_thread(execute, url, newer)
    for _ in range(2):
        with pytest.raises(Outdated, match=f"at step {NEXT}, this program knows {migrate.LATEST}"):
            await store.append(late)
    await finds_nothing_new(store)


@ISOLATIONS
@APPENDS
async def test_an_append_that_waits_for_a_migration_does_not_follow_it(
    url: str, store: PostgresStore, late: Append
) -> None:
    async with migrating(url):
        append = store.append(late)
        await waits(url, "relation = 'appends'::regclass")
    with pytest.raises(Outdated):
        await append
    await finds_nothing_new(store)


async def finds_nothing_new(store: PostgresStore) -> None:
    assert await store.step() == NEXT
    assert await store.load_all(["one", "two"]) == {"one": (BEGAN,)}
    assert await store.listed_ids("ann", 9) == ()


@ISOLATIONS
async def test_a_migration_waits_for_an_append_that_is_under_way_and_renames_it(url: str) -> None:
    """As a node makes it that knows of no fence."""
    await asyncio.to_thread(execute, url, "UPDATE alembic_version SET version_num = '0007'")
    other: Any = await asyncpg.connect(url)
    began, claimed = '[{"type":"began"}]', '[{"type":"left","side":"x","at":""}]'
    async with other.transaction():
        for version, events in enumerate((began, claimed)):
            await other.execute(
                "INSERT INTO appends VALUES ($1, $2, $3, $4)", "one", version, events, ""
            )
        newer = asyncio.create_task(asyncio.to_thread(migrate_database, url))
        await waits(url, "relation = 'appends'::regclass")
    await newer
    found = await other.fetchval("SELECT events FROM appends WHERE version = 1")
    await other.close()
    assert found == '[{"type":"claimed","side":"x","at":""}]'


async def test_nothing_is_refused_for_want_of_what_an_outdated_node_could_not_append(
    url: str, store: PostgresStore
) -> None:
    """It told a player whose game had ended elsewhere that they already had one."""
    log = EventLog(store, is_shared=True)
    games, elsewhere = (Games(log, WorkerPool(1.0)) for _ in range(2))
    rooms = Rooms(log, games)
    code = await rooms.open("host", Choices("4x4:3"), None)
    for command in (Join(), Look()):
        for by in ("ann", "ben"):
            room = await rooms.execute(code, by, command)
    await elsewhere.execute(room.game_id(code, 0), Person("ann"), Resign(1), None)
    await asyncio.to_thread(execute, url, f"UPDATE alembic_version SET version_num = '{NEXT}'")
    with pytest.raises(Outdated):
        await rooms.execute(code, "ann", Look())
