"""The load: peak throughput (closed loop), or a fixed rate of moves (open loop).

Closed loop: at every table the next move is made as soon as both players have the last one. Open
loop: moves fall due at a fixed rate, table after table, and a move's latency counts from when it
was due, even if its table was not ready for it, so a stall of the server is never hidden.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Any

from _server.lobby import Failed
from _server.processes import Usage
from _server.tables import Table

_TICK = 0.001  # seconds: the finest that the loop's clock gives
_PATIENCE = 10.0  # seconds for what is under way to arrive


@dataclass(frozen=True, slots=True)
class Stretch:
    """The figures of a stretch of time."""

    moves: int
    frames: int
    usage: Usage
    latencies: tuple[float, ...] = ()  # seconds

    @property
    def cores(self) -> tuple[float, float, float]:
        """The cores kept busy by the servers, the client and everything else."""
        usage = self.usage
        return usage.served / usage.at, usage.client / usage.at, usage.others / usage.at

    @property
    def microseconds(self) -> float:
        """The processor time of the servers per move."""
        return 1e6 * self.usage.served / self.moves

    def percentile(self, hundredths: int) -> float:
        """Return a percentile of the latencies, in milliseconds."""
        return 1_000 * quantiles(self.latencies, n=100)[hundredths - 1]


class Load(ABC):
    """The moves made at some tables."""

    def __init__(self, tables: Sequence[Table[Any]]) -> None:
        self._tables = tables
        self._moves = 0
        self._failure = asyncio.get_running_loop().create_future()
        for table in tables:
            table.moved, table.begun, table.failed = self._moved, self._begun, self._fail

    async def pause(self, seconds: float) -> None:
        """Wait; raises Failed if a table fails meanwhile."""
        done, _ = await asyncio.wait([self._failure], timeout=seconds)
        if done:
            raise Failed(self._failure.result())

    async def measure(self, seconds: float, usage: Callable[[], Usage]) -> Stretch:
        """Measure for some seconds."""
        moves, frames, before = self._moves, self._frames(), usage()
        await self.pause(seconds)
        return Stretch(self._moves - moves, self._frames() - frames, usage() - before)

    @abstractmethod
    def _moved(self, table: Table[Any]) -> None:
        """Note that both players have a move."""

    @abstractmethod
    def _begun(self, table: Table[Any]) -> None:
        """Note that another game has begun."""

    def _fail(self, reason: str) -> None:
        if not self._failure.done():
            self._failure.set_result(reason)

    def _frames(self) -> int:
        return sum(table.frames for table in self._tables)


class Closed(Load):
    """A move under way at every table, until it is stopped."""

    def __init__(self, tables: Sequence[Table[Any]]) -> None:
        super().__init__(tables)
        self._is_stopping = False
        self._playing = len(tables)
        for table in tables:
            self._go_on(table)

    async def stop(self) -> None:
        """Wait for the moves under way."""
        self._is_stopping = True
        until = time.monotonic() + _PATIENCE
        while self._playing:
            if time.monotonic() > until:
                raise Failed(f"{self._playing} tables have stalled")
            await self.pause(0.01)

    def _moved(self, table: Table[Any]) -> None:
        self._moves += 1
        self._go_on(table)

    def _begun(self, table: Table[Any]) -> None:
        self._go_on(table)

    def _go_on(self, table: Table[Any]) -> None:
        if self._is_stopping:
            self._playing -= 1
        elif table.is_over:
            table.begin_again()
        else:
            table.play()


class Open(Load):
    """Moves that fall due at a fixed rate, at one table after the other."""

    def __init__(self, tables: Sequence[Table[Any]], rate: float) -> None:
        super().__init__(tables)
        self._rate = rate
        self._due: dict[Table[Any], deque[float]] = {table: deque() for table in tables}
        self._busy: set[Table[Any]] = set()
        self._latencies: list[float] = []
        for table in tables:
            self._begin_if_over(table)

    async def run(self, seconds: float, usage: Callable[[], Usage]) -> Stretch:
        """Make the moves of some seconds, once a game is under way at every table."""
        await self._drain()  # or the first moves would wait for hundreds of games to begin
        begun, made, total = time.perf_counter(), 0, round(self._rate * seconds)
        frames, before = self._frames(), usage()
        while made < total:
            await self.pause(_TICK)
            now = time.perf_counter()
            until = min(total, int((now - begun) * self._rate))
            for number in range(made, until):
                self._ask(self._tables[number % len(self._tables)], now)
            made = until
        spent = usage() - before
        await self._drain()
        return Stretch(total, self._frames() - frames, spent, tuple(self._latencies))

    async def _drain(self) -> None:
        until = time.monotonic() + _PATIENCE
        while self._busy:
            if time.monotonic() > until:
                raise Failed(f"{len(self._busy)} tables have stalled")
            await self.pause(0.01)

    def _ask(self, table: Table[Any], now: float) -> None:
        self._due[table].append(now)
        if table not in self._busy:
            self._busy.add(table)
            table.play()

    def _moved(self, table: Table[Any]) -> None:
        self._latencies.append(time.perf_counter() - self._due[table].popleft())
        self._busy.discard(table)
        self._begin_if_over(table)
        self._catch_up(table)

    def _begun(self, table: Table[Any]) -> None:
        self._busy.discard(table)
        self._catch_up(table)

    def _begin_if_over(self, table: Table[Any]) -> None:
        if table.is_over:
            self._busy.add(table)
            table.begin_again()

    def _catch_up(self, table: Table[Any]) -> None:
        if self._due[table] and table not in self._busy:
            self._busy.add(table)
            table.play()
