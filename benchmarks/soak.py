"""People play for minutes while servers are killed: nothing that was answered may be lost.

Some play at sockets, and others watch; some play over HTTP, and some in rooms. Every few seconds a
server is killed and started again. After each kill whatever anybody was told must be in the logs of
the games, and at the end in the games as they are read. One server on SQLite, or two on PostgreSQL.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count, repeat
from pathlib import Path
from random import Random
from threading import Event
from time import monotonic, sleep
from traceback import print_exc
from typing import Any, TypeVar

import httpx

from _bench import arguments_of, judged, print_machine

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the players of the tests

from tests.databases import new_database, postgresql
from tests.server.client import visiting
from tests.server.games.players import LivePlayer, Rival, log_of, received_by
from tests.server.games.test_killed import table, watch
from tests.server.log.nodes.fleet import Fleet
from tests.server.log.nodes.room_pair import RoomPair
from tests.server.log.test_killed import Player

T = TypeVar("T")
AT_ONCE = 3  # of each kind of players
PAUSES = 5.0, 15.0  # seconds from kill to kill
LONGEST = 1_500  # events of a game, before another takes its place: at 2,000 it takes no more
MOST = 500  # games of a room, before another takes its place
AGAIN = 0.05  # seconds until a server is tried again


@dataclass
class Soak:
    """Record what goes on, and every answer that was given."""

    fleet: Fleet
    database: Path | str
    chance: Random
    told: dict[str, dict[int, Any]] = field(default_factory=dict)  # by game and version
    pairs: list[RoomPair] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    answers = kills = lost = 0
    is_over: bool = False

    def addresses(self, first: int) -> Iterator[str]:
        """The servers in turn, for ever."""
        nodes = self.fleet.nodes
        return (nodes[number % len(nodes)].address for number in count(first))

    def tick(self, left: Iterator[int]) -> bool:
        """Count an answer; whether to go on."""
        self.answers += 1
        return not self.is_over and next(left, None) is not None

    async def begin(self, begin: Callable[[str], T], first: int) -> T:
        """Begin something at the next server that answers."""
        for address in self.addresses(first):
            with suppress(httpx.TransportError):
                return await asyncio.to_thread(begin, address)
            await asyncio.sleep(AGAIN)
        raise AssertionError

    async def play_tables(self, number: int) -> None:
        """Two play and two watch, one long game after the other."""
        while not self.is_over:
            everybody = await self.begin(table, number)
            told = self.told[everybody[0].game] = {}
            for each in everybody:
                each.received = told  # what one was told, all are
            staying = [self.stay(each, number + seat) for seat, each in enumerate(everybody)]
            tasks = [asyncio.create_task(each) for each in staying]
            done, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in others:
                task.cancel()
            await asyncio.gather(*done, asyncio.wait(tasks))

    async def stay(self, who: LivePlayer, first: int) -> None:
        """Play or watch, at the next server when one is gone, until the game is long enough."""
        left = iter(range(LONGEST // 2))  # answers of one of the two
        for address in self.addresses(first):
            if self.is_over or next(left, None) is None:
                return
            if isinstance(who, Rival):
                await who.play(address, partial(self.tick, left))
            else:
                await watch(who, address)
            await asyncio.sleep(AGAIN)

    async def play_rooms(self, number: int) -> None:
        """One room after the other."""
        while not self.is_over:
            self.pairs.append(pair := await self.begin(RoomPair, number))
            await pair.play(self.addresses(number), partial(self.tick, iter(range(MOST))))

    def play_over_http(self, number: int) -> None:
        """Play until all servers are killed; each time one was, look at the games first."""
        player = Player(Random(number))
        self.players.append(player)
        answers = map(self.tick, repeat(repeat(1)))
        for address in self.addresses(number):
            if self.is_over:
                return
            try:
                with visiting(address) as client:
                    player.look(client)
                player.play(address, answers, Event())
            except httpx.TransportError:
                sleep(AGAIN)
            except AssertionError:  # the game is not as it was answered
                print_exc()
                self.lost += 1
                return

    async def kill(self, until: float) -> None:
        """Kill servers until it is time, then all of them, which ends everything."""
        nodes = range(len(self.fleet.nodes))
        while (pause := self.chance.uniform(*PAUSES)) < until - monotonic():
            await asyncio.sleep(pause)
            await asyncio.to_thread(self.fleet.restart, self.chance.choice(nodes), signal.SIGKILL)
            self.kills += 1
            await self.compare()
        await asyncio.sleep(max(0.0, until - monotonic()))
        self.is_over = True
        for number in nodes:
            await asyncio.to_thread(self.fleet.restart, number, signal.SIGKILL)
            self.kills += 1

    async def compare(self) -> None:
        """Count what somebody was told and the log does not say."""
        for game, events in tuple(self.told.items()):
            told = dict(events)  # before the log is read: it may only have more
            kept = received_by(await asyncio.to_thread(log_of, self.database, game))
            self.lost += sum(kept.get(version) != event for version, event in told.items())

    async def run(self, seconds: float) -> None:
        async with asyncio.TaskGroup() as tasks:
            for number in range(AT_ONCE):
                tasks.create_task(self.play_tables(number))
                tasks.create_task(self.play_rooms(number))
                tasks.create_task(asyncio.to_thread(self.play_over_http, number))
            tasks.create_task(self.kill(monotonic() + seconds))
        await self.compare()

    def look(self) -> None:
        """Read every game as those who played do; raises AssertionError."""
        with visiting(self.fleet.nodes[0].address) as client:
            for game, told in self.told.items():
                assert client.get(f"games/{game}")["version"] >= max(told, default=0)
            for player in self.players:
                player.look(client)
        for pair in self.pairs:
            pair.check(self.database)


def main() -> None:
    """Run and report."""
    parser = arguments_of("Kill servers while people play.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--cluster", action="store_true", help="two servers on PostgreSQL")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print_machine()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database: Path | str = folder / "games.db"
        url = f"sqlite:///{database}"
        if options.cluster:
            database = url = new_database(stack.enter_context(postgresql()))
        fleet = stack.enter_context(closing(Fleet(folder, url, 2 if options.cluster else 1)))
        soak = Soak(fleet, database, Random(options.seed))
        asyncio.run(soak.run(30 if options.quick else 60 * options.minutes))
        soak.look()
        logs = "".join(log.read_text() for log in folder.glob("*.log"))
    tracebacks = logs.count("Traceback")
    print(f"{soak.kills} kills, {soak.answers:,} answers, {len(soak.told)} games at sockets")
    print(judged(f"{soak.lost} lost, {tracebacks} tracebacks", reached=not soak.lost + tracebacks))
    if tracebacks:
        print(logs[max(0, logs.find("Traceback") - 2_000) :][:10_000])
    sys.exit(bool(soak.lost + tracebacks))


if __name__ == "__main__":
    main()
