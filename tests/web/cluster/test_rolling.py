"""Nodes restart one after the other, under load: nothing answered is lost."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count, cycle
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from tests.databases import new_database
from tests.serving import Server, serving
from tests.web.cluster.room_pair import RoomPair
from tests.web.live.players import LivePlayer, Rival
from tests.web.live.test_killed import check, table, watch

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL"),
]

GAMES = 4
ROUNDS = 6
SECONDS = 60  # of kills


class Fleet:
    """Two nodes on one database, each at an address that stays."""

    def __init__(self, folder: Path, database: str) -> None:
        self.database = database
        self._folder = folder
        self._stacks = [ExitStack(), ExitStack()]
        self.nodes = [self._start(number, 0) for number in range(2)]

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
            serving(self._folder / f"node-{number}", *options)
        )

    def close(self) -> None:
        for stack in self._stacks:
            stack.close()


@pytest.fixture
def fleet(tmp_path: Path, postgresql_server: str) -> Iterator[Fleet]:
    running = Fleet(tmp_path, new_database(postgresql_server))
    yield running
    running.close()


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


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_nodes_restart_in_turn_and_nothing_answered_is_lost(
    fleet: Fleet, how: signal.Signals
) -> None:
    chance = Random(ROUNDS)
    games = [table(fleet.nodes[number % 2].address) for number in range(GAMES)]
    everybody = [each for game in games for each in game]
    rooms = [RoomPair(node.address) for node in fleet.nodes]
    end = monotonic() + (SECONDS if how is signal.SIGKILL else 0)

    async def run() -> None:
        load = Load()
        async with asyncio.TaskGroup() as tasks:
            for number, pair in enumerate(rooms):
                tasks.create_task(load.play_in_a_room(pair, fleet, number))
            for number, each in enumerate(everybody):
                addresses = [node.address for node in fleet.nodes]
                turned = cycle(addresses[number % 2 :] + addresses[: number % 2])
                tasks.create_task(load.play(each, turned))
            rounds = 0
            while rounds < ROUNDS or monotonic() < end:
                for number in range(2):
                    await load.go_on(chance.randrange(20, 80))
                    await asyncio.to_thread(fleet.restart, number, how)
                rounds += 1
            await load.finish_rooms(len(rooms))
            load.end(*fleet.nodes)

    asyncio.run(run())
    assert sum(check(fleet.database, four[0].game, [*four]) for four in games) > ROUNDS
    assert all(pair.check(fleet.database) > 1 for pair in rooms)
