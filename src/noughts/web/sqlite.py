"""The store on SQLite: one thread writes, everything that waits in one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import compress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    true,
    update,
)
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import SQLAlchemyError

from noughts.online import Event
from noughts.web.migrate import migrate
from noughts.web.store import Append, Conflict, StoreUnavailable, UnsuitableDatabase
from noughts.web.tables import appends, games, listings
from noughts.web.writer import Writer

T = TypeVar("T")

_READERS = 2  # threads
_BUSY_PAUSE = 0.01  # seconds
_BUSY = 5.0  # seconds to wait for another process's lock
_BEGIN_WRITING = "BEGIN IMMEDIATE"  # so that of two who migrate, the second sees what the first did

_events = msgspec.json.Decoder(tuple[Event, ...])


class SqliteStore:
    """A store in a file; raises UnsuitableDatabase where the file cannot be used."""

    def __init__(self, file: Path) -> None:
        self._engine = _engine(file)
        try:
            with self._engine.execution_options(begin=_BEGIN_WRITING).begin() as connection:
                migrate(connection)
        except SQLAlchemyError as error:
            raise UnsuitableDatabase(f"{file} cannot be used: {_reason(error)}") from None
        self._writer = Writer(self._keep)
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="noughts-reader")

    async def load(self, game: str) -> tuple[Append, ...]:
        query = select(appends).where(appends.c.game == game).order_by(appends.c.version)
        return await self._read(lambda connection: tuple(map(_append, connection.execute(query))))

    async def append(self, append: Append) -> None:
        if not await self._writer.write(append):
            raise Conflict("something else was kept first")

    async def games_of(self, key: str, count: int) -> tuple[str, ...]:
        query = (
            select(listings.c.game)
            .where(listings.c.key == key)
            .order_by(listings.c.number.desc())
            .limit(count)
        )
        return await self._read(lambda connection: tuple(connection.scalars(query)))

    async def due(self, now: int, count: int) -> tuple[str, ...]:
        query = select(games.c.game).where(games.c.due <= now).order_by(games.c.due).limit(count)
        return await self._read(lambda connection: tuple(connection.scalars(query)))

    async def postpone(self, game: str, due: int) -> None:
        change = update(games).where(games.c.game == game).values(due=due)
        await self._change(lambda connection: connection.execute(change))

    async def forget(self, game: str, version: int) -> bool:
        return await self._change(lambda connection: _forget(connection, game, version))

    async def close(self) -> None:
        await asyncio.to_thread(self._writer.close)
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
            with self._engine.begin() as connection:
                landed = _insert(connection, batch)
                kept = list(compress(batch, landed))
                _enter(connection, kept)
                _list(connection, kept)
        except SQLAlchemyError as error:
            raise StoreUnavailable(f"the game cannot be kept: {_reason(error)}") from None
        return landed


def _insert(connection: Connection, batch: Sequence[Append]) -> list[bool]:
    """Insert a batch by one statement; whether each append landed."""
    rows = [
        [each.game, each.version, msgspec.json.encode(each.events).decode(), each.command]
        for each in batch
    ]
    row = func.json_each(bindparam("rows")).table_valued("value").c.value
    fields = [func.json_extract(row, f"$[{number}]") for number in range(4)]
    statement = (
        sqlite_insert(appends)
        .from_select(["game", "version", "events", "command"], select(*fields).where(true()))
        .on_conflict_do_nothing()
        .returning(appends.c.game, appends.c.version, appends.c.command)
    )
    result = connection.execute(statement, {"rows": msgspec.json.encode(rows).decode()})
    # Of twins in one batch, the first counts as the one that landed.
    landed = {tuple(row): True for row in result}
    return [landed.pop((each.game, each.version, each.command), False) for each in batch]


def _enter(connection: Connection, landed: Iterable[Append]) -> None:
    """Note when the games that begin are due."""
    rows = [{"game": append.game, "due": append.due} for append in landed if append.version == 0]
    if rows:
        connection.execute(insert(games), rows)


def _forget(connection: Connection, game: str, version: int) -> bool:
    """Delete a game whose last append was decided before a version."""
    latest = select(func.max(appends.c.version)).where(appends.c.game == game)
    if (connection.scalar(latest) or 0) >= version:
        return False
    for table in (appends, games, listings):
        connection.execute(delete(table).where(table.c.game == game))
    return True


def _list(connection: Connection, landed: Iterable[Append]) -> None:
    rows = [{"key": key, "game": append.game} for append in landed for key in append.keys]
    if rows:
        connection.execute(insert(listings), rows)


def _append(row: Any) -> Append:
    return Append(row.game, row.version, _events.decode(row.events), row.command)


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


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _reason(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0]
