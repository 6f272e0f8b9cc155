"""One measurement of one server, from its start to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from _server.load import Closed, Open, Stretch
from _server.lobby import Lobby
from _server.processes import Running
from _server.tables import Squares, Table, games_from, open_all

RATE = 1_000  # moves a second in the open loop
PLIES = 7.6  # of a random game, on average

_FIRST = 10  # tables opened before memory is first measured, so that one-off costs are left out
_SETTLING = 1.0  # seconds


@dataclass(frozen=True, slots=True)
class Lengths:
    """Seconds of each part."""

    warm_up: float
    paced: float
    saturated: float


FULL, QUICK = Lengths(2, 4, 4), Lengths(1, 1, 1)


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one server."""

    bytes_a_game: float  # nan where too few games were open
    paced: Stretch | None
    saturated: Stretch


async def measure(
    kind: type[Table[Any]], running: Running, games: Sequence[Squares], count: int, lengths: Lengths
) -> Figures:
    """Measure a server with some tables: memory, latency, then peak throughput."""
    lobbies = {port: Lobby(port) for port in running.ports}
    tables = [
        kind(running.ports_of(number), games_from(games, 37 * number)) for number in range(count)
    ]
    memory = await _open(tables, lobbies, running)
    await asyncio.to_thread(_prepare, tables, lobbies, _reserve(kind, count, lengths))
    await _saturate(tables, lengths.warm_up, 0.0, running)
    paced = await Open(tables, RATE).run(lengths.paced, running.usage)
    saturated = await _saturate(tables, lengths.warm_up / 4, lengths.saturated, running)
    for table in tables:
        table.close()
    return Figures(memory, paced, saturated)


async def _open(
    tables: Sequence[Table[Any]], lobbies: Mapping[int, Lobby], running: Running
) -> float:
    """Open all tables; return the bytes of each."""
    first, rest = tables[:_FIRST], tables[_FIRST:]
    resident = []
    for some in (first, rest):
        _prepare(some, lobbies, 1)
        await open_all(some)
        await asyncio.sleep(_SETTLING)
        resident.append(running.resident())
    return (resident[1] - resident[0]) / len(rest) if rest else float("nan")


async def _saturate(
    tables: Sequence[Table[Any]], warm_up: float, seconds: float, running: Running
) -> Stretch:
    load = Closed(tables)
    await load.pause(warm_up)
    stretch = await load.measure(seconds, running.usage)
    await load.stop()
    return stretch


def _prepare(tables: Sequence[Table[Any]], lobbies: Mapping[int, Lobby], count: int) -> None:
    for table in tables:
        table.prepare(lobbies[table.ports[0]], count)


def _reserve(kind: type[Table[Any]], count: int, lengths: Lengths) -> int:
    """Return the contests that a table may need, with some to spare."""
    moves = kind.fastest * (1.25 * lengths.warm_up + lengths.saturated) + RATE * lengths.paced
    return ceil(1.2 * moves / PLIES / count / kind.games_a_contest)
