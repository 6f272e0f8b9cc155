"""What every transport between nodes must do; a new one is one more entry in TRANSPORTS."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import pytest
from msgspec import Raw

from noughts.server.cluster import transport as postgres_notify
from noughts.server.cluster.messages import (
    Appended,
    Heartbeat,
    Message,
    read,
    write,
    write_appended,
)
from noughts.server.cluster.transport import LARGEST, PostgresNotify, Transport
from noughts.server.games.types import Played
from noughts.server.live.presence import PresenceUpdate
from noughts.server.log.store import Append
from tests.databases import cut, new_database

NOW = "2026-01-02T03:04:05+00:00"
BEAT = ("here", Heartbeat())

pytestmark = pytest.mark.anyio

Connect = Callable[[str], Transport]  # by the name of the node
Cut = Callable[[], object]


def notify(request: pytest.FixtureRequest) -> tuple[Connect, Cut]:
    url = new_database(request.getfixturevalue("postgresql_server"))
    return partial(PostgresNotify, url), partial(cut, url)


TRANSPORTS = {"notify": notify}


class End:
    """One end of a transport: what it received, and how often it connected."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.received: list[tuple[str, Message]] = []
        self.connections = 0
        self._news = asyncio.Event()

    def receive(self, messages: str) -> None:
        self.received += map(read, messages.split("\n"))
        self._news.set()

    def connect(self) -> None:
        self.connections += 1
        self._news.set()

    def has_received(self, count: int) -> bool:
        return len(self.received) >= count

    def has_connected(self, times: int) -> bool:
        return self.connections >= times

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not is_so():
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def connected(transport: Transport) -> AsyncIterator[End]:
    end = End(transport)
    running = asyncio.create_task(end.transport.run(end.receive, end.connect))
    try:
        await end.until(lambda: end.connections == 1)
        yield end
    finally:
        running.cancel()
        await asyncio.wait({running})
        await end.transport.close()


@dataclass
class Ends:
    """Two ends of a transport, and what cuts them."""

    here: End
    there: End
    cut: Cut

    def broadcast(self, message: Message) -> None:
        self.here.transport.broadcast(write("here", message))

    async def reach(self, count: int) -> None:
        """Wait until each end has received so many messages."""
        for end in (self.here, self.there):
            await end.until(partial(end.has_received, count))


@pytest.fixture(params=sorted(TRANSPORTS))
def transports(request: pytest.FixtureRequest) -> tuple[Connect, Cut]:
    return TRANSPORTS[request.param](request)


@pytest.fixture
async def ends(transports: tuple[Connect, Cut]) -> AsyncIterator[Ends]:
    connect, cut = transports
    async with connected(connect("here")) as here, connected(connect("there")) as there:
        yield Ends(here, there, cut)


async def test_all_receive_what_one_broadcasts_in_order(ends: Ends) -> None:
    updates = [PresenceUpdate("one", "ann", number, 0) for number in range(500)]
    for number, update in enumerate(updates):
        ends.broadcast(update)
        if number % 50 == 0:
            await asyncio.sleep(0)
    await ends.reach(len(updates))
    expected = [("here", update) for update in updates]
    assert ends.here.received == ends.there.received == expected


async def test_one_receives_what_is_sent_to_it_alone(ends: Ends) -> None:
    update = PresenceUpdate("one", "ann", 1, 1)
    ends.here.transport.send("there", write("here", update))
    ends.broadcast(Heartbeat())
    await ends.reach(1)
    await ends.there.until(lambda: BEAT in ends.there.received)
    assert ends.here.received == [BEAT]
    assert ends.there.received == [("here", update), BEAT]


async def test_what_is_published_goes_to_those_who_subscribe(ends: Ends) -> None:
    updates = [PresenceUpdate(game, "ann", 1, 1) for game in ("one", "two", "three")]
    ends.here.transport.subscriptions.reset(0)
    ends.here.transport.subscriptions.add("there", ["two"])
    for update in updates:
        ends.here.transport.publish(update.id, write("here", update))
    ends.broadcast(Heartbeat())
    await ends.there.until(lambda: BEAT in ends.there.received)
    assert ends.there.received == [("here", updates[1]), BEAT]


async def test_every_character_arrives(ends: Ends) -> None:
    name = "Ünïcøde \"'\\\n\r\x01 ○×"
    ends.broadcast(PresenceUpdate(name, name, 1, 1))
    await ends.reach(1)
    assert ends.there.received == [("here", PresenceUpdate(name, name, 1, 1))]


@pytest.mark.parametrize("count", [0, 100])
async def test_a_transport_that_is_cut_amid_so_many_broadcasts_connects_again(
    ends: Ends, count: int
) -> None:
    cutting = asyncio.create_task(asyncio.to_thread(ends.cut))
    for number in range(count):
        ends.broadcast(PresenceUpdate("one", "ann", number, 0))
        await asyncio.sleep(0)
    await cutting
    for end in (ends.here, ends.there):
        await end.until(partial(end.has_connected, 2))
    ends.broadcast(Heartbeat())
    await ends.there.until(lambda: BEAT in ends.there.received)


async def test_checking_the_connection_delays_no_message(
    monkeypatch: pytest.MonkeyPatch, transports: tuple[Connect, Cut]
) -> None:
    monkeypatch.setattr(postgres_notify, "_CHECK", 0.0)
    connect, _ = transports
    async with connected(connect("here")) as here, connected(connect("there")) as there:
        for number in range(300):
            here.transport.broadcast(write("here", PresenceUpdate("one", "ann", number, 0)))
            await there.until(partial(there.has_received, number + 1))
        assert len(there.received) == 300
        assert (here.connections, there.connections) == (1, 1)


def test_events_too_long_for_a_notification_are_left_out() -> None:
    long = Append("one", 1, tuple(Played(0, NOW) for _ in range(500)), "many")
    text = '[{"type":"played","square":0,"at":"now"}]'
    for sent, received in ((text, text), ('"' + "x" * LARGEST + '"', "null")):
        appended = Appended("one", 1, "many", Raw(received.encode()))
        assert read(write_appended("here", long, sent)) == ("here", appended), received
