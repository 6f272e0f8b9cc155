"""The common part of all stores: append-only logs of events."""

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
from msgspec import Struct

from noughts.core.errors import NoughtsError
from noughts.server.log.events import decode_events
from noughts.server.metrics import BatchCounters

LARGEST_BATCH = 1_000


class Conflict(NoughtsError):
    """An append that came late: another was first, at the same version."""


class StoreUnavailable(NoughtsError):
    """A store that could not read or write; a failed append may still have been committed."""


class DamagedLog(StoreUnavailable):
    """A log that cannot be replayed, which trying again does not mend."""


class UnknownEvents(DamagedLog):
    """A log with events that this version does not know: a newer one may have written them."""


class Outdated(StoreUnavailable):
    """A newer version of this program has migrated the database: this one adds nothing to it."""


class UnsuitableDatabase(NoughtsError):
    """A database that cannot be used, and what to do."""


class Append(Struct, frozen=True):
    """The events of one command, decided at `version`: they are stored together or not at all.

    `keys` are the hashed keys of people whose lists now include the id. The first append sets
    when the log is `due`, in seconds since 1970: when to check whether it can be deleted.
    """

    id: str
    version: int
    events: tuple[Any, ...]
    command_id: str
    keys: tuple[str, ...] = ()
    due: int = 0


Waiting = tuple[Append, "asyncio.Future[None]"]

metadata = sa.MetaData()
_WIDE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")  # whose integers are that wide anyway

# One row per append. `version` is the one it was decided at, so of two appends one wins the key.
# Nothing else need be unique: the winner knew all earlier appends and their command ids.
# A log is of what has the id `game`: games were the first to have one.
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

# Which of them are in whose list, by the hash of their secret.
listings = sa.Table(
    "listings",
    metadata,
    sa.Column("number", _WIDE, primary_key=True),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Index("listings_key", "key", "number"),
)

# What only the servers of this database know, in one row.
secrets = sa.Table("secrets", metadata, sa.Column("secret", sa.String(64), primary_key=True))

# The migration that made the tables what they are, in one row. Alembic, which ran the first ones,
# named it so; under any other name older programs, which look for it as they start and PostgreSQL's
# at every append, could not tell that they are outdated.
steps = sa.Table(
    "alembic_version", metadata, sa.Column("version_num", sa.String(32), primary_key=True)
)


T = TypeVar("T")
Done = Literal["read", "changed"]


class Store(ABC):
    """Logs kept for good in a database; appends are written in batches, in order of arrival.

    Subclasses decide how to connect, when a batch is written, and how it is inserted. A store is
    used in one event loop. Every method may raise StoreUnavailable.
    """

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []
        self._is_closed = False
        self._outdated = ""  # why, once an append has failed with Outdated
        self.batches = BatchCounters(lambda: len(self._waiting))

    @cached_property
    def _loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()  # a system call, 2 µs

    @abstractmethod
    async def _run(self, use: Callable[[sa.Connection], T], done: Done) -> T:
        """Call a function with a connection in a transaction; raises StoreUnavailable."""

    @abstractmethod
    async def close(self) -> None:
        """Finish pending appends, then close the database."""

    @abstractmethod
    def _add(self, waiting: Waiting) -> None:
        """Let an append wait for a batch, and have that written."""

    def append(self, append: Append) -> asyncio.Future[None]:
        """Commit an append; the future, not done yet, fails with Conflict if it came late."""
        future: asyncio.Future[None] = self._loop.create_future()
        if self._is_closed:
            future.set_exception(StoreUnavailable("the database is closed"))
        else:
            self._add((append, future))
        return future

    def check(self) -> None:
        """Raise Outdated if an append has failed with it: so will every other."""
        if self._outdated:
            raise Outdated(self._outdated)

    def _take(self, count: int) -> list[Waiting]:
        """Take a batch of the appends that wait."""
        batch = self._waiting[:count]
        del self._waiting[:count]
        return batch

    def _resolve(self, batch: Sequence[Waiting], results: Sequence[bool] | Exception) -> None:
        """Resolve the futures of a batch: True for each append that was stored, or one error."""
        if isinstance(results, Outdated):
            self._outdated = str(results)
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

    async def step(self) -> str:
        """Return the migration step the database is at."""
        query = sa.select(steps.c.version_num)
        return await self._run(lambda connection: connection.scalars(query).one(), "read")

    async def load(self, id_: str) -> tuple[Append, ...]:
        """Return all appends to a log, in order, without keys and due; empty for an unknown id."""
        query = sa.select(appends).where(appends.c.game == id_).order_by(appends.c.version)
        return await self._run(
            lambda connection: tuple(map(_decode, connection.execute(query))), "read"
        )

    async def load_all(self, ids: Sequence[str]) -> dict[str, tuple[Append, ...]]:
        """Return the logs that exist, in the order of their ids, each as `load` returns it."""
        query = sa.select(appends).where(self._is_in(ids)).order_by(*appends.primary_key)

        def read(connection: sa.Connection) -> dict[str, tuple[Append, ...]]:
            logs = groupby(map(_decode, connection.execute(query)), attrgetter("id"))
            return {id_: tuple(log) for id_, log in logs}

        return await self._run(read, "read")

    async def last_versions(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the version of the last append to each log, for those that exist."""
        last = sa.func.max(appends.c.version)
        query = sa.select(appends.c.game, last).where(self._is_in(ids)).group_by(appends.c.game)
        return await self._run(
            lambda connection: dict(map(tuple, connection.execute(query))), "read"
        )

    async def secret(self) -> str:
        """Return what only the servers of this database know."""
        query = sa.select(secrets.c.secret)
        return await self._run(lambda connection: connection.scalars(query).one(), "read")

    def _is_in(self, ids: Sequence[str]) -> Any:
        """Return the condition that an append is to one of the ids."""
        return appends.c.game.in_(ids)

    async def listed_ids(self, key: str, count: int, before: str | None = None) -> tuple[str, ...]:
        """Return the last ids listed for a key, or those before one of them, latest first."""
        query = sa.select(listings.c.game).where(listings.c.key == key)
        if before is not None:
            number = sa.select(sa.func.min(listings.c.number))
            number = number.where(listings.c.key == key, listings.c.game == before)
            query = query.where(listings.c.number < number.scalar_subquery())
        return await self._read_ids(query.order_by(listings.c.number.desc()).limit(count))

    async def unlist(self, id_: str, key: str) -> None:
        """Take an id off the list of a key, if it is there; the log stays."""
        query = sa.delete(listings).where(listings.c.key == key, listings.c.game == id_)
        await self._run(lambda connection: connection.execute(query), "changed")

    async def ids_after(self, id_: str, count: int) -> tuple[str, ...]:
        """Return the next ids, in order."""
        query = sa.select(games.c.game).where(games.c.game > id_)
        return await self._read_ids(query.order_by(games.c.game).limit(count))

    async def due_ids(self, now: int, count: int) -> tuple[str, ...]:
        """Return the logs that are due, the longest overdue first."""
        query = sa.select(games.c.game).where(games.c.due <= now)
        return await self._read_ids(query.order_by(games.c.due).limit(count))

    async def _read_ids(self, query: sa.Select[tuple[str]]) -> tuple[str, ...]:
        return await self._run(lambda connection: tuple(connection.scalars(query)), "read")

    async def set_due(self, id_: str, due: int) -> None:
        """Set when a log is due next."""
        query = sa.update(games).where(games.c.game == id_).values(due=due)
        await self._run(lambda connection: connection.execute(query), "changed")

    async def delete(self, id_: str, version: int) -> bool:
        """Delete a log, unless it has an append at `version` or later; True if it was deleted."""
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
    """Return the rows of the table of games that go with a batch: (game, due)."""
    return [(append.id, append.due) for append in batch if append.version == 0]


def listing_rows(batch: Iterable[Append]) -> list[tuple[str, str]]:
    """Return the rows of the table of listings that go with a batch: (key, game)."""
    return [(key, append.id) for append in batch for key in append.keys]


def _decode(row: Any) -> Append:
    game, version, events, command = row  # by name they would take twice as long
    try:
        return Append(game, version, decode_events(events), command)
    except msgspec.ValidationError:
        unknown = f"this version does not know the events of {game} after version {version}"
        raise UnknownEvents(f"the games cannot be read: {unknown}") from None
    except msgspec.DecodeError:
        damaged = f"the events of {game} after version {version} are damaged"
        raise DamagedLog(f"the games cannot be read: {damaged}") from None


def reason(error: Exception) -> str:
    """Return the first line of an error's message, the driver's own where SQLAlchemy wraps it."""
    lines = str(getattr(error, "orig", None) or error).splitlines()
    return lines[0] if lines else type(error).__name__
