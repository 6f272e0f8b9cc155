"""Two nodes write the same games at once: of two appends one is stored, the other is told so."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import asyncpg
import pytest
from msgspec.structs import replace
from sqlalchemy import make_url

from noughts.server.cluster.postgres import PostgresStore
from noughts.server.log.store import Append, Conflict
from tests.databases import execute
from tests.server.cluster.test_postgres import BEGAN, move, store, url

__all__ = ["store", "url"]  # fixtures

pytestmark = pytest.mark.anyio

GAMES = 100
VERSIONS = 30  # of each game: 3,000 contested appends
LISTED = 4  # games that are put on a list with each append, in a transaction of statements
# In the middle of a batch PostgreSQL looks away, so that the other node has written its half.
PAUSE = """
    CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN PERFORM pg_sleep(0.01); RETURN NEW; END $$
"""
AT_THE_MIDDLE = f"""
    FOR EACH ROW WHEN (NEW.game = '{GAMES // 2:024x}') EXECUTE FUNCTION pause()
"""
DEADLOCKS = "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()"
INSERT = "INSERT INTO appends (game, version, events, command) VALUES ($1, 0, '', '')"
WAITING = """
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'transactionid'
"""


async def test_nodes_that_write_the_same_games_in_opposite_order_do_not_deadlock(url: str) -> None:
    """PostgreSQL used to end one of two batches, and with it up to 1,000 commands, by 503."""
    await do(url, PAUSE)
    await do(url, f"CREATE TRIGGER pause BEFORE INSERT ON appends {AT_THE_MIDDLE}")
    here, there = PostgresStore(url), PostgresStore(url)
    for version in range(VERSIONS):
        own, other = contested(version, "here"), contested(version, "there")[::-1]
        answers = await asyncio.gather(written(here, own), written(there, other))
        for one, another in zip(answers[0], reversed(answers[1]), strict=True):
            assert {type(one), type(another)} == {type(None), Conflict}, (one, another)
    await here.close()
    await there.close()
    assert await do(url, DEADLOCKS) == [(0,)]


@pytest.mark.slow
async def test_a_batch_that_postgresql_ends_all_the_same_is_written_again(
    url: str, store: PostgresStore
) -> None:
    """Somebody else, as by hand, locks in another order; of the two, PostgreSQL ends the node's."""
    await do(url, f"ALTER DATABASE {make_url(url).database} SET deadlock_timeout = '3s'")
    games = contested(0, "here")[:2]
    other: Any = await asyncpg.connect(url)
    await other.execute("SET deadlock_timeout = '1h'")
    transaction = other.transaction()
    await transaction.start()
    await other.execute(INSERT, games[1].id)
    writing = asyncio.create_task(written(store, games))
    while not await do(url, WAITING):
        pass
    await other.execute(INSERT, games[0].id)
    await transaction.rollback()
    assert await writing == [None, None]
    await other.close()
    await store.close()
    assert await do(url, DEADLOCKS) == [(1,)]


async def do(url: str, statement: str) -> list[Any]:
    return await asyncio.to_thread(execute, url, statement)


def contested(version: int, node: str) -> list[Append]:
    """What a node appends to every game at a version."""
    append = BEGAN if version == 0 else move(version)
    return [
        replace(
            append,
            id=f"{number:024x}",
            command_id=f"{node}-{version}",
            keys=("ann",) if number < LISTED else (),
        )
        for number in range(GAMES)
    ]


async def written(store: PostgresStore, batch: Sequence[Append]) -> list[BaseException | None]:
    """How each append of a batch ended."""
    return await asyncio.gather(*map(store.append, batch), return_exceptions=True)
