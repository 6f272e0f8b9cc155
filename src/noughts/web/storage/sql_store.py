"""What SQLite and PostgreSQL share: queries, rows, and events as JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, Select, delete, func, select, update

from noughts.online.events import LoggedEvent
from noughts.web.counters import BatchCounters
from noughts.web.storage.batchers import AsyncBatcher, ThreadBatcher
from noughts.web.storage.store import Append, DamagedLog, UnknownEvents
from noughts.web.storage.tables import appends, games, listings

T = TypeVar("T")
Done = Literal["read", "changed"]

# Nobody appends nothing, and readers rely on a last event.
_decoder: msgspec.json.Decoder[tuple[LoggedEvent, ...]] = msgspec.json.Decoder(
    Annotated[tuple[LoggedEvent, ...], Meta(min_length=1)]
)


class SqlStore(ABC):
    """A store in a database; subclasses decide how to connect and insert appends."""

    def __init__(self, batcher: ThreadBatcher | AsyncBatcher) -> None:
        self._batcher = batcher
        self.batches: BatchCounters = batcher.counters
        self.append = batcher.append

    @abstractmethod
    async def _run(self, use: Callable[[Connection], T], done: Done) -> T:
        """Call a function with a connection in a transaction; raises StoreUnavailable."""

    async def load(self, id_: str) -> tuple[Append, ...]:
        query = select(appends).where(appends.c.game == id_).order_by(appends.c.version)
        return await self._run(
            lambda connection: tuple(map(_decode, connection.execute(query))), "read"
        )

    async def load_all(self, ids: Sequence[str]) -> dict[str, tuple[Append, ...]]:
        query = select(appends).where(self._is_in(ids)).order_by(*appends.primary_key)
        return await self._run(lambda connection: _decode_all(connection.execute(query)), "read")

    async def last_versions(self, ids: Sequence[str]) -> dict[str, int]:
        last = func.max(appends.c.version)
        query = select(appends.c.game, last).where(self._is_in(ids)).group_by(appends.c.game)
        return await self._run(
            lambda connection: dict(map(tuple, connection.execute(query))), "read"
        )

    def _is_in(self, ids: Sequence[str]) -> Any:
        """The condition that an append is to one of the ids."""
        return appends.c.game.in_(ids)

    async def listed_ids(self, key: str, count: int) -> tuple[str, ...]:
        query = select(listings.c.game).where(listings.c.key == key)
        return await self._read_ids(query.order_by(listings.c.number.desc()).limit(count))

    async def unlist(self, id_: str, key: str) -> None:
        query = delete(listings).where(listings.c.key == key, listings.c.game == id_)
        await self._run(lambda connection: connection.execute(query), "changed")

    async def ids_after(self, id_: str, count: int) -> tuple[str, ...]:
        query = select(games.c.game).where(games.c.game > id_)
        return await self._read_ids(query.order_by(games.c.game).limit(count))

    async def due_ids(self, now: int, count: int) -> tuple[str, ...]:
        query = select(games.c.game).where(games.c.due <= now)
        return await self._read_ids(query.order_by(games.c.due).limit(count))

    async def _read_ids(self, query: Select[tuple[str]]) -> tuple[str, ...]:
        return await self._run(lambda connection: tuple(connection.scalars(query)), "read")

    async def set_due(self, id_: str, due: int) -> None:
        query = update(games).where(games.c.game == id_).values(due=due)
        await self._run(lambda connection: connection.execute(query), "changed")

    async def delete(self, id_: str, version: int) -> bool:
        return await self._run(lambda connection: self._delete(connection, id_, version), "changed")

    def _delete(self, connection: Connection, id_: str, version: int) -> bool:
        last = select(func.max(appends.c.version)).where(appends.c.game == id_)
        if (connection.scalar(last) or 0) >= version:
            return False
        for table in (appends, games, listings):
            connection.execute(delete(table).where(table.c.game == id_))
        return True


def encode_events(events: tuple[Any, ...]) -> str:
    """Events as JSON, as logs and messages between nodes have them."""
    return msgspec.json.encode(events).decode()


def decode_events(text: str | bytes) -> tuple[LoggedEvent, ...]:
    """Events from JSON; raises msgspec.DecodeError where they are damaged."""
    try:
        return _decoder.decode(text)
    except (UnicodeDecodeError, RecursionError) as error:  # msgspec's too
        raise msgspec.DecodeError(str(error)) from None


def is_of_one_table(batch: Iterable[Append]) -> bool:
    """Whether a batch goes into the table of appends alone, as moves do."""
    return not any(append.version == 0 or append.keys for append in batch)


def game_rows(batch: Iterable[Append]) -> list[tuple[str, int]]:
    """The rows of the table of games that go with a batch: (game, due)."""
    return [(append.id, append.due) for append in batch if append.version == 0]


def listing_rows(batch: Iterable[Append]) -> list[tuple[str, str]]:
    """The rows of the table of listings that go with a batch: (key, game)."""
    return [(key, append.id) for append in batch for key in append.keys]


def _decode_all(rows: Iterable[Any]) -> dict[str, tuple[Append, ...]]:
    logs = groupby(map(_decode, rows), attrgetter("id"))
    return {id_: tuple(log) for id_, log in logs}


def _decode(row: Any) -> Append:
    game, version, events, command = row  # by name they would take twice as long
    try:
        return Append(game, version, decode_events(events), command)
    except msgspec.ValidationError as error:
        unknown = f"this version does not know the events of {game}: {error}"
        raise UnknownEvents(f"the games cannot be read: {unknown}") from None
    except msgspec.DecodeError as error:
        raise DamagedLog(f"the games cannot be read: {error}") from None
