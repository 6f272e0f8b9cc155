"""The tables of the database, as SQLAlchemy knows them; the migrations make them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()
_WIDE = BigInteger().with_variant(Integer(), "sqlite")  # whose integers are as wide anyway

# One row an append: `version` is the one it was decided on, so the primary key lets one of two win.
# Nothing else need be unique: whoever wins knew every append before, and the commands they came of.
appends = Table(
    "appends",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("events", Text, nullable=False),
    Column("command", String(64), nullable=False),
)

# When somebody is to look whether a game can be deleted.
games = Table(
    "games",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("due", _WIDE, nullable=False),  # seconds since 1970
    Index("games_due", "due"),
)

# Who finds which game in their list, by the hash of their secret.
listings = Table(
    "listings",
    metadata,
    Column("number", _WIDE, primary_key=True),
    Column("key", String(64), nullable=False),
    Column("game", String(32), nullable=False),
    Index("listings_key", "key", "number"),
)
