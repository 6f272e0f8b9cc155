"""What every transport between nodes must do; a new one is one more entry in TRANSPORTS."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from msgspec import Raw

from noughts.online.games import Began, Person, Played
from noughts.web.cluster import postgres_notify
from noughts.web.cluster.messages import Appended, Heartbeat, Message, read, write, write_appended
from noughts.web.cluster.postgres_notify import PostgresNotify
from noughts.web.cluster.transport import Transport
from noughts.web.live.presence import PresenceUpdate
from noughts.web.storage.notifications import LARGEST
from noughts.web.storage.store import Append
from tests.databases import execute, new_database

NOW = "2026-01-02T03:04:05+00:00"
BEGAN = Began(".../.../... x 3", Person("ann"), Person("ben"), NOW)

Connect = Callable[[str], Transport]  # by the name of the node
Cut = Callable[[], None]


def notify(request: pytest.FixtureRequest) -> tuple[Connect, Cut]:
    url = new_database(request.getfixturevalue("postgresql_server"))
    cut = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid != pg_backend_pid()"
    )

    def cut_all() -> None:
        execute(url, cut)

    return lambda node: PostgresNotify(url, node), cut_all


TRANSPORTS = {"notify": notify}


@pytest.fixture(params=sorted(TRANSPORTS))
def transports(request: pytest.FixtureRequest) -> tuple[Connect, Cut]:
    """Makes ends of one transport, and cuts them all."""
    return TRANSPORTS[request.param](request)


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


def between(connect: Connect, action: Callable[[End, End], Awaitable[None]]) -> None:
    async def run() -> None:
        async with connected(connect("here")) as here, connected(connect("there")) as there:
            await action(here, there)

    asyncio.run(run())


def test_all_receive_what_one_broadcasts_in_order(transports: tuple[Connect, Cut]) -> None:
    sent: list[tuple[str, Message]] = [
        ("here", PresenceUpdate("one", "ann", number, 0)) for number in range(500)
    ]

    async def action(here: End, there: End) -> None:
        for number, (name, message) in enumerate(sent):
            here.transport.broadcast(write(name, message))
            if number % 50 == 0:
                await asyncio.sleep(0)
        for end in (here, there):
            await end.until(lambda end=end: len(end.received) == len(sent))  # type: ignore[misc]
            assert end.received == sent

    between(transports[0], action)


def test_one_receives_what_is_sent_to_it_alone(transports: tuple[Connect, Cut]) -> None:
    update = PresenceUpdate("one", "ann", 1, 1)

    async def action(here: End, there: End) -> None:
        here.transport.send("there", write("here", update))
        here.transport.broadcast(write("here", Heartbeat()))
        for end in (here, there):
            await end.until(lambda end=end: ("here", Heartbeat()) in end.received)  # type: ignore[misc]
        assert here.received == [("here", Heartbeat())]
        assert there.received == [("here", update), ("here", Heartbeat())]

    between(transports[0], action)


def test_what_is_published_goes_to_those_who_subscribe(transports: tuple[Connect, Cut]) -> None:
    updates = [PresenceUpdate(game, "ann", 1, 1) for game in ("one", "two", "three")]

    async def action(here: End, there: End) -> None:
        here.transport.subscriptions.reset(0)
        here.transport.subscriptions.add("there", "two")
        for update in updates:
            here.transport.publish(update.game, write("here", update))
        here.transport.broadcast(write("here", Heartbeat()))
        await there.until(lambda: ("here", Heartbeat()) in there.received)
        assert there.received == [("here", updates[1]), ("here", Heartbeat())]

    between(transports[0], action)


def test_every_character_arrives(transports: tuple[Connect, Cut]) -> None:
    name = "Ünïcøde \"'\\\n\r\x01 ○×"

    async def action(here: End, there: End) -> None:
        here.transport.broadcast(write("here", PresenceUpdate(name, name, 1, 1)))
        await there.until(lambda: bool(there.received))
        assert there.received == [("here", PresenceUpdate(name, name, 1, 1))]

    between(transports[0], action)


def test_a_transport_that_is_cut_connects_again(transports: tuple[Connect, Cut]) -> None:
    connect, cut = transports

    async def action(here: End, there: End) -> None:
        await asyncio.to_thread(cut)
        for end in (here, there):
            await end.until(lambda end=end: end.connections > 1)  # type: ignore[misc]
        before = len(there.received)
        here.transport.broadcast(write("here", Heartbeat()))
        await there.until(lambda: len(there.received) > before)
        assert there.received[-1] == ("here", Heartbeat())

    between(connect, action)


def test_broadcasting_while_it_is_cut_breaks_nothing(transports: tuple[Connect, Cut]) -> None:
    connect, cut = transports

    async def action(here: End, there: End) -> None:
        cutting = asyncio.create_task(asyncio.to_thread(cut))
        for number in range(100):
            here.transport.broadcast(write("here", PresenceUpdate("one", "ann", number, 0)))
            await asyncio.sleep(0)
        await cutting
        await there.until(lambda: there.connections > 1)
        await here.until(lambda: here.connections > 1)
        here.transport.broadcast(write("here", Heartbeat()))
        await there.until(lambda: ("here", Heartbeat()) in there.received)

    between(connect, action)


def test_checking_the_connection_delays_no_message(
    postgresql_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_notify, "_CHECK", 0.0)
    url = new_database(postgresql_server)

    async def action(here: End, there: End) -> None:
        for number in range(300):
            here.transport.broadcast(write("here", PresenceUpdate("one", "ann", number, 0)))
            await there.until(lambda number=number: len(there.received) == number + 1)  # type: ignore[misc]
        assert (here.connections, there.connections) == (1, 1)

    between(lambda node: PostgresNotify(url, node), action)


def test_events_too_long_for_a_notification_are_left_out() -> None:
    long = Append("one", 1, tuple(Played(0, NOW) for _ in range(500)), "many")
    text = '[{"type":"played","square":0,"at":"now"}]'
    appended = Appended("one", 1, "many", Raw(text.encode()))
    assert read(write_appended("here", long, text)) == ("here", appended)
    sent = write_appended("here", long, '"' + "x" * LARGEST + '"')
    assert read(sent) == ("here", Appended("one", 1, "many", Raw(b"null")))
