"""A room in memory, as its log makes it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain

from noughts.core.errors import NoughtsError
from noughts.online import rooms
from noughts.online.rooms import Number, Room
from noughts.web.storage.store import Append, StoreUnavailable
from noughts.web.tasks import Tasks

Hear = Callable[[int, bool], None]


class UnknownRoom(NoughtsError):
    """A code that no room has."""

    def __init__(self) -> None:
        super().__init__("there is no room with this code")


@dataclass(slots=True)
class HeldRoom:
    """A room in memory; changed only under its lock."""

    code: str
    room: Room
    commands: set[str]
    latest: int = 0  # the version of the last append
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    ears: dict[Number, Callable[[], None]] = field(default_factory=dict)  # stop listening to games
    hearing: list[Hear] = field(default_factory=list)
    notes: Tasks = field(default_factory=Tasks)  # beginnings and ends of games
    is_in_doubt: bool = False

    def take(self, append: Append) -> None:
        """Take a kept append for true, and tell of it."""
        room = self.room
        for event in append.events:
            room = rooms.evolve(room, event)
        self.room, self.latest = room, append.version
        self.commands.add(append.command_id)
        self.tell(is_of_game=False)

    def tell(self, *, is_of_game: bool) -> None:
        for hear in tuple(self.hearing):
            hear(self.room.version, is_of_game)

    def stop_listening(self) -> None:
        for stop in self.ears.values():
            stop()
        self.ears.clear()


def held_room(code: str, appends: tuple[Append, ...]) -> HeldRoom:
    """The room that a log makes; raises StoreUnavailable where it makes none."""
    try:
        room = rooms.replay(chain.from_iterable(append.events for append in appends))
    except (ValueError, IndexError) as error:
        raise StoreUnavailable(f"the log of the room is damaged: {error}") from None
    return HeldRoom(code, room, {append.command_id for append in appends}, appends[-1].version)
