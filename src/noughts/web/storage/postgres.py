"""The store on PostgreSQL, which many processes share: what waits is kept in one statement."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import compress
from typing import Any, TypeVar

import asyncpg
import msgspec
from sqlalchemy import URL, Connection, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from noughts.web.cluster.messages import write_appended
from noughts.web.cluster.transport import CHANNEL, numbers
from noughts.web.storage import queries
from noughts.web.storage.async_batcher import AsyncBatcher
from noughts.web.storage.migrate import migrate, step
from noughts.web.storage.store import Append, Conflict, StoreUnavailable, UnsuitableDatabase

T = TypeVar("T")

_READERS = 4  # connections
_PATIENCE = 10.0  # seconds for an answer of the database
_LONG_PATIENCE = 3_600.0  # for a step of a migration, which may write a table anew
# Seconds that appends wait for company where a commit notifies, which wakes every node: at 1,000
# moves a second over two of them a move costs 418 microseconds of processor time then, not 660.
_WAIT_TO_NOTIFY = 0.002
_MIGRATING = 7_044_119_872  # the advisory lock under which one process at a time migrates
_FAILURES = (
    SQLAlchemyError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # of a connection that is cut in mid-answer
    OSError,
    TimeoutError,
)

# A game that another process has forgotten takes no more: its first append is gone. That, too, is
# a conflict. No EXISTS asks for that: planned while the table is empty, it walks through all games,
# and keeps its plan for minutes. Of twins in one group, the first counts as the one that landed.
_APPEND = """
    WITH waiting AS (
        SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[]{more})
            WITH ORDINALITY AS each (game, version, events, command{columns}, number)
    ), landed AS (
        INSERT INTO appends (game, version, events, command)
        SELECT game, version, events, command FROM waiting WHERE version = 0
            OR (SELECT true FROM appends WHERE game = waiting.game AND version = 0)
        ON CONFLICT DO NOTHING RETURNING game, version, command
    ), fresh AS (
        SELECT min(number) AS number FROM landed JOIN waiting USING (game, version, command)
        GROUP BY game, version
    )
    SELECT {answer}
"""
_APPEND_SILENTLY = _APPEND.format(more="", columns="", answer="array_agg(number) FROM fresh")
_APPEND_AND_TELL = _APPEND.format(
    more=", $5::text[], $6::int[]",
    columns=", message, notice",
    answer=f"""array_agg(number), pg_notify('{CHANNEL}', string_agg(message, E'\n' ORDER BY number))
        FROM fresh JOIN waiting USING (number) GROUP BY notice""",
)
# 20,000 parameters would keep the event loop for 50 ms, and there may be at most 32,767.
_LATEST = text("SELECT game, max(version) FROM appends WHERE game = ANY(:ids) GROUP BY game")
_ENTER = "INSERT INTO games (game, due) SELECT * FROM unnest($1::text[], $2::bigint[])"
_LIST = "INSERT INTO listings (key, game) SELECT * FROM unnest($1::text[], $2::text[])"
# Nobody may append while a game is looked at and deleted; that happens once in a game's life.
_STAND_STILL = text("LOCK TABLE appends IN SHARE ROW EXCLUSIVE MODE")


def prepare(url: str) -> None:
    """Bring a database up to what this program knows; raises UnsuitableDatabase."""
    asyncio.run(_use(url, migrate))


def step_of(url: str) -> str:
    """The step of the migrations that a database is at; raises UnsuitableDatabase."""
    return asyncio.run(_use(url, step))


def place(url: str) -> str:
    """Where a database is, without the password; raises UnsuitableDatabase."""
    made = _read(url)
    return f"the database {made.database} on {made.host or made.query.get('host')}"


class PostgresStore:
    """A store in a database that `prepare` has prepared; used in one event loop.

    A store of a `node` tells other nodes of what it keeps: in the transaction that keeps it, or
    afterwards by `tell`.
    """

    def __init__(
        self, url: str, node: str | None = None, tell: Callable[[str], None] | None = None
    ) -> None:
        self._node = node
        self._tell = tell
        self._engine = _engine(
            url, _PATIENCE, pool_size=_READERS, max_overflow=0, pool_pre_ping=True
        )
        self._writing: AsyncConnection | None = None
        is_notifying = node is not None and tell is None
        self._grouping = AsyncBatcher(self._keep, _WAIT_TO_NOTIFY if is_notifying else 0.0)
        self.batches = self._grouping.batches

    async def load(self, id_: str) -> tuple[Append, ...]:
        if "\0" in id_:  # which PostgreSQL has no text for
            return ()
        async with self._connection("read") as connection:
            return tuple(map(queries.decode, await connection.execute(queries.log_of(id_))))

    async def last_versions(self, ids: Sequence[str]) -> dict[str, int]:
        async with self._connection("read") as connection:
            return queries.pairs(await connection.execute(_LATEST, {"ids": list(ids)}))

    async def append(self, append: Append) -> None:
        if not await self._grouping.write(append):
            raise Conflict("something else was kept first")

    async def listed_ids(self, key: str, count: int) -> tuple[str, ...]:
        async with self._connection("read") as connection:
            return tuple(await connection.scalars(queries.listed_ids(key, count)))

    async def ids_after(self, id_: str, count: int) -> tuple[str, ...]:
        async with self._connection("read") as connection:
            return tuple(await connection.scalars(queries.ids_after(id_, count)))

    async def due_ids(self, now: int, count: int) -> tuple[str, ...]:
        async with self._connection("read") as connection:
            return tuple(await connection.scalars(queries.due_ids(now, count)))

    async def set_due(self, id_: str, due: int) -> None:
        async with self._connection("changed") as connection:
            await connection.execute(queries.set_due(id_, due))

    async def delete(self, id_: str, version: int) -> bool:
        def delete(connection: Connection) -> bool:
            return queries.delete_log(connection, id_, version)

        async with self._connection("changed") as connection:
            await connection.execute(_STAND_STILL)
            return await connection.run_sync(delete)

    async def close(self) -> None:
        await self._grouping.close()
        await self._stop_writing()
        await self._engine.dispose()

    @asynccontextmanager
    async def _connection(self, done: str) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.begin() as connection:
                yield connection
        except (*_FAILURES, msgspec.DecodeError) as error:
            raise StoreUnavailable(f"the games cannot be {done}: {_reason(error)}") from None

    async def _keep(self, group: Sequence[Append]) -> list[bool]:
        """Whether each append of a group landed, once all that did are on the disk."""
        node = self._node if self._tell is None else None
        try:
            landed = await _insert(await self._writer(), group, node)
        except _FAILURES as error:
            await self._stop_writing()
            raise StoreUnavailable(f"the game cannot be kept: {_reason(error)}") from None
        if self._tell is not None and self._node is not None:
            for append in compress(group, landed):
                self._tell(write_appended(self._node, append, queries.encode(append.events)))
        return landed

    async def _writer(self) -> Any:
        """The driver's own connection, for what SQLAlchemy would only pass on."""
        if self._writing is None:
            self._writing = await self._engine.connect()
            connection = (await self._writing.get_raw_connection()).driver_connection
            assert connection is not None
            await connection.execute("SET synchronous_commit = on")
        return (await self._writing.get_raw_connection()).driver_connection

    async def _stop_writing(self) -> None:
        """Let go of the writer's connection, and of what it has not committed."""
        if self._writing is not None:
            writing, self._writing = self._writing, None
            await writing.invalidate()
            await writing.close()


async def _insert(connection: Any, group: Sequence[Append], node: str | None) -> list[bool]:
    """Insert a group as one transaction; whether each append landed."""
    # A statement is a transaction by itself: one trip there and back.
    if not any(each.version == 0 or each.keys for each in group):
        return await _insert_appends(connection, group, node)
    async with connection.transaction():
        landed = await _insert_appends(connection, group, node)
        kept = list(compress(group, landed))
        begun = [(each.id, each.due) for each in kept if each.version == 0]
        listed = [(key, each.id) for each in kept for key in each.keys]
        if begun:
            await connection.execute(_ENTER, *map(list, zip(*begun, strict=True)))
        if listed:
            await connection.execute(_LIST, *map(list, zip(*listed, strict=True)))
    return landed


async def _insert_appends(connection: Any, group: Sequence[Append], node: str | None) -> list[bool]:
    events = [queries.encode(each.events) for each in group]
    columns: list[list[Any]] = [
        [each.id for each in group],
        [each.version for each in group],
        events,
        [each.command_id for each in group],
    ]
    if node is None:
        rows = await connection.fetch(_APPEND_SILENTLY, *columns)
    else:
        messages = [write_appended(node, *each) for each in zip(group, events, strict=True)]
        notices = list(numbers(messages))
        rows = await connection.fetch(_APPEND_AND_TELL, *columns, messages, notices)
    landed = {number for row in rows for number in row[0] or ()}
    return [number in landed for number in range(1, len(group) + 1)]


async def _use(url: str, use: Callable[[Connection], T]) -> T:
    engine = _engine(url, _LONG_PATIENCE, poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATING})"))
            return await connection.run_sync(use)
    except _FAILURES as error:
        raise UnsuitableDatabase(f"the database cannot be used: {_reason(error)}") from None
    finally:
        await engine.dispose()


def _engine(url: str, patience: float, **options: Any) -> AsyncEngine:
    _read(url)

    # The driver reads the address itself: SQLAlchemy would not understand `?sslmode=require`.
    async def connect() -> Any:
        return await asyncpg.connect(url, timeout=_PATIENCE, command_timeout=patience)

    return create_async_engine("postgresql+asyncpg://", async_creator=connect, **options)


def _read(url: str) -> URL:
    try:
        return make_url(url)
    except (SQLAlchemyError, ValueError):
        raise UnsuitableDatabase("a database is postgresql://USER:PASSWORD@HOST/NAME") from None


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "the database does not answer"
    lines = str(getattr(error, "orig", None) or error).splitlines()
    return lines[0] if lines else type(error).__name__
