"""Which store a setting names."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from noughts.core.errors import MissingExtra
from noughts.web.settings import InvalidSettings, Settings
from noughts.web.sqlite import SqliteStore
from noughts.web.store import Store

_FILE = "sqlite:///"
_SERVERS = ("postgresql://", "postgres://")
_MISSING = 'PostgreSQL needs more libraries: pip install "noughts[cluster]" brings them'


def open_store(settings: Settings) -> tuple[Store, str]:
    """The store of a database, prepared, and where that is, in words.

    Raises InvalidSettings, MissingExtra and UnsuitableDatabase.
    """
    database = settings.database
    if database is not None and database.startswith(_SERVERS):
        return _open_server(f"postgresql://{database.partition('://')[2]}")
    file = database_file(settings)
    return SqliteStore(file), str(file)


def server_url(settings: Settings) -> str | None:
    """The address of a database server, None for a database in a file; raises MissingExtra."""
    database = settings.database or ""
    if not database.startswith(_SERVERS):
        return None
    if find_spec("asyncpg") is None:
        raise MissingExtra(_MISSING)
    return f"postgresql://{database.partition('://')[2]}"


def database_file(settings: Settings) -> Path:
    """The file of the database, its folder made; raises InvalidSettings."""
    if settings.database is None:
        # Only a server asks where data belongs.
        from platformdirs import user_data_path  # noqa: PLC0415

        return user_data_path("noughts", appauthor=False, ensure_exists=True) / "games.db"
    name = settings.database.removeprefix(_FILE)
    if name == settings.database or not name or name.startswith(":memory:"):
        raise InvalidSettings(f"--database: a database is {_FILE}FILE or postgresql://...")
    return Path(name)


def _open_server(url: str) -> tuple[Store, str]:
    try:
        from noughts.web.postgres import PostgresStore, place, prepare  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtra(_MISSING) from error
    where = place(url)
    prepare(url)
    return PostgresStore(url), where
