"""Nodes that are restarted where they were, and the load on them meanwhile."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from tests.server.cluster.room_pair import RoomPair
from tests.server.games.players import LivePlayer, Rival
from tests.server.games.test_killed import watch
from tests.serving import NOUGHTS, Server, serving


class Fleet:
    """Nodes on one database, each at an address that stays."""

    def __init__(
        self, folder: Path, database: str, count: int, program: Sequence[str] = NOUGHTS
    ) -> None:
        self.database = database
        self.program = program  # of the nodes that start next
        self._folder = folder
        self._stacks = [ExitStack() for _ in range(count)]
        self.nodes = [self._start(number, 0) for number in range(count)]

    def restart(self, number: int, how: signal.Signals) -> None:
        """End a node, and start it again where it was."""
        node = self.nodes[number]
        node.process.send_signal(how)
        node.process.wait()
        self._stacks[number].close()
        self.nodes[number] = self._start(number, int(node.address.strip("/").rpartition(":")[2]))

    def _start(self, number: int, port: int) -> Server:
        options = (f"--database={self.database}", f"--port={port}", "--heartbeat-seconds=0.5")
        return self._stacks[number].enter_context(
            serving(self._folder / f"node-{number}", *options, program=self.program)
        )

    def close(self) -> None:
        for stack in self._stacks:
            stack.close()


class Load:
    """Everybody playing and watching, until it is over; those who play count their answers."""

    def __init__(self) -> None:
        self._answers = 0
        self._news = asyncio.Event()
        self._is_over = False
        self._rooms_close = False
        self._closed_rooms = 0

    async def play(self, player: LivePlayer, addresses: Iterator[str]) -> None:
        """Play or watch at one node after the other: whoever is cut off goes to the next."""
        while not self._is_over:
            address = next(addresses)
            if isinstance(player, Rival):
                await player.play(address, self._tick)
            else:
                await watch(player, address)

    async def play_in_a_room(self, pair: RoomPair, fleet: Fleet, first: int) -> None:
        """Play in a room until the end; each question goes to another node."""
        numbers = count(first)
        addresses = (fleet.nodes[number % 2].address for number in numbers)
        await pair.play(addresses, lambda: self._tick() and not self._rooms_close)
        self._closed_rooms += 1
        self._news.set()

    async def finish_rooms(self, rooms: int) -> None:
        """Let the games in rooms end while all nodes are there."""
        self._rooms_close = True
        while self._closed_rooms < rooms:
            self._news.clear()
            await self._news.wait()

    def _tick(self) -> bool:
        self._answers += 1
        self._news.set()
        return not self._is_over

    async def go_on(self, answers: int) -> None:
        """Wait for so many more answers."""
        enough = self._answers + answers
        while self._answers < enough:
            self._news.clear()
            await self._news.wait()

    def end(self, *nodes: Server) -> None:
        """Let nobody play on, and send away those who still listen."""
        self._is_over = True
        for node in nodes:
            node.process.send_signal(signal.SIGTERM)
