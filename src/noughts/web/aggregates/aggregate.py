"""A game in memory, with the log it was made from."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain, islice
from typing import Any

from msgspec import Struct

from noughts.core.errors import NoughtsError
from noughts.online.games import (
    Command,
    Person,
    Rematched,
    SatDown,
    SharedGame,
    Sit,
    evolve,
    replay,
)
from noughts.web.storage.store import Append, StoreUnavailable

_ID_BYTES = 12  # 96 bits: nobody guesses the address of a game


class UnknownGame(NoughtsError):
    """An id that no game has."""


class Executed(Struct, frozen=True):
    """A game before and after a command; `repeated` is what it did when it was first sent."""

    before: SharedGame
    after: SharedGame
    repeated: Append | None


@dataclass(slots=True)
class HeldGame:
    """A game in memory, with the log it was made from; changed only under its lock."""

    id: str
    shared: SharedGame
    appends: dict[str, Append]  # by their commands, in order
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_in_doubt: bool = False  # an append may have landed that is not in here
    early: dict[int, Append] = field(default_factory=dict)  # heard before what comes before it

    def add(self, append: Append) -> None:
        """Take a kept append for true."""
        self.appends[append.command_id] = append
        for event in append.events:
            self.shared = evolve(self.shared, event)

    def forget_early(self) -> None:
        """Let go of what was heard early and is known by now."""
        known = self.shared.version
        self.early = {version: early for version, early in self.early.items() if version >= known}

    @property
    def is_behind(self) -> bool:
        """Whether the log may have something that is not in here."""
        return self.is_in_doubt or bool(self.early)

    @property
    def latest(self) -> int:
        """The version of the last append."""
        return next(reversed(self.appends.values())).version

    def kept(self, command: str) -> Append | None:
        """What a command made of the game, if it was given before."""
        return self.appends.get(command)

    def at(self, version: int) -> SharedGame:
        """The game at a version; at its first or as it is, if there is no such version."""
        return replay(islice(self._events(), max(version, 1)))

    def find_round(self, number: int | None) -> SharedGame:
        """A game of the series at its end, or as it is; by default the last that has ended.

        Raises UnknownGame.
        """
        shared = self.shared
        if number is None:
            number = shared.round - (shared.game.ending is None and shared.round > 1)
        return shared if number == shared.round else self._end_of_round(number)

    def _end_of_round(self, number: int) -> SharedGame:
        """The game before the rematch that ended a round."""
        rematches = (
            version for version, event in enumerate(self._events()) if isinstance(event, Rematched)
        )
        version = next(islice(rematches, number - 1, None), None)
        if version is None:
            raise UnknownGame(f"this series has no game {number}")
        return self.at(version)

    def _events(self) -> Iterable[Any]:
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


def lags(known: int, latest: int | None) -> bool:
    """Whether the log has an append after the last that is known, or none at all any more.

    More may be known than the log had when it was asked.
    """
    return latest is None or latest > known


def may_have_made(command: Command, append: Append) -> bool:
    """Whether an append may come of a command: of one that was given later it does not."""
    if isinstance(command, Sit):  # whenever somebody asks, they sit or they do not
        return any(isinstance(each, SatDown) and each.seat == command.by for each in append.events)
    return command.version <= append.version


def id_for(key: str, command: str) -> str:
    """An id that a repeated command finds again and nobody without the key can work out."""
    digest = blake2b(f"{key} {command}".encode(), digest_size=_ID_BYTES)
    return digest.hexdigest()
