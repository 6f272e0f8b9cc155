"""A game in memory, with the log it was made from."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain, islice

from noughts.core.errors import NoughtsError
from noughts.online import (
    Command,
    Logged,
    Person,
    Rematched,
    SatDown,
    SharedGame,
    Sit,
    evolve,
    replay,
)
from noughts.web.store import Append, StoreUnavailable

_ID_BYTES = 12  # 96 bits: nobody guesses the address of a game


class UnknownGame(NoughtsError):
    """An id that no game has."""


@dataclass(slots=True)
class HeldGame:
    """A game in memory, with the log it was made from; changed only under its lock."""

    id: str
    shared: SharedGame
    appends: dict[str, Append]  # by their commands, in order
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    alarm: asyncio.TimerHandle | None = None  # when the side to move will have no time left
    is_in_doubt: bool = False  # an append may have landed that is not in here

    def add(self, append: Append) -> None:
        """Take a kept append for true."""
        self.appends[append.command] = append
        for event in append.events:
            self.shared = evolve(self.shared, event)

    @property
    def latest(self) -> int:
        """The version of the last append."""
        return next(reversed(self.appends.values())).version

    def kept(self, command: str) -> Append | None:
        """What a command made of the game, if it was given before."""
        return self.appends.get(command)

    def at(self, version: int) -> SharedGame:
        return replay([event for _, event in zip(range(version), self._events(), strict=False)])

    def end_of_round(self, number: int) -> SharedGame:
        """The game before the rematch that ended a round; raises UnknownGame if none did."""
        rematches = (
            version for version, event in enumerate(self._events()) if isinstance(event, Rematched)
        )
        version = next(islice(rematches, number - 1, None), None)
        if version is None:
            raise UnknownGame(f"this series has no game {number}")
        return self.at(version)

    def _events(self) -> Iterable[Logged]:
        return chain.from_iterable(append.events for append in self.appends.values())


def replay_log(appends: tuple[Append, ...]) -> SharedGame:
    """The game that a log makes; raises StoreUnavailable where it makes none."""
    try:
        return replay(chain.from_iterable(append.events for append in appends))
    except ValueError as error:  # what the core rejects, too
        raise StoreUnavailable(f"the log of the game is damaged: {error}") from None


def keys_of(command: Command) -> tuple[str, ...]:
    """Who finds the game in their list from now on."""
    if isinstance(command, Sit) and isinstance(command.by, Person):
        return (command.by.key,)
    return ()


def may_have_made(command: Command, append: Append) -> bool:
    """Whether an append may come of a command: of one that was given later it does not."""
    if isinstance(command, Sit):  # whenever somebody asks, they sit or they do not
        return any(isinstance(each, SatDown) and each.seat == command.by for each in append.events)
    return command.version <= append.version


def id_for(key: str, command: str) -> str:
    """An id that a repeated command finds again and nobody without the key can work out."""
    digest = blake2b(f"{key} {command}".encode(), digest_size=_ID_BYTES)
    return digest.hexdigest()
