"""The store protocol: one append-only log of events per game or room."""

from __future__ import annotations

from asyncio import Future
from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from noughts.core.errors import NoughtsError
from noughts.server.metrics import BatchCounters


class Conflict(NoughtsError):
    """Another append came first, at the same version."""


class StoreUnavailable(NoughtsError):
    """The store could not read or write; a failed append may still have been committed."""


class DamagedLog(StoreUnavailable):
    """A log that cannot be replayed, which trying again does not mend."""


class UnknownEvents(DamagedLog):
    """A log with events that this version does not know: a newer one may have written them."""


class UnsuitableDatabase(NoughtsError):
    """A database that cannot be used, and what to do."""


class Append(Struct, frozen=True):
    """The events of one command, decided at `version`: they are stored together or not at all.

    `keys` are the hashed keys of people whose lists now include the game. The first append
    sets when the log is `due`, in seconds since 1970: when to check whether it can be deleted.
    """

    id: str
    version: int
    events: tuple[Any, ...]
    command_id: str
    keys: tuple[str, ...] = ()
    due: int = 0


class Store(Protocol):
    """Keeps logs for good; every method may raise StoreUnavailable."""

    batches: BatchCounters  # how appends are batched

    async def load(self, id_: str) -> tuple[Append, ...]:
        """All appends to a log, in order, without keys and due; empty for an unknown id."""

    async def load_all(self, ids: Sequence[str]) -> dict[str, tuple[Append, ...]]:
        """The logs that exist, in the order of their ids, each as `load` returns it."""

    async def last_versions(self, ids: Sequence[str]) -> dict[str, int]:
        """The version of the last append to each log, for those that exist."""

    def append(self, append: Append) -> Future[None]:
        """Commit an append; the future, not done yet, fails with Conflict if it came late."""

    async def listed_ids(self, key: str, count: int) -> tuple[str, ...]:
        """The last ids that were listed for a key, latest first."""

    async def unlist(self, id_: str, key: str) -> None:
        """Take an id off the list of a key, if it is there; the log stays."""

    async def ids_after(self, id_: str, count: int) -> tuple[str, ...]:
        """The next ids, in order."""

    async def due_ids(self, now: int, count: int) -> tuple[str, ...]:
        """The logs that are due, the longest overdue first."""

    async def set_due(self, id_: str, due: int) -> None:
        """Set when a log is due next."""

    async def delete(self, id_: str, version: int) -> bool:
        """Delete a log, unless it has an append at `version` or later; True if it was deleted."""

    async def close(self) -> None:
        """Finish pending appends, then close the database."""


def reason(error: Exception) -> str:
    """The first line of an error's message, the driver's own where SQLAlchemy wraps it."""
    lines = str(getattr(error, "orig", None) or error).splitlines()
    return lines[0] if lines else type(error).__name__
