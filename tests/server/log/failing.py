"""Games on a store that fails on demand, and on several processes."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any, TypeVar

from noughts import Mark, Position
from noughts.core import Move
from noughts.server.games.repository import Games
from noughts.server.games.types import Clock, Computer, Per, Person, Play, Rematch, Seat
from noughts.server.log.repository import EventLog
from noughts.server.log.sqlite import SqliteStore
from noughts.server.log.store import Append, Conflict, Store, StoreUnavailable
from noughts.server.worker_pool import WorkerPool

T = TypeVar("T")
ANN, BEN, CIA = Person("ann"), Person("ben"), Person("cia")
ENGINE = Computer("random")
SECOND = Clock(Per.GAME, 1)
START = ".../.../... x 3"


class FirstSquare(WorkerPool):
    """Takes the first free square, unless it has an error to raise."""

    error: Exception | None = None

    async def choose_move(
        self,
        name: str,  # noqa: ARG002
        position: Position,
        seconds: float | None = None,  # noqa: ARG002
        key: str = "",  # noqa: ARG002
    ) -> Move:
        if self.error is not None:
            raise self.error
        return position.moves[0]


class Failing(SqliteStore):
    """A store that fails on demand: before or after storing an append, or on reading.

    It confirms appends only while `confirmed` is set, and counts what it is asked.
    """

    def __init__(self, file: Path) -> None:
        super().__init__(file)
        self.compared = self.loaded = 0
        self.before = self.after = self.unreadable = self.is_forestalled = False
        self.failed, self.confirmed = asyncio.Event(), asyncio.Event()
        self.confirmed.set()

    async def last_versions(self, ids: Sequence[str]) -> dict[str, int]:
        self.compared += 1
        return await super().last_versions(ids)

    async def load(self, id_: str) -> tuple[Append, ...]:
        self.loaded += 1
        if self.unreadable:
            self.failed.set()
            raise StoreUnavailable("the games cannot be read: the cable was pulled")
        return await super().load(id_)

    async def hold(
        self, id_: str, version: int, command: Coroutine[Any, Any, T]
    ) -> asyncio.Task[T]:
        """Run a command up to its append at a version, which is stored and not confirmed."""
        self.confirmed.clear()
        task = asyncio.create_task(command)
        while await self.last_versions([id_]) != {id_: version}:
            await asyncio.sleep(0)
        return task

    def append(self, append: Append) -> asyncio.Future[None]:
        return asyncio.ensure_future(self._appended(append))

    async def _appended(self, append: Append) -> None:
        if self.is_forestalled:
            raise Conflict
        if self.before:
            raise StoreUnavailable("the game cannot be saved: the disk is full")
        await super().append(append)
        await self.confirmed.wait()
        if self.after:
            raise StoreUnavailable("the game cannot be saved: the cable was pulled")


def pool(error: Exception | None = None) -> FirstSquare:
    found = FirstSquare(1.0)
    found.error = error
    return found


def games_on(store: Store, pool: WorkerPool) -> Games:
    """The games of one of several processes."""
    return Games(EventLog(store, is_shared=True), pool)


async def begun(games: Games, o: Seat = ANN, command: str | None = None) -> str:
    return await games.begin(games.begun(START, {Mark.X: ANN, Mark.O: o}), "ann", command)


async def watched(store: Store, o: Seat = ANN) -> tuple[Games, str]:
    """A game that somebody watches."""
    games = games_on(store, pool())
    id_ = await begun(games, o)
    games.subscribe(id_, lambda _: None)
    return games, id_


async def played(games: Games, id_: str, moves: Sequence[Move], *seats: Seat) -> None:
    for square, seat in zip(moves, cycle(seats), strict=False):
        version = (await games.find(id_)).version
        await games.execute(id_, seat, Play(version, square), f"play {version}")


async def begun_anew(games: Games, id_: str) -> None:
    for seat in (BEN, ANN):
        version = (await games.find(id_)).version
        await games.execute(id_, seat, Rematch(version), f"ask {version}")
