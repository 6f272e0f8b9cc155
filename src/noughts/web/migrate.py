"""Bringing a database up to the tables this program knows."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from noughts.web.store import UnsuitableDatabase

LATEST = "0001"  # the newest step in migrations/versions
_MIGRATIONS = Path(__file__).with_name("migrations")


def migrate(connection: Connection) -> None:
    """Run the steps a database still lacks, within the connection's transaction.

    Raises UnsuitableDatabase where the database is newer than this program, or not one of ours.
    """
    current = _step(connection)
    if current is not None and current > LATEST:
        raise UnsuitableDatabase(
            f"the database is at step {current}, this program knows {LATEST}: use a newer noughts"
        )
    if current != LATEST:
        _upgrade(connection)


def _step(connection: Connection) -> str | None:
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        step: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return step
    if tables:
        raise UnsuitableDatabase("the database holds something else: name another with --database")
    return None


def _upgrade(connection: Connection) -> None:
    # A quarter of a second that only a new or an old database pays.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
