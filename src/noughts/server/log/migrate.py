"""Migrations: upgrade a database to the tables that this program knows."""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from noughts.server.log.store import UnsuitableDatabase

LATEST = "0006"  # the newest step in migrations/versions
_STEP = re.compile(r"\d{4}")
_OURS = {"alembic_version", "appends"}  # tables of every step
_MIGRATIONS = Path(__file__).with_name("migrations")


def migrate(connection: Connection) -> None:
    """Run the steps a database lacks, in the transaction of the connection.

    Raises UnsuitableDatabase where the database is newer than this program, or not one of ours.
    """
    current = step(connection)
    if current > LATEST:
        raise UnsuitableDatabase(
            f"the database is at step {current}, this program knows {LATEST}: use a newer noughts"
        )
    if current == LATEST:
        return
    # The import takes a quarter of a second, which only a new or an old database needs.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, LATEST)


def step(connection: Connection) -> str:
    """The step a database is at; empty for an empty database."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return ""
    if _OURS.issubset(tables):
        step = connection.scalar(text("SELECT version_num FROM alembic_version"))
        if step is not None and _STEP.fullmatch(step):
            return str(step)
    raise UnsuitableDatabase("the database holds something else: name another with --database")
