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
from queue import SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, PoolProxiedConnection, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from noughts.files.lock import locked
from noughts.server.log import store
from noughts.server.log.events import encode_events
from noughts.server.log.migrate import migrate, step
from noughts.server.log.store import Append, Store, StoreUnavailable, UnsuitableDatabase, reason

T = TypeVar("T")

_READERS = 2  # threads
# Appends that a larger batch leaves for the next. Otherwise 100 games fall into step, all wait for
# one commit, and the event loop idles meanwhile. This raised 15,800 moves a second to 19,000.
_LEFT = 50
_BUSY_PAUSE = 0.01  # seconds
_BUSY = 5.0  # seconds to wait for another process's lock
_BEGIN_WRITING = "BEGIN IMMEDIATE"  # so that of two migrations the second sees the first


class SqliteStore(Store):
    """A store in a file; raises UnsuitableDatabase where the file cannot be used.

    The appends of one round of the event loop are handed to the writing thread at its end: the
    thread, woken at once, would contend with the loop for Python's lock. That took 6 % more
    processor time at 1,000 moves a second.
    """

    def __init__(self, file: Path) -> None:
        url = URL.create("sqlite", database=str(file))
        self._engine = create_engine(url, connect_args={"timeout": _BUSY})
        event.listen(self._engine, "connect", _prepare)
        event.listen(self._engine, "begin", _begin)
        try:
            with self._engine.execution_options(begin=_BEGIN_WRITING).begin() as connection:
                migrate(connection)
        except SQLAlchemyError as error:
            raise UnsuitableDatabase(f"{file} cannot be used: {reason(error)}") from None
        super().__init__()
        self._arrived: list[store.Waiting] = []  # in this round of the event loop
        self._wakes: SimpleQueue[bool] = SimpleQueue()  # of the thread; the last is False
        self._thread = Thread(target=self._write, name="noughts-writer", daemon=True)
        self._thread.start()
        self._writer: PoolProxiedConnection | None = None
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="noughts-reader")

    async def close(self) -> None:
        self._is_closed = True
        self._hand_over()
        self._wakes.put(False)
        await asyncio.to_thread(self._thread.join)
        self._close_writer()
        self._readers.shutdown()
        self._engine.dispose()

    def _add(self, waiting: store.Waiting) -> None:
        if not self._arrived:
            self._loop.call_soon(self._hand_over)
        self._arrived.append(waiting)

    def _hand_over(self) -> None:
        self._waiting.extend(self._arrived)
        self._arrived.clear()
        self._wakes.put(True)

    def _write(self) -> None:
        """Write what is handed over until the store is closed; on the thread, which alone takes."""
        while self._wakes.get():
            while self._waiting:
                size = min(max(_LEFT, len(self._waiting) - _LEFT), store.LARGEST_BATCH)
                batch = self._take(size)
                results: Sequence[bool] | Exception
                try:
                    results = self._insert([append for append, _ in batch])
                except Exception as error:  # raised again by the futures
                    results = error
                self._loop.call_soon_threadsafe(self._resolve, batch, results)

    async def _run(self, use: Callable[[Connection], T], done: store.Done) -> T:
        return await self._loop.run_in_executor(self._readers, self._run_now, use, done)

    def _run_now(self, use: Callable[[Connection], T], done: store.Done) -> T:
        # Changes are rare enough to lock out the writer for a moment.
        begin = _BEGIN_WRITING if done == "changed" else "BEGIN"
        try:
            with self._engine.execution_options(begin=begin).begin() as connection:
                return use(connection)
        except SQLAlchemyError as error:
            raise StoreUnavailable(f"the games cannot be {done}: {reason(error)}") from None

    def _insert(self, batch: Sequence[Append]) -> list[bool]:
        """Return for each append if it was inserted, once those that were are on the disk."""
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
        for append in batch
        for value in (append.id, append.version, encode_events(append.events), append.command_id)
    ]
    statement = _append_all(len(batch))
    # A batch of moves without a conflict is one statement, its own transaction: to begin, commit
    # and return rows passes Python's lock back and forth, a row at a time.
    if store.is_of_one_table(batch):
        with suppress(sqlite3.IntegrityError):
            cursor.execute(statement, parameters)
            if cursor.rowcount == len(batch):
                return [True] * len(batch)
            return [
                (append.command_id,)
                in cursor.execute(_COMMANDS, (append.id, append.version)).fetchall()
                for append in batch
            ]
    cursor.execute(_BEGIN_WRITING)
    cursor.execute(statement + _SKIP_CONFLICTS, parameters)
    # Of equal appends in one batch, the first counts as inserted.
    returned = dict.fromkeys(cursor.fetchall(), True)
    inserted = [
        returned.pop((append.id, append.version, append.command_id), False) for append in batch
    ]
    appends = list(compress(batch, inserted))
    cursor.executemany(_ADD_GAME, store.game_rows(appends))
    cursor.executemany(_ADD_LISTING, store.listing_rows(appends))
    cursor.execute("COMMIT")
    return inserted


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
    """Return the migration step a database is at; raises UnsuitableDatabase."""
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
    """Return a connection that neither creates nor changes a database."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=_BUSY)


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))
