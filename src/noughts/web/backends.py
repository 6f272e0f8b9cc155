"""The store and the transport that the settings name."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from noughts.core.extras import require_extra
from noughts.web.cluster.messages import write_appended
from noughts.web.cluster.transport import Transport
from noughts.web.settings import InvalidSettings, Settings
from noughts.web.storage.notifications import Announcer
from noughts.web.storage.sqlite import SqliteStore
from noughts.web.storage.store import Store

_FILE = "sqlite:///"
_SERVERS = ("postgresql://", "postgres://")
_BUSES = ("redis://", "rediss://", "valkey://", "valkeys://", "unix://")
_MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Backend:
    """A store with its database migrated, and the transport to other nodes, if any."""

    store: Store
    description: str  # of the database, for people
    node: str  # a name that no other node has
    transport: Transport | None = None


def open_backend(settings: Settings) -> Backend:
    """Open the database and connect the transport that the settings name.

    Raises InvalidSettings, MissingExtra and UnsuitableDatabase.
    """
    bus, node = settings.bus, secrets.token_hex(6)
    if bus not in (None, _MEMORY) and not bus.startswith(_BUSES):
        raise InvalidSettings("--bus: a bus is memory or redis://...")
    if settings.workers > 1 and bus == _MEMORY:
        raise InvalidSettings("--bus: several processes need another bus than memory")
    if url := server_url(settings):
        return _open_server(url, bus, node)
    if bus not in (None, _MEMORY):
        raise InvalidSettings("--bus: a database in one file serves one process, which needs none")
    if settings.workers > 1:
        raise InvalidSettings(
            "--workers: a database in one file serves one process; leave --workers at 1"
        )
    file = database_file(settings)
    return Backend(SqliteStore(file), str(file), node)


def server_url(settings: Settings) -> str | None:
    """The URL of a database server, None for a database in a file; raises MissingExtra."""
    database = settings.database or ""
    if not database.startswith(_SERVERS):
        return None
    require_extra("cluster", "asyncpg", "greenlet", "redis")
    return f"postgresql://{database.partition('://')[2]}"


def database_file(settings: Settings) -> Path:
    """The file of the database, its folder created; raises InvalidSettings."""
    if settings.database is None:
        # Only a server needs it.
        from platformdirs import user_data_path  # noqa: PLC0415

        return user_data_path("noughts", appauthor=False, ensure_exists=True) / "games.db"
    name = settings.database.removeprefix(_FILE)
    if name == settings.database or not name or name.startswith(":memory:"):
        raise InvalidSettings(f"--database: a database is {_FILE}FILE or postgresql://...")
    return Path(name)


def _open_server(url: str, bus: str | None, node: str) -> Backend:
    from noughts.web.cluster.postgres_notify import PostgresNotify  # noqa: PLC0415
    from noughts.web.cluster.redis_pubsub import RedisPubSub  # noqa: PLC0415
    from noughts.web.storage.postgres import (  # noqa: PLC0415
        PostgresStore,
        describe,
        migrate_database,
    )

    description = describe(url)
    migrate_database(url)
    if bus == _MEMORY:
        return Backend(PostgresStore(url), description, node)
    transport = PostgresNotify(url) if bus is None else RedisPubSub(bus)
    publish = None if bus is None else transport.publish
    announcer = Announcer(partial(write_appended, node), publish)
    return Backend(PostgresStore(url, announcer), description, node, transport)
