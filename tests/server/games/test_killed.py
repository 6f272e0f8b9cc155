"""Whatever was sent over a socket is stored after a kill, and everybody plays on from it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random

import pytest

from tests.server.games.players import Cut, LivePlayer, Rival, log_of, received_by, sit_down
from tests.server.games.replica import Replica, history_of, replica_of
from tests.serving import Server, serving

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL"),
]

GAMES = 8
BEGUN = Replica(5, 5, 4, {"x": "ann", "o": "ben"}, version=2)  # once both sit
KILLS = 6


async def watch(spectator: LivePlayer, address: str) -> None:
    """Look on until the server is gone."""
    try:
        async with spectator.connected(address):
            while True:
                await spectator.until_news()
    except Cut:
        pass


def table(address: str) -> tuple[Rival, Rival, LivePlayer, LivePlayer]:
    """A game of two, with two who look on, one from the first version on."""
    game, ann, ben = sit_down(address, "5x5:4")
    return (
        Rival(game, "ann", ann, replica=BEGUN, version=2),
        Rival(game, "ben", ben, replica=BEGUN, version=2),
        LivePlayer(game, replica=BEGUN, version=2),
        LivePlayer(game),
    )


async def play_until_killed(server: Server, everybody: list[LivePlayer], answers: int) -> None:
    """Kill the server, with everything that is under way, after so many answers."""
    left = iter(range(answers))

    def tick() -> bool:
        if next(left, None) is None:
            server.process.kill()
        return True

    async with asyncio.TaskGroup() as tasks:
        for each in everybody:
            if isinstance(each, Rival):
                tasks.create_task(each.play(server.address, tick))
            else:
                tasks.create_task(watch(each, server.address))


def check(database: Path | str, game: str, everybody: list[LivePlayer]) -> int:
    """Nobody received anything that is not in the log; returns the number of events."""
    kept = received_by(log_of(database, game))
    history = history_of(BEGUN, kept)
    for each in everybody:
        assert each.received.items() <= kept.items()
        for shown in each.seen:
            replica = replica_of(shown)
            assert replica.shown == history[replica.version].shown
    return len(kept)


def test_nobody_was_ever_told_what_is_not_there_after_a_kill(tmp_path: Path) -> None:
    chance = Random(KILLS)
    database = tmp_path / "games.db"
    with serving(database) as server:
        games = [table(server.address) for _ in range(GAMES)]
    everybody = [each for game in games for each in game]
    events = 0
    for _ in range(KILLS):
        with serving(database) as server:
            asyncio.run(play_until_killed(server, everybody, chance.randrange(1, 500)))
        before, events = events, sum(check(database, four[0].game, [*four]) for four in games)
        assert events >= before
    assert events > KILLS
