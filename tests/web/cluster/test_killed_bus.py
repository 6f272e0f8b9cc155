"""A bus that is killed under load loses no append, and everybody gets every event."""

from __future__ import annotations

import asyncio
import sys
from itertools import repeat
from pathlib import Path
from random import Random

import pytest

from tests.databases import Redis, redis
from tests.web.cluster.test_nodes import Nodes, nodes_on
from tests.web.cluster.test_rolling import GAMES, Load
from tests.web.live.listening import PATIENCE
from tests.web.live.players import Cut, LivePlayer, log_of
from tests.web.live.test_killed import check, table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL"),
]
KILLS = 25


async def reach(player: LivePlayer, version: int) -> None:
    """Wait until somebody knows a version, be it over another connection."""
    async with asyncio.timeout(PATIENCE):
        while player.version < version:
            try:
                await player.until_news()
            except Cut:
                await asyncio.sleep(0.01)  # they come again


async def play_through(nodes: Nodes, bus: Redis, everybody: list[LivePlayer], kills: int) -> None:
    """Kill the bus and start it again while all play on, opponents at different nodes."""
    load, chance = Load(), Random(kills)
    async with asyncio.TaskGroup() as tasks:
        for number, each in enumerate(everybody):
            node = (nodes.here, nodes.there)[number % 2]
            tasks.create_task(load.play(each, repeat(node.address)))
        for _ in range(kills):
            await load.go_on(chance.randrange(20, 200))
            bus.kill()
            await load.go_on(chance.randrange(GAMES))  # published now, received by nobody
            bus.start()
            for each in everybody:
                rows = await asyncio.to_thread(log_of, nodes.database, each.game)
                await reach(each, rows[-1].version + len(rows[-1].events))
        load.end(nodes.here, nodes.there)


def test_a_killed_bus_loses_nothing_and_everybody_gets_everything(
    postgresql_server: str, tmp_path: Path
) -> None:
    with (
        redis(tmp_path) as bus,
        nodes_on(tmp_path, postgresql_server, f"--bus={bus.url}") as nodes,
    ):
        games = [table(nodes.here.address) for _ in range(GAMES)]
        asyncio.run(play_through(nodes, bus, [each for four in games for each in four], KILLS))
        assert sum(check(nodes.database, four[0].game, [*four]) for four in games) > KILLS
