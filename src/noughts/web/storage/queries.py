"""What is asked of the tables, and changed beside the log: the same in every database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, Update, delete, func, select, update

from noughts.online.events import LoggedEvent
from noughts.web.storage.store import Append
from noughts.web.storage.tables import appends, games, listings

_events = msgspec.json.Decoder(tuple[LoggedEvent, ...])


def log_of(id_: str) -> Select[Any]:
    """All appends to a game, in order."""
    return select(appends).where(appends.c.game == id_).order_by(appends.c.version)


def last_versions(ids: Sequence[str]) -> Select[tuple[str, int]]:
    """The version of the last append to each game."""
    last = func.max(appends.c.version)
    return select(appends.c.game, last).where(appends.c.game.in_(ids)).group_by(appends.c.game)


def pairs(rows: Iterable[Any]) -> dict[str, int]:
    """What `latest` answers."""
    return dict(map(tuple, rows))


def listed_ids(key: str, count: int) -> Select[tuple[str]]:
    """The games last begun that a key finds in its list, latest first."""
    return (
        select(listings.c.game)
        .where(listings.c.key == key)
        .order_by(listings.c.number.desc())
        .limit(count)
    )


def ids_after(id_: str, count: int) -> Select[tuple[str]]:
    """The next ids that there are, in their order."""
    return select(games.c.game).where(games.c.game > id_).order_by(games.c.game).limit(count)


def due_ids(now: int, count: int) -> Select[tuple[str]]:
    """Games to be looked at by now, those first that have waited longest."""
    return select(games.c.game).where(games.c.due <= now).order_by(games.c.due).limit(count)


def set_due(id_: str, due: int) -> Update:
    """Look at a game again at another time."""
    return update(games).where(games.c.game == id_).values(due=due)


def delete_log(connection: Connection, id_: str, version: int) -> bool:
    """Delete a game whose last append was decided before a version; whether it is gone."""
    latest = select(func.max(appends.c.version)).where(appends.c.game == id_)
    if (connection.scalar(latest) or 0) >= version:
        return False
    for table in (appends, games, listings):
        connection.execute(delete(table).where(table.c.game == id_))
    return True


def encode(events: tuple[LoggedEvent, ...]) -> str:
    """Events as they are kept."""
    return msgspec.json.encode(events).decode()


def decode_events(text: str | bytes) -> tuple[LoggedEvent, ...]:
    """Events as they were kept; raises msgspec.DecodeError where they are damaged."""
    return _events.decode(text)


def decode(row: Any) -> Append:
    """A row of `log_of`; raises msgspec.DecodeError where it is damaged."""
    return Append(row.game, row.version, decode_events(row.events), row.command)
