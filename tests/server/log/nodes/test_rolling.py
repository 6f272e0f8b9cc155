"""Nodes restart one after the other, under load: nothing answered is lost."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from tests.databases import new_database
from tests.server.games.test_killed import check, table
from tests.server.log.nodes.fleet import Fleet, Load
from tests.server.log.nodes.room_pair import RoomPair

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL"),
]

GAMES = 4
ROUNDS = 3


@pytest.fixture
def fleet(tmp_path: Path, postgresql_server: str) -> Iterator[Fleet]:
    running = Fleet(tmp_path, new_database(postgresql_server), 2)
    yield running
    running.close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_nodes_restart_in_turn_and_lose_nothing_answered(fleet: Fleet, how: signal.Signals) -> None:
    chance = Random(ROUNDS)
    games = [table(fleet.nodes[number % 2].address) for number in range(GAMES)]
    everybody = [each for game in games for each in game]
    rooms = [RoomPair(node.address) for node in fleet.nodes]

    async def run() -> None:
        load = Load()
        async with asyncio.TaskGroup() as tasks:
            for number, pair in enumerate(rooms):
                tasks.create_task(load.play_in_a_room(pair, fleet, number))
            for number, each in enumerate(everybody):
                addresses = [node.address for node in fleet.nodes]
                turned = cycle(addresses[number % 2 :] + addresses[: number % 2])
                tasks.create_task(load.play(each, turned))
            for number in [0, 1] * ROUNDS:
                await load.go_on(chance.randrange(20, 80))
                await asyncio.to_thread(fleet.restart, number, how)
            await load.finish_rooms(len(rooms))
            load.end(*fleet.nodes)

    asyncio.run(run())
    assert sum(check(fleet.database, four[0].game, [*four]) for four in games) > ROUNDS
    assert all(pair.check(fleet.database) > 1 for pair in rooms)
