"""The store on SQLite: one thread writes, everything that waits in one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import lru_cache
from itertools import chain, compress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    PoolProxiedConnection,
    create_engine,
    event,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from noughts.web.storage import queries
from noughts.web.storage.migrate import migrate, step
from noughts.web.storage.store import Append, Conflict, StoreUnavailable, UnsuitableDatabase
from noughts.web.storage.thread_batcher import ThreadBatcher

T = TypeVar("T")

_READERS = 2  # threads
_BUSY_PAUSE = 0.01  # seconds
_BUSY = 5.0  # seconds to wait for another process's lock
_BEGIN_WRITING = "BEGIN IMMEDIATE"  # so that of two who migrate, the second sees what the first did


class SqliteStore:
    """A store in a file; raises UnsuitableDatabase where the file cannot be used."""

    def __init__(self, file: Path) -> None:
        self._engine = _engine(file)
        try:
            with self._engine.execution_options(begin=_BEGIN_WRITING).begin() as connection:
                migrate(connection)
        except SQLAlchemyError as error:
            raise UnsuitableDatabase(f"{file} cannot be used: {_reason(error)}") from None
        self._writing: PoolProxiedConnection | None = None
        self._writer = ThreadBatcher(self._keep)
        self.batches = self._writer.batches
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="noughts-reader")

    async def load(self, id_: str) -> tuple[Append, ...]:
        query = queries.log_of(id_)
        return await self._read(
            lambda connection: tuple(map(queries.decode, connection.execute(query)))
        )

    async def last_versions(self, ids: Sequence[str]) -> dict[str, int]:
        query = queries.last_versions(ids)
        return await self._read(lambda connection: queries.pairs(connection.execute(query)))

    async def append(self, append: Append) -> None:
        if not await self._writer.write(append):
            raise Conflict("something else was kept first")

    async def listed_ids(self, key: str, count: int) -> tuple[str, ...]:
        query = queries.listed_ids(key, count)
        return await self._read(lambda connection: tuple(connection.scalars(query)))

    async def ids_after(self, id_: str, count: int) -> tuple[str, ...]:
        query = queries.ids_after(id_, count)
        return await self._read(lambda connection: tuple(connection.scalars(query)))

    async def due_ids(self, now: int, count: int) -> tuple[str, ...]:
        query = queries.due_ids(now, count)
        return await self._read(lambda connection: tuple(connection.scalars(query)))

    async def set_due(self, id_: str, due: int) -> None:
        change = queries.set_due(id_, due)
        await self._change(lambda connection: connection.execute(change))

    async def delete(self, id_: str, version: int) -> bool:
        return await self._change(lambda connection: queries.delete_log(connection, id_, version))

    async def close(self) -> None:
        await asyncio.to_thread(self._writer.close)
        self._stop_writing()
        self._readers.shutdown()
        self._engine.dispose()

    async def _change(self, change: Callable[[Connection], T]) -> T:
        """Change something beside the log; rare enough to take the writer's place for a moment."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._change_now, change)

    def _change_now(self, change: Callable[[Connection], T]) -> T:
        try:
            with self._engine.execution_options(begin=_BEGIN_WRITING).begin() as connection:
                return change(connection)
        except SQLAlchemyError as error:
            raise StoreUnavailable(f"the games cannot be changed: {_reason(error)}") from None

    async def _read(self, read: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._read_now, read)

    def _read_now(self, read: Callable[[Connection], T]) -> T:
        try:
            with self._engine.connect() as connection:
                return read(connection)
        except (SQLAlchemyError, msgspec.DecodeError) as error:
            raise StoreUnavailable(f"the games cannot be read: {_reason(error)}") from None

    def _keep(self, batch: Sequence[Append]) -> list[bool]:
        """Whether each append of a batch landed, once all that did are on the disk."""
        try:
            self._writing = self._writing or self._engine.raw_connection()
            landed = _insert(self._writing.cursor(), batch)
        except (sqlite3.Error, SQLAlchemyError) as error:
            self._stop_writing()
            raise StoreUnavailable(f"the game cannot be kept: {_reason(error)}") from None
        return landed

    def _stop_writing(self) -> None:
        """Let go of the writer's connection, and of what it has not committed."""
        if self._writing is not None:
            self._writing.close()
            self._writing = None


# Written out and run on a connection of the writer's own: to build and pool costs 0.5 ms a batch.
# A game that another process has deleted takes no more: its first append is gone.
_APPEND = """
    INSERT INTO appends (game, version, events, command) SELECT * FROM (VALUES {rows})
    WHERE column2 = 0 OR EXISTS (SELECT 1 FROM appends WHERE game = column1 AND version = 0)
"""
_ROW = "(?, ?, ?, ?)"
_KEPT = "SELECT command FROM appends WHERE game = ? AND version = ?"
_WHAT_FITS = " ON CONFLICT DO NOTHING RETURNING game, version, command"
_ENTER = "INSERT INTO games (game, due) VALUES (?, ?)"
_LIST = "INSERT INTO listings (key, game) VALUES (?, ?)"


@lru_cache(maxsize=128)
def _append_all(count: int) -> str:
    return _APPEND.format(rows=", ".join([_ROW] * count))


def _insert(cursor: Any, batch: Sequence[Append]) -> list[bool]:
    """Insert a batch as one transaction; whether each append landed."""
    rows = [(each.id, each.version, queries.encode(each.events), each.command_id) for each in batch]
    data = tuple(chain.from_iterable(rows))
    statement = _append_all(len(batch))
    # A batch of moves that all land is a transaction by itself, one call: to begin, to commit and
    # to return the rows hands Python's lock to and fro, a row at a time.
    if not any(each.version == 0 or each.keys for each in batch):
        with suppress(sqlite3.IntegrityError):
            cursor.execute(statement, data)
            has_all = cursor.rowcount == len(batch)
            return [has_all or _is_kept(cursor, each) for each in batch]
    cursor.execute(_BEGIN_WRITING)
    landed = _insert_what_fits(cursor, batch, statement, data)
    cursor.execute("COMMIT")
    return landed


def _is_kept(cursor: Any, append: Append) -> bool:
    cursor.execute(_KEPT, (append.id, append.version))
    return (append.command_id,) in cursor.fetchall()


def _insert_what_fits(
    cursor: Any, batch: Sequence[Append], statement: str, data: tuple[object, ...]
) -> list[bool]:
    """Insert what conflicts with nothing, and what goes with it; whether each append landed."""
    cursor.execute(statement + _WHAT_FITS, data)
    # Of twins in one batch, the first counts as the one that landed.
    found = dict.fromkeys(cursor.fetchall(), True)
    landed = [found.pop((each.id, each.version, each.command_id), False) for each in batch]
    kept = list(compress(batch, landed))
    cursor.executemany(_ENTER, [(each.id, each.due) for each in kept if each.version == 0])
    cursor.executemany(_LIST, [(key, each.id) for each in kept for key in each.keys])
    return landed


def _engine(file: Path) -> Engine:
    url = URL.create("sqlite", database=str(file))
    engine = create_engine(url, connect_args={"timeout": _BUSY})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    """Readers beside the writer, and nothing called kept before the disk has it."""
    connection.isolation_level = None  # transactions are begun below, also round a migration
    cursor = connection.cursor()
    _write_ahead(cursor)
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA wal_autocheckpoint = 8000")
    cursor.close()


def _write_ahead(cursor: sqlite3.Cursor) -> None:
    """Choose the write-ahead log; SQLite waits for no lock when it changes this, so that we do."""
    patience = monotonic() + _BUSY
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > patience:
                raise
        sleep(_BUSY_PAUSE)


def step_of(file: Path) -> str:
    """The step of the migrations that a database is at; raises UnsuitableDatabase."""
    try:
        with closing(_look_into(file)) as connection:
            engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
            with engine.connect() as looking:
                return step(looking)
    except (sqlite3.Error, SQLAlchemyError) as error:
        raise UnsuitableDatabase(f"{file} cannot be used: {_reason(error)}") from None


def copy(file: Path, to: Path) -> None:
    """Copy a database as it is at one moment, while others read and write.

    The copy is one file, and whole; raises UnsuitableDatabase.
    """
    try:
        with closing(_look_into(file)) as source, closing(sqlite3.connect(to)) as target:
            source.backup(target)  # in one step, and so of one moment
            target.execute("PRAGMA journal_mode = DELETE")
            ((answer,), *_) = target.execute("PRAGMA integrity_check").fetchall()
    except sqlite3.Error as error:
        raise UnsuitableDatabase(f"{file} cannot be copied: {error}") from None
    if answer != "ok":
        raise UnsuitableDatabase(f"{file} is damaged: {answer}")


def _look_into(file: Path) -> sqlite3.Connection:
    """A connection that makes nothing and changes nothing."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=_BUSY)


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _reason(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0]
