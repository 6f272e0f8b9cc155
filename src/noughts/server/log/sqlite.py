"""The store on SQLite: one thread writes, each batch in one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import lru_cache
from itertools import compress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, PoolProxiedConnection, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from noughts.file_lock import locked
from noughts.server.log import sql_store
from noughts.server.log.events import encode_events
from noughts.server.log.migrate import migrate, step
from noughts.server.log.sql_store import Done, SqlStore, Waiting
from noughts.server.log.store import Append, StoreUnavailable, UnsuitableDatabase, reason
from noughts.server.metrics import BatchCounters

T = TypeVar("T")

_READERS = 2  # threads
# Appends that a larger batch leaves for the next. Otherwise 100 games fall into step, all wait for
# one commit, and the event loop idles meanwhile. This raised 15,800 moves a second to 19,000.
_LEFT = 50
_BUSY_PAUSE = 0.01  # seconds
_BUSY = 5.0  # seconds to wait for another process's lock
_BEGIN_WRITING = "BEGIN IMMEDIATE"  # so that of two migrations the second sees the first


class ThreadBatcher:
    """Passes appends to `insert` in batches, on its own thread, in order of arrival.

    `insert` returns for each append whether it was stored; if it raises, so does every `append` of
    the batch. All calls of `append` and `close` come from one event loop, which hands over what
    came in one of its rounds at the end of it: the thread, woken at once, would contend with the
    loop for Python's lock. That took 6 % more processor time at 1,000 moves a second.
    """

    def __init__(self, insert: Callable[[Sequence[Append]], list[bool]]) -> None:
        self._insert = insert
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self.counters = BatchCounters(self._queue.qsize)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._arrived: list[Waiting] = []  # in this round of the event loop
        self._thread = Thread(target=self._run, name="noughts-writer", daemon=True)
        self._thread.start()

    def append(self, append: Append) -> asyncio.Future[None]:
        """Store an append; the future fails with Conflict where another append came first."""
        if self._loop is None:  # asking for it each time would be a system call, 2 microseconds
            self._loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = self._loop.create_future()
        if not self._arrived:
            self._loop.call_soon(self._hand_over)
        self._arrived.append((append, future))
        return future

    async def close(self) -> None:
        """Write the waiting appends, then end the thread."""
        self._hand_over()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _hand_over(self) -> None:
        for waiting in self._arrived:
            self._queue.put(waiting)
        self._arrived.clear()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch, is_closing = [first], False
            size = min(max(_LEFT, self._queue.qsize() - _LEFT), sql_store.LARGEST_BATCH)
            with suppress(Empty):
                while len(batch) < size and not is_closing:
                    if (waiting := self._queue.get_nowait()) is None:
                        is_closing = True
                    else:
                        batch.append(waiting)
            results: Sequence[bool] | Exception
            try:
                results = self._insert([append for append, _ in batch])
            except Exception as error:  # raised again by the futures
                results = error
            self.counters.sizes.observe(len(batch))
            assert self._loop is not None
            self._loop.call_soon_threadsafe(sql_store.resolve, batch, results)
            if is_closing:
                return


class SqliteStore(SqlStore):
    """A store in a file; raises UnsuitableDatabase where the file cannot be used."""

    def __init__(self, file: Path) -> None:
        self._engine = _engine(file)
        try:
            with self._engine.execution_options(begin=_BEGIN_WRITING).begin() as connection:
                migrate(connection)
        except SQLAlchemyError as error:
            raise UnsuitableDatabase(f"{file} cannot be used: {reason(error)}") from None
        self._writer: PoolProxiedConnection | None = None
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="noughts-reader")
        super().__init__(ThreadBatcher(self._insert))

    async def close(self) -> None:
        await super().close()
        self._close_writer()
        self._readers.shutdown()
        self._engine.dispose()

    async def _run(self, use: Callable[[Connection], T], done: Done) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._run_now, use, done)

    def _run_now(self, use: Callable[[Connection], T], done: Done) -> T:
        # Changes are rare enough to lock out the writer for a moment.
        begin = _BEGIN_WRITING if done == "changed" else "BEGIN"
        try:
            with self._engine.execution_options(begin=begin).begin() as connection:
                return use(connection)
        except SQLAlchemyError as error:
            raise StoreUnavailable(f"the games cannot be {done}: {reason(error)}") from None

    def _insert(self, batch: Sequence[Append]) -> list[bool]:
        """True if each append was inserted, once those that were are on the disk."""
        try:
            self._writer = self._writer or self._engine.raw_connection()
            return _insert(self._writer.cursor(), batch)
        except (sqlite3.Error, SQLAlchemyError) as error:
            self._close_writer()
            raise StoreUnavailable(f"the game cannot be saved: {reason(error)}") from None

    def _close_writer(self) -> None:
        """Close the writer's connection, and roll back what it has not committed."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None


# Plain SQL on the writer's own connection: SQLAlchemy's would cost 0.5 ms a batch.
# A game that another process deleted takes no more appends: its first append is gone.
_APPEND = """
    INSERT INTO appends (game, version, events, command) SELECT * FROM (VALUES {rows})
    WHERE column2 = 0 OR EXISTS (SELECT 1 FROM appends WHERE game = column1 AND version = 0)
"""
_ROW = "(?, ?, ?, ?)"
_COMMANDS = "SELECT command FROM appends WHERE game = ? AND version = ?"
_SKIP_CONFLICTS = " ON CONFLICT DO NOTHING RETURNING game, version, command"
_ADD_GAME = "INSERT INTO games (game, due) VALUES (?, ?)"
_ADD_LISTING = "INSERT INTO listings (key, game) VALUES (?, ?)"


@lru_cache(maxsize=128)
def _append_all(count: int) -> str:
    return _APPEND.format(rows=", ".join([_ROW] * count))


def _insert(cursor: Any, batch: Sequence[Append]) -> list[bool]:
    """Insert a batch as one transaction; True for each append that was inserted."""
    parameters = [
        value
        for each in batch
        for value in (each.id, each.version, encode_events(each.events), each.command_id)
    ]
    statement = _append_all(len(batch))
    # A batch of moves without a conflict is one statement, its own transaction: to begin, commit
    # and return rows passes Python's lock back and forth, a row at a time.
    if sql_store.is_of_one_table(batch):
        with suppress(sqlite3.IntegrityError):
            cursor.execute(statement, parameters)
            if cursor.rowcount == len(batch):
                return [True] * len(batch)
            return [
                (each.command_id,) in cursor.execute(_COMMANDS, (each.id, each.version)).fetchall()
                for each in batch
            ]
    cursor.execute(_BEGIN_WRITING)
    cursor.execute(statement + _SKIP_CONFLICTS, parameters)
    # Of equal appends in one batch, the first counts as inserted.
    found = dict.fromkeys(cursor.fetchall(), True)
    inserted = [found.pop((each.id, each.version, each.command_id), False) for each in batch]
    appends = list(compress(batch, inserted))
    cursor.executemany(_ADD_GAME, sql_store.game_rows(appends))
    cursor.executemany(_ADD_LISTING, sql_store.listing_rows(appends))
    cursor.execute("COMMIT")
    return inserted


def _engine(file: Path) -> Engine:
    url = URL.create("sqlite", database=str(file))
    engine = create_engine(url, connect_args={"timeout": _BUSY})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    """Let readers read beside the writer, and sync every commit to disk."""
    connection.isolation_level = None  # `_begin` begins transactions, also around a migration
    deadline = monotonic() + _BUSY
    while True:  # SQLite does not wait for a lock here
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
        sleep(_BUSY_PAUSE)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA wal_autocheckpoint = 8000")


@contextmanager
def reserved(file: Path) -> Iterator[None]:
    """Keep other servers from a database: each holds games in memory that it alone changes.

    Raises UnsuitableDatabase. The lock is on a file beside it, and ends with the process.
    """
    whole = file.resolve()  # so that a link is the same database
    with ExitStack() as stack:
        try:
            lock = stack.enter_context(whole.with_name(f"{whole.name}.lock").open("ab"))
            stack.enter_context(locked(lock, timeout=0))
        except BlockingIOError:
            raise UnsuitableDatabase(
                f"another server uses {file}: end it, or name another with --database"
            ) from None
        except OSError as error:
            raise UnsuitableDatabase(f"{file} cannot be used: {error.strerror}") from None
        yield


def database_step(file: Path) -> str:
    """The migration step a database is at; raises UnsuitableDatabase."""
    try:
        with closing(_open_read_only(file)) as connection:
            engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
            with engine.connect() as reading:
                return step(reading)
    except (sqlite3.Error, SQLAlchemyError) as error:
        raise UnsuitableDatabase(f"{file} cannot be used: {reason(error)}") from None


def copy_database(file: Path, to: Path) -> None:
    """Copy a consistent snapshot of a database into one file, while others read and write.

    Raises UnsuitableDatabase.
    """
    try:
        with closing(_open_read_only(file)) as source, closing(sqlite3.connect(to)) as target:
            source.backup(target)  # in one step: a snapshot
            target.execute("PRAGMA journal_mode = DELETE")
            ((answer,), *_) = target.execute("PRAGMA integrity_check").fetchall()
    except sqlite3.Error as error:
        raise UnsuitableDatabase(f"{file} cannot be copied: {error}") from None
    if answer != "ok":
        raise UnsuitableDatabase(f"{file} is damaged: {answer}")


def _open_read_only(file: Path) -> sqlite3.Connection:
    """A connection that neither creates nor changes a database."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=_BUSY)


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))
