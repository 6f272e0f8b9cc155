"""Whatever was told over a socket is there after a kill, and everybody plays on from it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from tests.serving import Server, serving
from tests.web.listening import command
from tests.web.live_players import Cut, LivePlayer, log_of, sit_down, told_by
from tests.web.replica import Replica, history_of, replica_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")

GAMES = 8
BEGUN = Replica(5, 5, 4, {"x": "ann", "o": "ben"}, version=2)  # once both sit


class Rival(LivePlayer):
    """Plays at random to the end and again, with offers; what was not answered is sent again."""

    unanswered: dict[str, object] | None = None
    chance = Random(1)

    async def play(self, address: str, tick: Callable[[], None]) -> None:
        """Play until the server is gone."""
        try:
            async with self.connected(address):
                while True:
                    if self.unanswered is None:
                        await self.until(self.can_act)
                        self.unanswered = self.next_command()
                    answer = await self.do(self.unanswered)
                    assert answer.get("status", 409) in (409, 422), answer
                    self.unanswered = None
                    tick()
        except Cut:
            pass

    @property
    def side(self) -> str:
        return "x" if self.replica.seats["x"] == self.name else "o"

    def can_act(self) -> bool:
        """Whether it is our turn to move, or to offer or agree to something."""
        replica = self.replica
        if replica.ending is not None:
            return replica.offer is None or replica.offer[1] != self.side
        return replica.turn == self.side

    def next_command(self) -> dict[str, object]:
        replica = self.replica
        sent = {"version": self.version, "command": command()}
        if replica.ending is not None:
            return {"type": "next", **sent}
        is_asked = replica.offer is not None and replica.offer[1] != self.side
        wish = 0.5 if is_asked else 0.05 if replica.offer is None else 0.0
        if len(replica.moves) > 1 and self.chance.random() < wish:
            return {"type": "undo", **sent}
        return {"type": "play", "square": self.chance.choice(replica.free), **sent}


async def watch(spectator: LivePlayer, address: str) -> None:
    """Look on until the server is gone."""
    try:
        async with spectator.connected(address):
            while True:
                await spectator.until_news()
    except Cut:
        pass


def table(address: str) -> tuple[Rival, Rival, LivePlayer, LivePlayer]:
    """A game of two, with two who look on: one hears events, one sees the game in words."""
    game, ann, ben = sit_down(address, "5x5:4")
    return (
        Rival(game, "ann", ann, replica=BEGUN, version=2),
        Rival(game, "ben", ben, replica=BEGUN, version=2),
        LivePlayer(game, replica=BEGUN, version=2),
        LivePlayer(game, show="views"),
    )


async def play_until_killed(server: Server, everybody: list[LivePlayer], answers: int) -> None:
    """Kill the server, with everything that is under way, after so many answers."""
    left = iter(range(answers))

    def tick() -> None:
        if next(left, None) is None:
            server.process.kill()

    async with asyncio.TaskGroup() as tasks:
        for each in everybody:
            if isinstance(each, Rival):
                tasks.create_task(each.play(server.address, tick))
            else:
                tasks.create_task(watch(each, server.address))


def check(database: Path, game: str, everybody: list[LivePlayer]) -> int:
    """Nobody was told anything that is not in the log; how many events that has."""
    kept = told_by(log_of(database, game))
    history = history_of(BEGUN, kept)
    for each in everybody:
        assert each.told.items() <= kept.items()
        for shown in each.seen:
            replica = replica_of(shown)
            assert replica.shown == history[replica.version].shown
    return len(kept)


@pytest.mark.parametrize("seconds", [6, pytest.param(60, marks=pytest.mark.slow)])
def test_nobody_was_ever_told_what_is_not_there_after_a_kill(tmp_path: Path, seconds: int) -> None:
    chance = Random(seconds)
    database = tmp_path / "games.db"
    with serving(database) as server:
        games = [table(server.address) for _ in range(GAMES)]
    everybody = [each for game in games for each in game]
    end, kills, events = monotonic() + seconds, 0, 0
    while monotonic() < end or kills < 2:
        with serving(database) as server:
            asyncio.run(play_until_killed(server, everybody, chance.randrange(1, 500)))
        kills += 1
        before, events = events, sum(check(database, four[0].game, [*four]) for four in games)
        assert events >= before
    assert events > kills
