"""A crowd that watches one game: how long its events take to reach everybody.

Two people play at a steady pace, and offer and accept another game whenever one is over. Each event
is timed for every connection, from sending the command until that connection has the event.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from picows import WSFrame, WSListener, WSTransport, ws_connect

from _server.load import Open, Stretch
from _server.lobby import Failed, Lobby
from _server.ours import PASSED_OVER, OurTable, version_of
from _server.processes import Running
from _server.tables import Squares, games_from, open_all

PACE = 10  # moves a second

_AT_ONCE = 50  # connections that are being opened
_WARM_UP = 1.0  # seconds
_PATIENCE = 10.0  # seconds for what is under way to arrive


class WatchedTable(OurTable):
    """A table that notes when each event was sent, by its version."""

    said: dict[int, float]

    def say(self, player: int, message: bytes) -> None:
        self.said.setdefault(version_of(message) + 1, time.perf_counter())
        super().say(player, message)


class Onlooker(WSListener):
    """A spectator with a connection."""

    def __init__(self, receive: Callable[[bytes], None]) -> None:
        self._receive = receive

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        self._receive(frame.get_payload_as_bytes())


class Crowd:
    """The connections of a crowd, divided evenly among the servers."""

    def __init__(self, table: WatchedTable) -> None:
        self._said = table.said = {}
        self._latencies: list[float] = []

    async def come(self, sockets: int, ports: Sequence[int], path: str) -> list[WSTransport]:
        """Open the connections."""
        door = asyncio.Semaphore(_AT_ONCE)

        async def enter(number: int) -> WSTransport:
            url = f"ws://127.0.0.1:{ports[number % len(ports)]}{path}"
            async with door:
                return (await ws_connect(lambda: Onlooker(self.receive), url))[0]

        return await asyncio.gather(*map(enter, range(sockets)))

    def receive(self, message: bytes) -> None:
        """Take a message that was sent to one of them."""
        now = time.perf_counter()
        if not message.startswith(PASSED_OVER):
            sent = self._said.get(version_of(message))
            if sent is not None:  # or it is the game as it was when they connected
                self._latencies.append(now - sent)

    async def take(self, sockets: int) -> tuple[int, tuple[float, ...]]:
        """Return the events since the last call, once everybody has them, and their latencies."""
        expected = sockets * len(self._said)
        async with asyncio.timeout(_PATIENCE):
            while len(self._latencies) < expected:
                await asyncio.sleep(0.01)
        events, latencies = len(self._said), tuple(self._latencies)
        self._said.clear()
        self._latencies.clear()
        return events, latencies


async def measure_crowd(
    running: Running, games: Sequence[Squares], sockets: int, seconds: float
) -> Stretch:
    """Measure how a crowd follows one game for a while."""
    table = WatchedTable(running.ports, games_from(games, 0))
    crowd = Crowd(table)
    table.prepare(Lobby(running.ports[0]), 1)
    await open_all([table])
    lines = await crowd.come(sockets, running.ports, table.path)
    await Open([table], PACE).run(_WARM_UP, running.usage)
    await crowd.take(sockets)
    stretch = await Open([table], PACE).run(seconds, running.usage)
    events, latencies = await crowd.take(sockets)
    if len(latencies) != sockets * events:
        raise Failed("somebody in the crowd got the same message twice")
    for line in lines:
        line.disconnect()
    table.close()
    return Stretch(events, len(latencies), stretch.usage, latencies)
