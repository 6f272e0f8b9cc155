"""The tables of the database for SQLAlchemy; the migrations create them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()
_WIDE = BigInteger().with_variant(Integer(), "sqlite")  # whose integers are that wide anyway

# One row per append. `version` is the one it was decided at, so of two appends one wins the key.
# Nothing else need be unique: the winner knew all earlier appends and their command ids.
# `game` is the id of a game or a room.
appends = Table(
    "appends",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("events", Text, nullable=False),
    Column("command", String(64), nullable=False),
)

# When to check whether a log can be deleted.
games = Table(
    "games",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("due", _WIDE, nullable=False),  # seconds since 1970
    Index("games_due", "due"),
)

# Which games are in whose list, by the hash of their secret.
listings = Table(
    "listings",
    metadata,
    Column("number", _WIDE, primary_key=True),
    Column("key", String(64), nullable=False),
    Column("game", String(32), nullable=False),
    Index("listings_key", "key", "number"),
)
