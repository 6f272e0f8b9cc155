"""What a store of games is: a log of events for each game, which only ever grows at its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from noughts.core.errors import NoughtsError
from noughts.online import Event


class Conflict(NoughtsError):
    """Another append came first, from the same version or with the same command."""


class StoreUnavailable(NoughtsError):
    """What was to be kept or read could not be; an append may have landed nevertheless."""


class UnsuitableDatabase(NoughtsError):
    """A database that cannot be used, and what to do."""


@dataclass(frozen=True, slots=True)
class Append:
    """What one command made of the game at `version`: events that land together or not at all.

    `keys` are those who find the game in their list from now on.
    """

    game: str
    version: int
    events: tuple[Event, ...]
    command: str
    keys: tuple[str, ...] = ()


class Store(Protocol):
    """Keeps what is appended before it says so; every method may raise StoreUnavailable."""

    async def load(self, game: str) -> tuple[Append, ...]:
        """All appends to a game, in order, without their keys; none for a game that is unknown."""
        ...

    async def append(self, append: Append) -> None:
        """Keep an append; raises Conflict where its version or its command is taken."""
        ...

    async def games_of(self, key: str, count: int) -> tuple[str, ...]:
        """The games last begun that this key finds in its list, latest first."""
        ...

    async def close(self) -> None:
        """Keep what is under way, then let go of the database."""
        ...
