"""Who wants to hear of a game hears of it: what happens is published once it is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from noughts.online.games import SharedGame
from noughts.web.storage.store import Append


class Happened(Struct, frozen=True):
    """An append that is kept, and the game after it."""

    append: Append
    after: SharedGame


Hear = Callable[[Happened], None]


class Bus(Protocol):
    """Carries what happened in a game to all who listen to it, in order; it may lose messages."""

    def publish(self, game: str, happened: Happened) -> None:
        """Tell all who listen to a game."""
        ...

    def subscribe(self, game: str, hear: Hear) -> Callable[[], None]:
        """Listen to a game, until what is returned is called; `hear` must neither wait nor fail."""
        ...

    def has_listeners(self, game: str) -> bool:
        """Whether anybody listens to a game."""
        ...


class MemoryBus:
    """A bus within one process; it keeps nothing of a game to which nobody listens.

    >>> heard = []
    >>> bus = MemoryBus()
    >>> stop = bus.subscribe("one", heard.append)
    >>> bus.publish("one", "something")
    >>> bus.publish("two", "else")
    >>> stop()
    >>> bus.publish("one", "more")
    >>> heard
    ['something']
    """

    def __init__(self) -> None:
        self._hearing: dict[str, list[Hear]] = {}

    def publish(self, game: str, happened: Happened) -> None:
        for hear in tuple(self._hearing.get(game, ())):
            hear(happened)

    def subscribe(self, game: str, hear: Hear) -> Callable[[], None]:
        self._hearing.setdefault(game, []).append(hear)
        return lambda: self._forget(game, hear)

    def has_listeners(self, game: str) -> bool:
        return game in self._hearing

    def _forget(self, game: str, hear: Hear) -> None:
        hearing = self._hearing[game]
        hearing.remove(hear)
        if not hearing:
            del self._hearing[game]
