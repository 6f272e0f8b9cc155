"""What a host does with a database beside the server: look, take out, tidy, bring up to date."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from noughts.online.games import Began, SharedGame, replay
from noughts.web.aggregates.kinds import UnknownGame
from noughts.web.backends import database_file, server_url
from noughts.web.settings import InvalidSettings, Settings
from noughts.web.storage.migrate import LATEST
from noughts.web.storage.sqlite import SqliteStore, copy_database, database_step
from noughts.web.storage.store import Append, Store, StoreUnavailable, UnsuitableDatabase

_PAGE = 1_000  # ids read at once


@dataclass(frozen=True, slots=True)
class Log:
    """All that is kept under one id; `shared` where it is a game, `damage` where it is nothing."""

    id: str
    appends: tuple[Append, ...] = ()
    shared: SharedGame | None = None
    damage: str = ""

    @property
    def events(self) -> Iterable[Any]:
        """What happened, in order."""
        return chain.from_iterable(append.events for append in self.appends)

    @property
    def begun(self) -> str:
        """When it began; empty where nothing is known."""
        return self.appends[0].events[0].at if self.appends else ""

    @property
    def changed(self) -> str:
        """When something happened last; empty where nothing is known."""
        return self.appends[-1].events[-1].at if self.appends else ""


def open_existing(settings: Settings) -> Store:
    """The store of a database that is there, and of no other step than this program knows.

    Raises InvalidSettings, MissingExtra and UnsuitableDatabase.
    """
    found = step_now(settings)
    if found < LATEST:
        raise UnsuitableDatabase(
            f"the database is at step {found or '0'}, this program needs {LATEST}: "
            "run noughts admin migrate"
        )
    return _open(settings)


def step_now(settings: Settings) -> str:
    """The step of the migrations that a database is at; raises what `open_existing` raises."""
    url = server_url(settings)
    if url is None:
        return database_step(_existing_file(settings))
    from noughts.web.storage import postgres  # noqa: PLC0415

    return postgres.database_step(url)


def migrate(settings: Settings) -> tuple[str, str]:
    """Bring a database that is there up to date; the step it was at, and the one it is at."""
    before = step_now(settings)
    asyncio.run(_open(settings).close())
    return before, step_now(settings)


def back_up(settings: Settings, to: Path) -> Callable[[Path], None]:
    """What copies the database into a file that will be `to`, also while it is used.

    Raises InvalidSettings where the database is no file, or is `to` itself.
    """
    if server_url(settings) is not None:
        raise InvalidSettings("backup is of a database in a file; PostgreSQL has pg_dump for it")
    file = _existing_file(settings)
    if to.exists() and to.samefile(file):
        raise InvalidSettings("backup: this is the database itself; name another file")
    return partial(copy_database, file)


async def logs(store: Store) -> AsyncIterator[Log]:
    """Everything that is kept, in the order of the ids; a log that is damaged is told, too."""
    id_ = ""
    while ids := await store.ids_after(id_, _PAGE):
        for id_ in ids:
            try:
                log = await find(store, id_)
            except UnknownGame:  # deleted meanwhile
                continue
            yield log


async def find(store: Store, id_: str) -> Log:
    """What is kept under an id; raises UnknownGame."""
    try:
        appends = await store.load(id_)
    except StoreUnavailable as error:
        return Log(id_, damage=str(error))
    if not appends:
        raise UnknownGame(f"there is no game {id_[:40]!r}")
    log = Log(id_, appends)
    if not isinstance(appends[0].events[0], Began):
        return log
    try:
        return Log(id_, appends, replay(log.events))
    except ValueError as error:
        return Log(id_, appends, damage=str(error))


async def idle_since(store: Store, moment: datetime) -> list[Log]:
    """What has not changed since a moment, in few words: without its events."""
    return [
        Log(log.id, log.appends[-1:])
        async for log in logs(store)
        if not log.damage and datetime.fromisoformat(log.changed) < moment
    ]


async def purge(store: Store, idle: Iterable[Log]) -> int:
    """Delete what has still not changed; how much that was."""
    gone = [await store.delete(log.id, log.appends[-1].version + 1) for log in idle]
    return sum(gone)


def _open(settings: Settings) -> Store:
    url = server_url(settings)
    if url is None:
        return SqliteStore(_existing_file(settings))
    from noughts.web.storage.postgres import PostgresStore, migrate_database  # noqa: PLC0415

    migrate_database(url)
    return PostgresStore(url)


def _existing_file(settings: Settings) -> Path:
    file = database_file(settings)
    if not file.is_file():
        raise UnsuitableDatabase(f"there is no database {file}: name one with --database")
    return file
