"""Nodes that are cut off from each other under load lose no append, and everybody gets all."""

from __future__ import annotations

import asyncio
from itertools import repeat
from pathlib import Path
from random import Random

import pytest

from tests.databases import cut
from tests.server.cluster.fleet import Load
from tests.server.cluster.test_nodes import Nodes, nodes_on
from tests.server.cluster.test_rolling import GAMES
from tests.server.games.listening import PATIENCE
from tests.server.games.players import Cut, LivePlayer, log_of
from tests.server.games.test_killed import check, table

pytestmark = pytest.mark.slow

CUTS = 10
# The connections that listen, but not those that read and write the log.
LISTENING = r"query ~ '^LISTEN|^SELECT 1$|pg_notify\(channel, message\)'"


async def reach(player: LivePlayer, version: int) -> None:
    """Wait until somebody knows a version, be it over another connection."""
    async with asyncio.timeout(PATIENCE):
        while player.version < version:
            try:
                await player.until_news()
            except Cut:
                await asyncio.sleep(0.01)  # they come again


async def play_through(nodes: Nodes, everybody: list[LivePlayer], cuts: int) -> None:
    """Cut the nodes off from each other while all play on, opponents at different nodes."""
    load, chance = Load(), Random(cuts)
    async with asyncio.TaskGroup() as tasks:
        for number, each in enumerate(everybody):
            node = (nodes.here, nodes.there)[number % 2]
            tasks.create_task(load.play(each, repeat(node.address)))
        while cuts > 0:
            await load.go_on(chance.randrange(20, 200))
            cuts -= len(await asyncio.to_thread(cut, nodes.database, LISTENING))
            for each in everybody:
                rows = await asyncio.to_thread(log_of, nodes.database, each.game)
                await reach(each, rows[-1].version + len(rows[-1].events))
        load.end(nodes.here, nodes.there)


def test_nodes_that_are_cut_off_lose_nothing_and_everybody_gets_everything(
    postgresql_server: str, tmp_path: Path
) -> None:
    with nodes_on(tmp_path, postgresql_server) as nodes:
        games = [table(nodes.here.address) for _ in range(GAMES)]
        asyncio.run(play_through(nodes, [each for four in games for each in four], CUTS))
        assert sum(check(nodes.database, four[0].game, [*four]) for four in games) > CUTS
