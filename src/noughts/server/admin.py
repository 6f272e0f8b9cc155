"""Administration of a database: inspect, export, purge, back up, migrate."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from noughts.server.backends import database_file, open_backend, reserve_database, server_url
from noughts.server.games.repository import Games, UnknownGame
from noughts.server.games.types import SharedGame
from noughts.server.log.migrate import LATEST
from noughts.server.log.repository import events_of
from noughts.server.log.sqlite import copy_database, database_step
from noughts.server.log.store import Append, Store, StoreUnavailable, UnsuitableDatabase
from noughts.server.rooms.repository import Rooms
from noughts.server.rooms.types import Room
from noughts.server.settings import InvalidSettings, Settings

_PAGE = 500  # logs read at once: the first lines come soon


@dataclass(frozen=True, slots=True)
class StoredLog:
    """The log of a game or a room, and its state, or how the log is damaged."""

    id: str
    appends: tuple[Append, ...] = ()
    state: SharedGame | Room | None = None
    damage: str = ""

    @property
    def game(self) -> SharedGame | None:
        """The state, if it is a game's."""
        return self.state if isinstance(self.state, SharedGame) else None

    @property
    def events(self) -> Iterable[Any]:
        """The events, in order."""
        return events_of(self.appends)

    @property
    def changed(self) -> str:
        """The time of the last event; empty if the log cannot be read."""
        return self.appends[-1].events[-1].at if self.appends else ""


def open_existing(settings: Settings) -> Store:
    """Return the store of an existing database at the step that this program knows.

    Raises InvalidSettings, MissingExtra and UnsuitableDatabase.
    """
    step = current_step(settings)
    if step < LATEST:
        raise UnsuitableDatabase(
            f"the database is at step {step or '0'}, this program needs {LATEST}: "
            "run noughts admin migrate"
        )
    return open_backend(settings).store


def current_step(settings: Settings) -> str:
    """Return the migration step a database is at; raises what `open_existing` raises."""
    url = server_url(settings)
    if url is None:
        return database_step(_existing_file(settings))
    from noughts.server.cluster import postgres

    return postgres.database_step(url)


def migrate(settings: Settings) -> tuple[str, str]:
    """Bring an existing database up to date; returns the steps before and after.

    A file must not be in use: the server would go on in ignorance of the new step.
    """
    before = current_step(settings)
    if before != LATEST:
        with reserve_database(settings):
            asyncio.run(open_backend(settings).store.close())
    return before, current_step(settings)


def back_up(settings: Settings, to: Path) -> Callable[[Path], None]:
    """Return a function that copies the database into a file, even while it is in use.

    Raises InvalidSettings if the database is not a file, or is `to` itself.
    """
    if server_url(settings) is not None:
        raise InvalidSettings("backup is of a database in a file; PostgreSQL has pg_dump for it")
    file = _existing_file(settings)
    if to.exists() and to.samefile(file):
        raise InvalidSettings("backup: this is the database itself; name another file")
    return partial(copy_database, file)


async def logs(store: Store) -> AsyncIterator[StoredLog]:
    """Yield all logs in the order of their ids, the damaged ones included."""
    id_ = ""
    while ids := await store.ids_after(id_, _PAGE):
        id_ = ids[-1]
        try:
            page = await store.load_all(ids)
        except StoreUnavailable:  # a row is damaged: find out whose
            for log_id in ids:
                with suppress(UnknownGame):  # deleted meanwhile
                    yield await find(store, log_id)
        else:
            for log_id, appends in page.items():
                yield _read(log_id, appends)


async def find(store: Store, id_: str) -> StoredLog:
    """Return the log with an id; raises UnknownGame."""
    try:
        appends = await store.load(id_)
    except StoreUnavailable as error:
        return StoredLog(id_, damage=str(error))
    if not appends:
        raise UnknownGame(f"there is no game {id_[:40]!r}")
    return _read(id_, appends)


def _read(id_: str, appends: tuple[Append, ...]) -> StoredLog:
    try:
        for event in events_of(appends):
            datetime.fromisoformat(event.at)
        replay = Rooms.replay if Rooms.owns(id_) else Games.replay
        return StoredLog(id_, appends, replay(events_of(appends)))
    except (ValueError, IndexError) as error:
        return StoredLog(id_, appends, damage=f"the log is damaged: {error}")


async def idle_since(store: Store, moment: datetime) -> list[StoredLog]:
    """Return the logs unchanged since a moment, each with its last append only."""
    return [
        StoredLog(log.id, log.appends[-1:])
        async for log in logs(store)
        if not log.damage and datetime.fromisoformat(log.changed) < moment
    ]


async def purge(store: Store, idle: Iterable[StoredLog]) -> int:
    """Delete those logs that have still not changed; returns how many."""
    return sum([await store.delete(log.id, log.appends[-1].version + 1) for log in idle])


def _existing_file(settings: Settings) -> Path:
    file = database_file(settings)
    if not file.is_file():
        raise InvalidSettings(f"there is no database {file}: name one with --database")
    return file
