"""The store on PostgreSQL, which many processes share: one statement inserts a batch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import compress
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import URL, Connection, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from noughts.server.cluster.messages import write_appended
from noughts.server.cluster.transport import Sent, Transport, numbers
from noughts.server.log import store
from noughts.server.log.events import encode_events
from noughts.server.log.migrate import LATEST, check_step, is_behind, migrate, step
from noughts.server.log.store import Append, Store, StoreUnavailable, UnsuitableDatabase, reason

T = TypeVar("T")

_ERRORS = (
    SQLAlchemyError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # of a connection that is cut in the middle of a response
    OSError,
    TimeoutError,
)
# The connection is gone, or the transaction was rolled back in favour of another.
_PASSING = (
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    ConnectionError,
)
_READERS = 4  # connections
_TIMEOUT = 10.0  # seconds to wait for the database
_MIGRATION_TIMEOUT = 3_600.0  # for a migration, which may rewrite a table
# Seconds a batch waits for more appends where a commit notifies, which wakes every node: at
# 1,000 moves a second on two nodes, a move then costs 418 µs of processor time, not 660.
_WAIT_TO_NOTIFY = 0.002
# Whatever the server's own settings are. What repeats reads takes its snapshot before it waits. And
# planned anew for each batch, as it is with a table of any size, one append took 422 µs, not 287.
_SETTINGS = """
    SET synchronous_commit = on;
    SET default_transaction_isolation = 'read committed';
    SET plan_cache_mode = force_generic_plan;
"""
_MIGRATING = 7_044_119_872  # the advisory lock under which one process at a time migrates

# A game that another process deleted takes no more appends: its first append is gone. That, too,
# is a conflict. Not tested by EXISTS: planned while the table is empty, it scans all games,
# and that plan is cached for minutes. Of equal appends in one batch, the first is inserted.
# In order: a key that another node has inserted and not yet committed is waited for, and nodes that
# insert in opposite orders would wait for each other. No other statement locks such rows.
# A node that a newer one has overtaken inserts nothing: what it would write may no longer be right.
_APPEND = f"""
    WITH batch AS (
        SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[])
            WITH ORDINALITY AS each (game, version, events, command, number)
    ), inserted AS (
        INSERT INTO appends (game, version, events, command)
        SELECT game, version, events, command FROM batch
        WHERE (SELECT version_num FROM alembic_version) <= '{LATEST}' AND (version = 0
            OR (SELECT true FROM appends WHERE game = batch.game AND version = 0))
        ORDER BY game, version, number
        ON CONFLICT DO NOTHING RETURNING game, version, command
    ), firsts AS (
        SELECT min(number) AS number FROM inserted JOIN batch USING (game, version, command)
        GROUP BY game, version
    )
"""
_APPEND_ONLY = f"{_APPEND} SELECT array_agg(number) FROM firsts"
_APPEND_AND_NOTIFY = f"""{_APPEND}
    , messages AS (
        SELECT * FROM unnest($5::int[], $6::text[], $7::text[], $8::int[])
            AS each (number, channel, message, notification)
    ), notified AS (
        SELECT pg_notify(channel, string_agg(message, E'\n' ORDER BY number))
        FROM messages JOIN firsts USING (number)
        GROUP BY channel, notification ORDER BY channel, notification
    )
    SELECT array_agg(number), (SELECT count(*) FROM notified) FROM firsts
"""
_STEP = "SELECT version_num FROM alembic_version"
_FIND = "SELECT game, version, command FROM appends WHERE game = ANY($1::text[])"
_ADD_GAMES = "INSERT INTO games (game, due) SELECT * FROM unnest($1::text[], $2::bigint[])"
_ADD_LISTINGS = "INSERT INTO listings (key, game) SELECT * FROM unnest($1::text[], $2::text[])"
# No appends while a log is checked and deleted, which happens once in a log's life, nor during a
# migration. Those that wait for this take their snapshot after it, and see the new step.
_LOCK = text("LOCK TABLE appends IN SHARE ROW EXCLUSIVE MODE")


def migrate_database(url: str) -> None:
    """Run the migrations a database lacks; raises UnsuitableDatabase."""
    asyncio.run(_use(url, _migrate))


def database_step(url: str) -> str:
    """Return the migration step a database is at; raises UnsuitableDatabase."""
    return asyncio.run(_use(url, step))


def describe(url: str) -> str:
    """Return the name and host of a database, without the password; raises UnsuitableDatabase."""
    parsed = _parse(url)
    return f"the database {parsed.database} on {parsed.host or parsed.query.get('host')}"


def _migrate(connection: Connection) -> None:
    if is_behind(connection):  # else a start would hold up the appends of other nodes
        connection.execute(_LOCK)
    migrate(connection)


class PostgresStore(Store):
    """A store in a migrated database.

    With a transport, each append is sent to the nodes that subscribe, in its own transaction.
    """

    def __init__(self, url: str, transport: Transport | None = None) -> None:
        self._transport = transport
        self._engine = _engine(
            url, _TIMEOUT, pool_size=_READERS, max_overflow=0, pool_pre_ping=True
        )
        self._writer: AsyncConnection | None = None
        self._reading = 0  # queries in progress, those of background tasks included
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self._writing: asyncio.Task[None] | None = None
        super().__init__()

    async def load(self, id_: str) -> tuple[Append, ...]:
        # PostgreSQL has no text with a zero byte.
        return () if "\0" in id_ else await super().load(id_)

    async def close(self) -> None:
        self._is_closed = True
        while self._writing is not None:
            await asyncio.wait({self._writing})
        await self._close_writer()
        await self._is_idle.wait()  # the engine would leave their connections open
        await self._engine.dispose()

    async def _run(self, use: Callable[[Connection], T], done: store.Done) -> T:
        self._reading += 1
        self._is_idle.clear()
        try:
            async with self._engine.begin() as connection:
                return await connection.run_sync(use)
        except _ERRORS as error:
            raise StoreUnavailable(f"the games cannot be {done}: {_reason(error)}") from None
        finally:
            self._reading -= 1
            if not self._reading:
                self._is_idle.set()

    def _is_in(self, ids: Sequence[str]) -> Any:
        # 20,000 parameters would block the event loop for 50 ms, and there may be at most 32,767.
        return text("game = ANY(:ids)").bindparams(ids=list(ids))

    def _delete(self, connection: Connection, id_: str, version: int) -> bool:
        connection.execute(_LOCK)
        return super()._delete(connection, id_, version)

    def _add(self, waiting: store.Waiting) -> None:
        self._waiting.append(waiting)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._waiting:
                if self._transport is not None and any(
                    self._transport.subscriptions.channels(append.id) for append, _ in self._waiting
                ):
                    await asyncio.sleep(_WAIT_TO_NOTIFY)
                batch = self._take(store.LARGEST_BATCH)
                results: Sequence[bool] | Exception
                try:
                    results = await self._insert([append for append, _ in batch])
                except Exception as error:  # raised again by the futures
                    results = error
                self._resolve(batch, results)
        finally:
            self._writing = None

    async def _insert(self, batch: Sequence[Append]) -> list[bool]:
        """Return for each append if it was inserted, once those that were are on the disk.

        It is tried once more after errors that pass, such as a restart of PostgreSQL. The first try
        may have been committed: what is in the log by then counts as inserted.
        """
        try:
            with suppress(*_PASSING):
                return await _insert(await self._writer_connection(), batch, self._transport)
            await self._close_writer()
            connection = await self._writer_connection()
            inserted = await _insert(connection, batch, self._transport)
            rows = await connection.fetch(_FIND, [append.id for append in batch])
        except _ERRORS as error:
            await self._close_writer()
            raise StoreUnavailable(f"the game cannot be saved: {_reason(error)}") from None
        stored = set(map(tuple, rows))
        return [
            is_new or (append.id, append.version, append.command_id) in stored
            for append, is_new in zip(batch, inserted, strict=True)
        ]

    async def _writer_connection(self) -> Any:
        """Return the driver's own connection: SQLAlchemy would only pass statements on to it."""
        if self._writer is None:
            self._writer = await self._engine.connect()
            connection = (await self._writer.get_raw_connection()).driver_connection
            assert connection is not None
            await connection.execute(_SETTINGS)
        return (await self._writer.get_raw_connection()).driver_connection

    async def _close_writer(self) -> None:
        """Close the writer's connection, and roll back what it has not committed."""
        if self._writer is not None:
            writer, self._writer = self._writer, None
            await writer.invalidate()
            await writer.close()


async def _insert(
    connection: Any, batch: Sequence[Append], transport: Transport | None
) -> list[bool]:
    """Insert a batch as one transaction; True for each append that was inserted."""
    # A single statement is its own transaction: one round trip.
    if store.is_of_one_table(batch):
        return await _insert_appends(connection, batch, transport)
    async with connection.transaction():
        inserted = await _insert_appends(connection, batch, transport)
        appends = list(compress(batch, inserted))
        for statement, rows in (
            (_ADD_GAMES, store.game_rows(appends)),
            (_ADD_LISTINGS, store.listing_rows(appends)),
        ):
            if rows:
                await connection.execute(statement, *map(list, zip(*rows, strict=True)))
    return inserted


async def _insert_appends(
    connection: Any, batch: Sequence[Append], transport: Transport | None
) -> list[bool]:
    events = [encode_events(append.events) for append in batch]
    columns: list[Sequence[Any]] = [
        [append.id for append in batch],
        [append.version for append in batch],
        events,
        [append.command_id for append in batch],
    ]
    messages = [
        (number, Sent(channel, write_appended(transport.node, append, text)))
        for number, (append, text) in enumerate(zip(batch, events, strict=True), 1)
        if transport is not None
        for channel in transport.subscriptions.channels(append.id)
    ]
    if messages:
        places, sent = zip(*messages, strict=True)
        channels, texts = zip(*sent, strict=True)
        columns += [places, channels, texts, tuple(numbers(sent))]
    statement = _APPEND_AND_NOTIFY if messages else _APPEND_ONLY
    inserted = set(await connection.fetchval(statement, *columns) or ())
    if not inserted:  # all came late, or this node is outdated
        check_step(await connection.fetchval(_STEP))
    return [number in inserted for number in range(1, len(batch) + 1)]


async def _use(url: str, use: Callable[[Connection], T]) -> T:
    engine = _engine(url, _MIGRATION_TIMEOUT, poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            await connection.execute(text("SET TRANSACTION ISOLATION LEVEL READ COMMITTED"))
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATING})"))
            return await connection.run_sync(use)
    except _ERRORS as error:
        raise UnsuitableDatabase(f"the database cannot be used: {_reason(error)}") from None
    finally:
        await engine.dispose()


def _engine(url: str, timeout: float, **options: Any) -> AsyncEngine:
    _parse(url)

    # The driver parses the URL itself: SQLAlchemy would not understand `?sslmode=require`.
    async def connect() -> Any:
        return await asyncpg.connect(url, timeout=_TIMEOUT, command_timeout=timeout)

    return create_async_engine("postgresql+asyncpg://", async_creator=connect, **options)


def _parse(url: str) -> URL:
    try:
        return make_url(url)
    except (SQLAlchemyError, ValueError):
        raise UnsuitableDatabase("a database is postgresql://USER:PASSWORD@HOST/NAME") from None


def _reason(error: Exception) -> str:
    return "the database does not answer" if isinstance(error, TimeoutError) else reason(error)
