"""Migrations: create the tables of an empty database, or upgrade those of an older one."""

from __future__ import annotations

import re
from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy import Connection, inspect, text

from noughts.server.log.sql_store import appends, metadata, steps
from noughts.server.log.store import UnsuitableDatabase

_STEP = re.compile(r"\d{4}")
_OURS = {steps.name, appends.name}  # tables of every step

# In the JSON of events. In a name, a quotation mark has a backslash before it.
_RENAMED = {
    '"type":"sat-down"': '"type":"sat"',
    '"type":"took-back"': '"type":"undone"',
    '"type":"agreed"': '"type":"drawn"',
    '"type":"left"': '"type":"claimed"',
    '"type":"room-departed"': '"type":"room-left"',
    '"type":"room-chose"': '"type":"room-chosen"',
    '"kind":"takeback"': '"kind":"undo"',
}


def _add_games(connection: Connection) -> None:
    """Add when each game is due, now at first; drop an index that doubled the cost of a move."""
    for statement in (
        "DROP INDEX appends_command",
        "CREATE TABLE games (game VARCHAR(32) NOT NULL PRIMARY KEY, due INTEGER NOT NULL)",
        "CREATE INDEX games_due ON games (due)",
        "INSERT INTO games (game, due) SELECT game, 0 FROM appends WHERE version = 0",
    ):
        connection.execute(text(statement))


def _widen(connection: Connection) -> None:
    """Allow times after January 2038, and more than 2,147,483,647 listings."""
    if connection.dialect.name != "postgresql":
        return
    for statement in (
        "ALTER TABLE games ALTER COLUMN due TYPE BIGINT",
        "ALTER TABLE listings ALTER COLUMN number TYPE BIGINT",
        "ALTER SEQUENCE listings_number_seq AS BIGINT",
    ):
        connection.execute(text(statement))


def _rename_events(connection: Connection) -> None:
    """Name events after what caused them: sat, undone, drawn and claimed."""
    events = appends.c.events
    for old, new in _RENAMED.items():
        renamed = sa.update(appends).where(events.contains(old))
        connection.execute(renamed.values(events=sa.func.replace(events, old, new)))


def _keep_tables(_: Connection) -> None:
    """Change nothing: the step keeps out older programs, which cannot read the new events."""


# Each upgrades a database from the step before; that of an empty one is not needed any more.
_UPGRADES: dict[str, Callable[[Connection], None]] = {
    "0002": _add_games,
    "0003": _widen,
    "0004": _keep_tables,  # rooms for a class
    "0005": _rename_events,
    "0006": _keep_tables,  # who declined an offer
}
LATEST = max(_UPGRADES)


def migrate(connection: Connection) -> None:
    """Run the steps a database lacks, in the transaction of the connection.

    Raises UnsuitableDatabase where the database is newer than this program, or not one of ours.
    """
    current = step(connection)
    if current > LATEST:
        raise UnsuitableDatabase(
            f"the database is at step {current}, this program knows {LATEST}: use a newer noughts"
        )
    if not current:
        metadata.create_all(connection)
        connection.execute(sa.insert(steps).values(version_num=LATEST))
    elif current < LATEST:
        for number, upgrade in _UPGRADES.items():
            if number > current:
                upgrade(connection)
        connection.execute(sa.update(steps).values(version_num=LATEST))


def step(connection: Connection) -> str:
    """The step a database is at; empty for an empty database."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return ""
    if _OURS.issubset(tables):
        found: str | None = connection.scalar(sa.select(steps.c.version_num))
        if found is not None and _STEP.fullmatch(found):
            return str(found)
    raise UnsuitableDatabase("the database holds something else: name another with --database")
