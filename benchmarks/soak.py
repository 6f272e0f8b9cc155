"""People play for minutes while servers are killed and attacked: no answer may be lost.

Some play at sockets, and others watch; some play over HTTP, and some in rooms. Every few seconds a
server is killed and started again, or all are restarted one after the other, as in an upgrade.
Meanwhile a mix of attacks goes on. After each restart, whatever players were told must be in the
logs of the games, and at the end in the games as they are read. No server may log a traceback. One
server on SQLite, or two on PostgreSQL.
"""

from __future__ import annotations

import asyncio
import re
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice, repeat
from pathlib import Path
from random import Random
from threading import Event
from time import monotonic, sleep
from traceback import print_exc
from typing import Any, TypeVar

import httpx

from _bench import arguments_of, judged, print_machine
from _hostile import attacked

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the players of the tests

from tests.databases import new_database, postgresql
from tests.server.client import Client, visiting
from tests.server.cluster.fleet import Fleet
from tests.server.cluster.room_pair import RoomPair
from tests.server.games.players import LivePlayer, Rival, log_of, received_by
from tests.server.games.test_killed import table, watch
from tests.server.log.test_killed import Player

T = TypeVar("T")
AT_ONCE = 3  # of each kind of players
PAUSES = 5.0, 15.0  # seconds from kill to kill
LONGEST = 1_500  # events of a game, before another takes its place: at 2,000 it takes no more
MOST = 500  # games of a room, before another takes its place
AGAIN = 0.05  # seconds until a server is tried again
TRIES = 1_000  # until no server is expected to answer any more
ROLLING = 3  # all are restarted once in this many times, and else one is killed


class Patient(Player):
    """A player who sends again what a server that ends did not carry out."""

    def post(self, client: Client, path: str, sent: dict[str, Any]) -> httpx.Response:
        return available(super().post(client, path, sent))


def available(answer: httpx.Response) -> httpx.Response:
    """Return an answer; one that tells to try again counts as none."""
    if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:
        raise httpx.TransportError(answer.text)
    return answer


@dataclass
class Soak:
    """What goes on, and every answer that was given."""

    fleet: Fleet
    database: Path | str
    chance: Random
    told: dict[str, dict[int, Any]] = field(default_factory=dict)  # by game and version
    pairs: list[RoomPair] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    answers = kills = rolls = lost = 0
    is_over: bool = False

    def address(self, number: int) -> str:
        """Return the server with a number, counted round."""
        return self.fleet.nodes[number % len(self.fleet.nodes)].address

    def addresses(self, first: int) -> Iterator[str]:
        """Return the servers in turn, for ever."""
        return map(self.address, count(first))

    def tick(self, left: Iterator[int]) -> bool:
        """Count an answer; whether to go on."""
        self.answers += 1
        return not self.is_over and next(left, None) is not None

    async def begin(self, begin: Callable[[str], T], first: int) -> T:
        """Begin something at the next server that answers."""
        for address in islice(self.addresses(first), TRIES):
            with suppress(httpx.TransportError, AssertionError):  # or it says that it ends
                return await asyncio.to_thread(begin, address)
            await asyncio.sleep(AGAIN)
        raise AssertionError

    async def play_tables(self, number: int) -> None:
        """Let two play and two watch, one long game after the other."""
        while not self.is_over:
            everybody = await self.begin(table, number)
            told = self.told[everybody[0].game] = {}
            for player in everybody:
                player.received = told  # what one was told, all are
            staying = [self.stay(player, number + seat) for seat, player in enumerate(everybody)]
            tasks = [asyncio.create_task(stay) for stay in staying]
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
        """Play in one room after the other."""
        while not self.is_over:
            self.pairs.append(pair := await self.begin(RoomPair, number))
            await pair.play(self.addresses(number), partial(self.tick, iter(range(MOST))))

    def play_over_http(self, number: int) -> None:
        """Play until all servers are killed; each time one was, look at the games first."""
        player = Patient(Random(number))
        self.players.append(player)
        answers = map(self.tick, repeat(repeat(1)))
        for address in self.addresses(number):
            if self.is_over:
                return
            try:
                with visiting(address) as client:
                    client.http.event_hooks["response"].append(available)
                    player.look(client)
                player.play(address, answers, Event())
            except httpx.TransportError:
                sleep(AGAIN)
            except AssertionError:  # the game is not as it was answered
                print_exc()
                self.lost += 1
                return

    async def restart(self, until: float) -> None:
        """Kill or restart servers until it is time, then kill all, which ends everything."""
        nodes = range(len(self.fleet.nodes))
        while (pause := self.chance.uniform(*PAUSES)) < until - monotonic():
            await asyncio.sleep(pause)
            if (self.kills + self.rolls) % ROLLING == 1:
                for number in nodes:
                    await asyncio.to_thread(self.fleet.restart, number, signal.SIGTERM)
                self.rolls += 1
            else:
                number = self.chance.choice(nodes)
                await asyncio.to_thread(self.fleet.restart, number, signal.SIGKILL)
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
            tasks.create_task(self.restart(monotonic() + seconds))
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
    parser = arguments_of("Kill and attack servers while people play.")
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
        with attacked(soak.address) as attacks:
            asyncio.run(soak.run(30 if options.quick else 60 * options.minutes))
        soak.look()
        logs = "".join(log.read_text() for log in folder.glob("*.log"))
    print(
        f"{soak.kills} kills, {soak.rolls} times all restarted, {sum(attacks):,} attacks, "
        f"{soak.answers:,} answers, {len(soak.told)} games at sockets"
    )
    for what, pattern in (("errors", r"\[error .*"), ("answers of 5xx", r"reason=.* status=5\d\d")):
        lines = Counter(re.findall(pattern, logs))
        print(
            f"{lines.total()} {what} in the logs",
            *(f"{n} {line}" for line, n in lines.most_common(5)),
            sep="\n  ",
        )
    tracebacks = logs.count("Traceback")
    print(judged(f"{soak.lost} lost, {tracebacks} tracebacks", reached=not soak.lost + tracebacks))
    if tracebacks:
        print(logs[max(0, logs.find("Traceback") - 2_000) :][:10_000])
    sys.exit(bool(soak.lost + tracebacks))


if __name__ == "__main__":
    main()
