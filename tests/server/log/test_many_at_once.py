"""Many clients at one game at once, at random: all come to the same game, which is the log's."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.server.client import API, visiting
from tests.server.games.listening import PATIENCE, command
from tests.server.games.players import Appended, LivePlayer, log_of, received_by, secret
from tests.server.games.replica import Replica, replica_of
from tests.serving import Server

pytestmark = pytest.mark.slow

NAMES = ("ann", "ben", "cat")
ORDERS = 60  # each of them gives
WEIGHTS = {
    "play": 12, "any": 3, "undo": 5, "draw": 1, "decline": 1, "resign": 0.3, "claim": 0.3,
    "rematch": 0.5, "sit": 0.5, "again": 3, "come back": 1, "come anew": 1, "away": 0.5,
}  # fmt: skip

# What may come of a command, and which of them no move of somebody else makes stale.
MEANINGS = {
    "play": ("played",),
    "undo": ("offered", "undone"),
    "draw": ("offered", "drawn"),
    "rematch": ("offered", "rematched"),
    "decline": ("declined",),
    "resign": ("resigned",),
    "claim": (),
    "sit": ("sat",),
}
TIMELESS = ("decline", "sit")
SEEDS = range(10)


@dataclass(frozen=True)
class Order:
    """A command that was given: by whom, what, and from which version."""

    by: str
    what: str
    sent: dict[str, Any]
    known: int  # the version they knew of
    answers: list[int] = field(default_factory=list)  # HTTP statuses, 200 for any success

    @property
    def is_done(self) -> bool:
        return any(status < 400 for status in self.answers)


@dataclass
class Meddler(LivePlayer):
    """Does anything at any time, also what is not allowed, late, or twice."""

    chance: Random = field(default_factory=Random)
    orders: list[Order] = field(default_factory=list)

    async def meddle(self, address: str, count: int) -> None:
        """Give so many commands, over as many connections as it pleases."""
        limits = httpx.Limits(max_connections=1)
        async with httpx.AsyncClient(
            base_url=address, headers=self.headers, timeout=PATIENCE, limits=limits
        ) as http:
            is_new = False
            while count > 0:
                async with self.connected(address, is_new=is_new):
                    while count > 0:
                        count -= 1
                        what = self.choice()
                        is_new = what == "come anew"
                        if what.startswith("come"):
                            break
                        await self.act(http, what)

    def choice(self) -> str:
        weights = dict(WEIGHTS)
        if self.replica.ending is not None:
            weights |= {"rematch": 12, "play": 1}
        if self.replica.offer is not None:  # the other may agree
            weights[self.replica.offer[0]] = 12
        return self.chance.choices(list(weights), list(weights.values()))[0]

    async def act(self, http: httpx.AsyncClient, what: str) -> None:
        """Do something, by one door or the other."""
        if what == "away":
            await self.say('{"type":"away"}')
            return
        if what == "again" and self.orders:
            order = self.chance.choice(self.orders)
        else:
            order = self.new_order(what)
            self.orders.append(order)
        by_socket = order.what != "sit" and self.chance.random() < 0.6
        await (self.by_socket(order) if by_socket else self.by_http(http, order))

    def new_order(self, what: str) -> Order:
        if what == "sit" or not self.orders:
            return Order(self.name, "sit", {"command": command()}, self.version)
        version = self.version
        if self.chance.random() < 0.15:
            version = max(1, version + self.chance.randrange(-4, 3))
        sent: dict[str, Any] = {"version": version, "command": command()}
        if what in ("play", "any", "again"):
            free = self.replica.free
            squares: Sequence[int] = free if what == "play" and free else range(9)
            what, sent["square"] = "play", self.chance.choice(squares)
        return Order(self.name, what, sent, self.version)

    async def by_socket(self, order: Order) -> None:
        answer = await self.do({"type": order.what, **order.sent})
        order.answers.append(answer.get("status", 200))

    async def by_http(self, http: httpx.AsyncClient, order: Order) -> None:
        answer = await http.post(f"{API}/games/{self.game}/{order.what}", json=order.sent)
        order.answers.append(200 if answer.is_success else answer.status_code)
        shown = answer.json() if answer.status_code < 400 else answer.json().get("game")
        if shown is not None:
            self.seen.append(shown)

    async def stay(self, address: str, version: int) -> None:
        async with self.connected(address):
            await self.reach(version)


def people(address: str, chance: Random) -> list[Meddler]:
    """Ann has begun a game; she, Ben and Cat have two connections each."""
    keys = {name: secret() for name in NAMES}
    with visiting(address) as client:
        client.http.headers["Authorization"] = f"Bearer {keys['ann']}"
        game = client.begin(opponent="friend", first="x", side="x")["id"]
    return [
        Meddler(game, name, keys[name], chance=Random(chance.random()))
        for name in NAMES
        for _ in range(2)
    ]


async def meddle(address: str, everybody: Sequence[Meddler], count: int, database: Path) -> None:
    """All at once; then everybody waits for the latest state."""
    async with asyncio.TaskGroup() as tasks:
        for each in everybody:
            tasks.create_task(each.meddle(address, count))
    version = sum(len(row.events) for row in log_of(database, everybody[0].game))
    async with asyncio.TaskGroup() as tasks:
        for each in everybody:
            tasks.create_task(each.stay(address, version))
    assert all(each.version >= version for each in everybody)


def replayed(rows: Sequence[Appended], orders: Mapping[str, Order]) -> dict[int, Replica]:
    """Every state of the game; what happened was ordered, by somebody who might, in time."""
    game = Replica(seats={"x": "ann", "o": None})
    history = {1: game}
    for row in rows[1:]:
        order = orders.get(row.command)
        (event,) = row.events
        if order is None:  # what somebody offered who has left
            assert event["type"] == "declined"
        else:
            assert event["type"] in MEANINGS[order.what]
            assert event.get("square") == order.sent.get("square")
            assert game.author(event) in (None, order.by)
            if order.what not in TIMELESS:
                assert game.changed <= order.sent["version"] <= game.version
        game = game.receive(event, None if order is None else order.by)
        history[game.version] = game
    return history


def check_orders(rows: Sequence[Appended], orders: Mapping[str, Order], changed: int) -> None:
    """Each was answered as the log has it, and of the moves from one version one was made."""
    kept = {row.command: row for row in rows}
    for name, order in orders.items():
        assert set(order.answers) <= {200, 403, 409, 422}
        assert order.is_done == (name in kept)
        first = next((i for i, status in enumerate(order.answers) if status < 400), None)
        assert first is None or set(order.answers[first:]) == {200}
        if 409 in order.answers and order.sent["version"] <= order.known:
            assert changed > order.sent["version"]
    made = [orders[row.command] for row in rows if row.events[0]["type"] == "played"]
    assert max(Counter(order.sent["version"] for order in made).values(), default=0) <= 1


def check_told(each: Meddler, rows: list[Appended], history: Mapping[int, Replica]) -> None:
    """What a player received and saw is what happened."""
    assert each.received.items() <= received_by(rows).items()
    assert each.replica.shown == history[each.version].shown
    for shown in each.seen:
        replica = replica_of(shown)
        then = history[replica.version]
        assert replica.shown == then.shown
        own = [side for side, name in then.seats.items() if name == each.name]
        assert [side for side, seat in shown["seats"].items() if seat["is_you"]] == own


def test_all_come_to_the_same_game_which_is_the_log_s(server: Server, database: Path) -> None:
    answers: Counter[int] = Counter()
    happened: Counter[str] = Counter()
    for seed in SEEDS:
        everybody = people(server.address, Random(seed))
        asyncio.run(meddle(server.address, everybody, ORDERS, database))
        rows = log_of(database, everybody[0].game)
        orders = {order.sent["command"]: order for each in everybody for order in each.orders}
        history = replayed(rows, orders)
        check_orders(rows, orders, history[max(history)].changed)
        for each in everybody:
            check_told(each, rows, history)
        answers.update(status for order in orders.values() for status in order.answers)
        happened.update(row.events[0]["type"] for row in rows)
    assert set(answers) == {200, 403, 409, 422}
    assert {"played", "sat", "offered", "undone", "rematched"} <= set(happened)
