"""The store and the transport that the settings name."""

from __future__ import annotations

import secrets
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import noughts.server.games.types
import noughts.server.rooms.types  # noqa: F401 - both register names that a migration needs
from noughts.core.extras import require_extra
from noughts.server.cluster.transport import PostgresNotify, Transport
from noughts.server.log.sqlite import SqliteStore, reserved
from noughts.server.log.store import Store
from noughts.server.settings import InvalidSettings, Settings

_FILE = "sqlite:///"


@dataclass(frozen=True, slots=True)
class Backend:
    """A store with its database migrated, and the transport to other nodes, if any."""

    store: Store
    description: str  # of the database, for people
    transport: Transport | None = None


def check_database(settings: Settings) -> None:
    """Raise InvalidSettings or MissingExtra where no database fits, before anything is opened."""
    if server_url(settings):
        return
    database_file(settings)
    if settings.workers > 1:
        raise InvalidSettings(
            "--workers: a database in one file serves one process; leave --workers at 1"
        )


def open_backend(settings: Settings) -> Backend:
    """Open the database that the settings name, with its transport if servers can share it.

    Raises InvalidSettings, MissingExtra and UnsuitableDatabase.
    """
    if url := server_url(settings):
        from noughts.server.cluster import postgres

        description = postgres.describe(url)
        postgres.migrate_database(url)
        transport = PostgresNotify(url, secrets.token_hex(6))  # a name that no other has
        return Backend(postgres.PostgresStore(url, transport), description, transport)
    file = database_file(settings)
    return Backend(SqliteStore(file), str(file))


def reserve_database(settings: Settings) -> AbstractContextManager[None]:
    """Keep other servers from a database in a file; what it raises, `open_backend` raises too."""
    if server_url(settings):
        return nullcontext()
    file = database_file(settings)
    if settings.database is None:
        file.parent.mkdir(parents=True, exist_ok=True)
    return reserved(file)


def server_url(settings: Settings) -> str | None:
    """Return the URL of a database server, None for a database in a file; raises MissingExtra."""
    database = settings.database or ""
    if not database.startswith(("postgresql://", "postgres://")):
        return None
    require_extra("cluster", "asyncpg", "greenlet")
    return f"postgresql://{database.partition('://')[2]}"


def database_file(settings: Settings) -> Path:
    """Return the file of the database; raises InvalidSettings."""
    if settings.database is None:
        # Only a server needs it.
        from platformdirs import user_data_path

        return user_data_path("noughts", appauthor=False) / "games.db"
    name = settings.database.removeprefix(_FILE)
    if name == settings.database or not name or name.startswith(":memory:"):
        raise InvalidSettings(f"--database: a database is {_FILE}FILE or postgresql://...")
    return Path(name)
