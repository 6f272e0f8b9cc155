"""Migrations: create the tables of an empty database, or upgrade those of an older one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from secrets import token_hex

import sqlalchemy as sa
from sqlalchemy import Connection, inspect, text

from noughts.server.log.events import RENAMED
from noughts.server.log.store import (
    Outdated,
    UnsuitableDatabase,
    appends,
    metadata,
    secrets,
    steps,
)

_STEP = re.compile(r"\d{4}")
_OURS = {steps.name, appends.name}  # tables of every step

# The statements that upgrade a database from the step before; those of an empty one are not needed
# any more. A step without any keeps out older programs, which cannot read the new events.
_UPGRADES: dict[str, Sequence[str]] = {
    # When each game is due, now at first; and no index that doubled the cost of a move.
    "0002": (
        "DROP INDEX appends_command",
        "CREATE TABLE games (game VARCHAR(32) NOT NULL PRIMARY KEY, due INTEGER NOT NULL)",
        "CREATE INDEX games_due ON games (due)",
        "INSERT INTO games (game, due) SELECT game, 0 FROM appends WHERE version = 0",
    ),
    # Times after January 2038, and more than 2,147,483,647 listings.
    "0003": (
        "ALTER TABLE games ALTER COLUMN due TYPE BIGINT",
        "ALTER TABLE listings ALTER COLUMN number TYPE BIGINT",
        "ALTER SEQUENCE listings_number_seq AS BIGINT",
    ),
    "0004": (),  # rooms for a class
    "0005": (),  # events are named after what caused them
    "0006": (),  # who declined an offer
    "0007": ("CREATE TABLE secrets (secret VARCHAR(64) NOT NULL PRIMARY KEY)",),
    # No earlier: older servers that ran on after step 0005 wrote the names from before it.
    "0008": (),  # what `_renaming` returns, since this is imported before the names are registered
    "0009": (),  # breaks of members, rounds that wait for players, and limits for first moves
}
_SKIPPED = {("sqlite", "0003")}  # whose integers are that wide anyway
_RENAMING = "0008"  # the step that gives events their names of today
_SECRET = "0007"  # the first step with a secret
_SECRET_BYTES = 32
LATEST = max(_UPGRADES)


def migrate(connection: Connection) -> None:
    """Run the steps a database lacks, in the transaction of the connection.

    Raises UnsuitableDatabase where the database is newer than this program, or not one of ours.
    """
    current = step(connection)
    if current > LATEST:
        raise UnsuitableDatabase(_newer(current))
    if not current:
        metadata.create_all(connection)
        connection.execute(sa.insert(steps).values(version_num=LATEST))
    elif current < LATEST:
        for number, statements in _UPGRADES.items():
            if number > current and (connection.dialect.name, number) not in _SKIPPED:
                for statement in _renaming() if number == _RENAMING else statements:
                    connection.execute(text(statement))
        connection.execute(sa.update(steps).values(version_num=LATEST))
    if current < _SECRET:
        connection.execute(sa.insert(secrets).values(secret=token_hex(_SECRET_BYTES)))


def _renaming() -> list[str]:
    assert RENAMED, "games and rooms must register their names first"
    return [
        f"UPDATE appends SET events = replace(events, '{old}', '{new}') WHERE events LIKE '%{old}%'"
        for old, new in RENAMED.items()
    ]


def is_behind(connection: Connection) -> bool:
    """True if a database with tables lacks a step; raises UnsuitableDatabase."""
    return "" < step(connection) < LATEST


def check_step(step: str) -> None:
    """Raise Outdated if a newer program has migrated the database to this step."""
    if step > LATEST:
        raise Outdated(_newer(step))


def _newer(step: str) -> str:
    return f"the database is at step {step}, this program knows {LATEST}: use a newer noughts"


def step(connection: Connection) -> str:
    """Return the step a database is at; empty for an empty database."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return ""
    if _OURS.issubset(tables):
        number: str | None = connection.scalar(sa.select(steps.c.version_num))
        if number is not None and _STEP.fullmatch(number):
            return str(number)
    raise UnsuitableDatabase("the database holds something else: name another with --database")
