"""A game or a room in memory, with the log that made it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Generic

from noughts.web.aggregates.kinds import State
from noughts.web.storage.store import Append


@dataclass(slots=True)
class Aggregate(Generic[State]):
    """A game or a room in memory; commands change it under its lock alone."""

    id: str
    state: State
    appends: dict[str, Append]  # by command id, in order
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_stale: bool = False  # the log may hold an append that is not in here
    early: dict[int, Append] = field(default_factory=dict)  # received before what precedes them

    def apply(self, append: Append, evolve: Callable[[State, Any], State]) -> None:
        """Apply a stored append."""
        self.appends[append.command_id] = append
        state = self.state
        for event in append.events:
            state = evolve(state, event)
        self.state = state

    def drop_known(self) -> None:
        """Drop early appends that have been applied since."""
        version = self.state.version
        self.early = {each: append for each, append in self.early.items() if each >= version}

    @property
    def is_behind(self) -> bool:
        """Whether the log may hold something that is not in here."""
        return self.is_stale or bool(self.early)

    @property
    def last_version(self) -> int:
        """The version on which the last append was decided."""
        return next(reversed(self.appends.values())).version

    @property
    def events(self) -> Iterable[Any]:
        """What happened, in order."""
        return events_of(self.appends.values())


def events_of(appends: Iterable[Append]) -> Iterable[Any]:
    """The events of a log, in order."""
    return chain.from_iterable(append.events for append in appends)
