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

from tests.databases import empty_database, new_database
from tests.server.cluster.fleet import Fleet, Load
from tests.server.cluster.room_pair import RoomPair
from tests.server.cluster.test_upgrade import OLD
from tests.server.games.test_killed import check, table
from tests.serving import NOUGHTS

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


@pytest.fixture
def old_fleet(tmp_path: Path, postgresql_server: str) -> Iterator[Fleet]:
    """Nodes of a step ago; those that start later are of today."""
    running = Fleet(tmp_path, empty_database(postgresql_server), 2, OLD)
    running.program = NOUGHTS
    yield running
    running.close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_nodes_restart_in_turn_and_lose_nothing_answered(fleet: Fleet, how: signal.Signals) -> None:
    restart_in_turn(fleet, how, ROUNDS)


def test_old_nodes_are_replaced_in_turn_and_lose_nothing_answered(old_fleet: Fleet) -> None:
    """The first new one migrates their database, and the other appends no more."""
    restart_in_turn(old_fleet, signal.SIGTERM, rounds=1)


def restart_in_turn(fleet: Fleet, how: signal.Signals, rounds: int) -> None:
    """Restart each node so many times under load, and check that nothing answered is lost."""
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
            for number in [0, 1] * rounds:
                await load.go_on(chance.randrange(20, 80))
                await asyncio.to_thread(fleet.restart, number, how)
            await load.finish_rooms(len(rooms))
            load.end(*fleet.nodes)

    asyncio.run(run())
    assert sum(check(fleet.database, four[0].game, [*four]) for four in games) > ROUNDS
    assert all(pair.check(fleet.database) > 1 for pair in rooms)
