"""What a store of games is: a log of events for each game, which only ever grows at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from noughts.core.errors import NoughtsError
from noughts.web.counters import BatchCounters

ROOM = "room-"  # how the ids of rooms begin, and those of games do not


class Conflict(NoughtsError):
    """Another append came first, from the same version."""


class StoreUnavailable(NoughtsError):
    """What was to be kept or read could not be; an append may have landed nevertheless."""


class UnsuitableDatabase(NoughtsError):
    """A database that cannot be used, and what to do."""


class Append(Struct, frozen=True):
    """What one command made of the game at `version`: events that land together or not at all.

    `keys` are those who find the game in their list from now on. The first append to a game says
    when it is `due`, in seconds since 1970: when to look whether it can be deleted.
    """

    id: str
    version: int
    events: tuple[Any, ...]
    command_id: str
    keys: tuple[str, ...] = ()
    due: int = 0


class Store(Protocol):
    """Keeps what is appended before it says so; every method may raise StoreUnavailable."""

    batches: BatchCounters  # how it keeps what is appended, in numbers

    async def load(self, id_: str) -> tuple[Append, ...]:
        """All appends to a game, in order, without keys and due; none for one that is unknown."""
        ...

    async def last_versions(self, ids: Sequence[str]) -> dict[str, int]:
        """The version of the last append to each game, for those that are known."""
        ...

    async def append(self, append: Append) -> None:
        """Keep an append; raises Conflict where its version is taken."""
        ...

    async def listed_ids(self, key: str, count: int) -> tuple[str, ...]:
        """The games last begun that this key finds in its list, latest first."""
        ...

    async def ids_after(self, id_: str, count: int) -> tuple[str, ...]:
        """The next ids that there are, in the order of the ids."""
        ...

    async def due_ids(self, now: int, count: int) -> tuple[str, ...]:
        """Games to be looked at by now, those first that have waited longest."""
        ...

    async def set_due(self, id_: str, due: int) -> None:
        """Look at a game again at another time."""
        ...

    async def delete(self, id_: str, version: int) -> bool:
        """Delete all there is of a game, unless something was appended after a version."""
        ...

    async def close(self) -> None:
        """Keep what is under way, then let go of the database."""
        ...
