"""The common part of the stores on SQLite and PostgreSQL: tables, queries, rows, batches."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any, Literal, TypeVar

import msgspec
import sqlalchemy as sa

from noughts.server.log.events import decode_events
from noughts.server.log.store import Append, Conflict, DamagedLog, StoreUnavailable, UnknownEvents
from noughts.server.metrics import BatchCounters

LARGEST_BATCH = 1_000
Waiting = tuple[Append, "asyncio.Future[None]"]


metadata = sa.MetaData()
_WIDE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")  # whose integers are that wide anyway

# One row per append. `version` is the one it was decided at, so of two appends one wins the key.
# Nothing else need be unique: the winner knew all earlier appends and their command ids.
# `game` is the id of a game or a room.
appends = sa.Table(
    "appends",
    metadata,
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("events", sa.Text, nullable=False),
    sa.Column("command", sa.String(64), nullable=False),
)

# When to check whether a log can be deleted.
games = sa.Table(
    "games",
    metadata,
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("due", _WIDE, nullable=False),  # seconds since 1970
    sa.Index("games_due", "due"),
)

# Which games are in whose list, by the hash of their secret.
listings = sa.Table(
    "listings",
    metadata,
    sa.Column("number", _WIDE, primary_key=True),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Index("listings_key", "key", "number"),
)

# The migration that made the tables what they are, in one row; named by Alembic, which ran the
# first ones.
steps = sa.Table(
    "alembic_version", metadata, sa.Column("version_num", sa.String(32), primary_key=True)
)


T = TypeVar("T")
Done = Literal["read", "changed"]


class SqlStore(ABC):
    """A store in a database, which writes appends in batches, in order of arrival.

    Subclasses decide how to connect, when a batch is written, and how it is inserted. It is used in
    one event loop.
    """

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []
        self._is_closed = False
        self.batches = BatchCounters(lambda: len(self._waiting))

    @cached_property
    def _loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()  # a system call, 2 microseconds

    @abstractmethod
    async def _run(self, use: Callable[[sa.Connection], T], done: Done) -> T:
        """Call a function with a connection in a transaction; raises StoreUnavailable."""

    @abstractmethod
    def _add(self, waiting: Waiting) -> None:
        """Let an append wait for a batch, and have that written."""

    def append(self, append: Append) -> asyncio.Future[None]:
        future: asyncio.Future[None] = self._loop.create_future()
        if self._is_closed:
            future.set_exception(StoreUnavailable("the database is closed"))
        else:
            self._add((append, future))
        return future

    def _take(self, count: int) -> list[Waiting]:
        """Take a batch of the appends that wait."""
        batch = self._waiting[:count]
        del self._waiting[:count]
        return batch

    def _resolve(self, batch: Sequence[Waiting], results: Sequence[bool] | Exception) -> None:
        """Resolve the futures of a batch: True for each append that was stored, or one error."""
        self.batches.sizes.observe(len(batch))
        for number, (_, future) in enumerate(batch):
            if future.done():  # its task was cancelled
                continue
            if isinstance(results, Exception):
                future.set_exception(results)
            elif results[number]:
                future.set_result(None)
            else:
                future.set_exception(Conflict("another append came first"))

    async def load(self, id_: str) -> tuple[Append, ...]:
        query = sa.select(appends).where(appends.c.game == id_).order_by(appends.c.version)
        return await self._run(
            lambda connection: tuple(map(_decode, connection.execute(query))), "read"
        )

    async def load_all(self, ids: Sequence[str]) -> dict[str, tuple[Append, ...]]:
        query = sa.select(appends).where(self._is_in(ids)).order_by(*appends.primary_key)

        def read(connection: sa.Connection) -> dict[str, tuple[Append, ...]]:
            logs = groupby(map(_decode, connection.execute(query)), attrgetter("id"))
            return {id_: tuple(log) for id_, log in logs}

        return await self._run(read, "read")

    async def last_versions(self, ids: Sequence[str]) -> dict[str, int]:
        last = sa.func.max(appends.c.version)
        query = sa.select(appends.c.game, last).where(self._is_in(ids)).group_by(appends.c.game)
        return await self._run(
            lambda connection: dict(map(tuple, connection.execute(query))), "read"
        )

    def _is_in(self, ids: Sequence[str]) -> Any:
        """The condition that an append is to one of the ids."""
        return appends.c.game.in_(ids)

    async def listed_ids(self, key: str, count: int) -> tuple[str, ...]:
        query = sa.select(listings.c.game).where(listings.c.key == key)
        return await self._read_ids(query.order_by(listings.c.number.desc()).limit(count))

    async def unlist(self, id_: str, key: str) -> None:
        query = sa.delete(listings).where(listings.c.key == key, listings.c.game == id_)
        await self._run(lambda connection: connection.execute(query), "changed")

    async def ids_after(self, id_: str, count: int) -> tuple[str, ...]:
        query = sa.select(games.c.game).where(games.c.game > id_)
        return await self._read_ids(query.order_by(games.c.game).limit(count))

    async def due_ids(self, now: int, count: int) -> tuple[str, ...]:
        query = sa.select(games.c.game).where(games.c.due <= now)
        return await self._read_ids(query.order_by(games.c.due).limit(count))

    async def _read_ids(self, query: sa.Select[tuple[str]]) -> tuple[str, ...]:
        return await self._run(lambda connection: tuple(connection.scalars(query)), "read")

    async def set_due(self, id_: str, due: int) -> None:
        query = sa.update(games).where(games.c.game == id_).values(due=due)
        await self._run(lambda connection: connection.execute(query), "changed")

    async def delete(self, id_: str, version: int) -> bool:
        return await self._run(lambda connection: self._delete(connection, id_, version), "changed")

    def _delete(self, connection: sa.Connection, id_: str, version: int) -> bool:
        last = sa.select(sa.func.max(appends.c.version)).where(appends.c.game == id_)
        if (connection.scalar(last) or 0) >= version:
            return False
        for table in (appends, games, listings):
            connection.execute(sa.delete(table).where(table.c.game == id_))
        return True


def is_of_one_table(batch: Iterable[Append]) -> bool:
    """True if a batch goes into the table of appends alone, as moves do."""
    return not any(append.version == 0 or append.keys for append in batch)


def game_rows(batch: Iterable[Append]) -> list[tuple[str, int]]:
    """The rows of the table of games that go with a batch: (game, due)."""
    return [(append.id, append.due) for append in batch if append.version == 0]


def listing_rows(batch: Iterable[Append]) -> list[tuple[str, str]]:
    """The rows of the table of listings that go with a batch: (key, game)."""
    return [(key, append.id) for append in batch for key in append.keys]


def _decode(row: Any) -> Append:
    game, version, events, command = row  # by name they would take twice as long
    try:
        return Append(game, version, decode_events(events), command)
    except msgspec.ValidationError as error:
        unknown = f"this version does not know the events of {game}: {error}"
        raise UnknownEvents(f"the games cannot be read: {unknown}") from None
    except msgspec.DecodeError as error:
        raise DamagedLog(f"the games cannot be read: {error}") from None
