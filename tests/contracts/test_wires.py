"""What every wire between processes must do; a new one is one more entry in WIRES."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from msgspec import Raw

from noughts.online.games import Began, Person, Played
from noughts.web.cluster import postgres_notify as notify_wire
from noughts.web.cluster.messages import Appended, Heartbeat, Message, read, write, write_kept
from noughts.web.cluster.postgres_notify import PostgresNotify
from noughts.web.cluster.redis_pubsub import RedisPubSub
from noughts.web.cluster.transport import LARGEST, InvalidTransport, Transport
from noughts.web.live.presence import PresenceUpdate
from noughts.web.storage.store import Append
from tests.databases import Redis, execute, new_database

NOW = "2026-01-02T03:04:05+00:00"
BEGAN = Began(".../.../... x 3", Person("ann"), Person("ben"), NOW)

Connect = Callable[[], Transport]
Cut = Callable[[], None]


def notify(request: pytest.FixtureRequest) -> tuple[Connect, Cut]:
    url = new_database(request.getfixturevalue("postgresql_server"))
    cut = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid != pg_backend_pid()"
    )

    def cut_all() -> None:
        execute(url, cut)

    return lambda: PostgresNotify(url), cut_all


def redis(request: pytest.FixtureRequest) -> tuple[Connect, Cut]:
    server: Redis = request.getfixturevalue("redis_server")

    def cut() -> None:
        server.kill()
        server.start()

    return lambda: RedisPubSub(server.url), cut


WIRES = {"notify": notify, "redis": redis}


@pytest.fixture(params=sorted(WIRES))
def wires(request: pytest.FixtureRequest) -> tuple[Connect, Cut]:
    """Makes ends of one wire, and cuts them all."""
    return WIRES[request.param](request)


class End:
    """One end of a wire: what it hears, and how often it joined."""

    def __init__(self, wire: Transport) -> None:
        self.wire = wire
        self.heard: list[tuple[str, Message]] = []
        self.joined = 0
        self._news = asyncio.Event()

    def hear(self, notice: str) -> None:
        self.heard += read(notice)
        self._news.set()

    def join(self) -> None:
        self.joined += 1
        self._news.set()

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not is_so():
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def joined(connect: Connect) -> AsyncIterator[End]:
    end = End(connect())
    running = asyncio.create_task(end.wire.run(end.hear, end.join))
    try:
        await end.until(lambda: end.joined == 1)
        yield end
    finally:
        running.cancel()
        await asyncio.wait({running})
        await end.wire.close()


def between(connect: Connect, action: Callable[[End, End], Awaitable[None]]) -> None:
    async def run() -> None:
        async with joined(connect) as here, joined(connect) as there:
            await action(here, there)

    asyncio.run(run())


def test_what_one_tells_all_hear_in_order(wires: tuple[Connect, Cut]) -> None:
    told: list[tuple[str, Message]] = [
        ("here", PresenceUpdate("one", "ann", number, 0)) for number in range(500)
    ]

    async def action(here: End, there: End) -> None:
        for number, (name, message) in enumerate(told):
            here.wire.tell(write(name, message))
            if number % 50 == 0:
                await asyncio.sleep(0)
        for end in (here, there):
            await end.until(lambda end=end: len(end.heard) == len(told))  # type: ignore[misc]
            assert end.heard == told

    between(wires[0], action)


def test_every_letter_arrives(wires: tuple[Connect, Cut]) -> None:
    name = "Ünïcøde \"'\\\n\r\x01 ○×"

    async def action(here: End, there: End) -> None:
        here.wire.tell(write("here", PresenceUpdate(name, name, 1, 1)))
        await there.until(lambda: bool(there.heard))
        assert there.heard == [("here", PresenceUpdate(name, name, 1, 1))]

    between(wires[0], action)


def test_a_wire_that_is_cut_is_joined_again(wires: tuple[Connect, Cut]) -> None:
    connect, cut = wires

    async def action(here: End, there: End) -> None:
        await asyncio.to_thread(cut)
        for end in (here, there):
            await end.until(lambda end=end: end.joined > 1)  # type: ignore[misc]
        before = len(there.heard)
        here.wire.tell(write("here", Heartbeat()))
        await there.until(lambda: len(there.heard) > before)
        assert there.heard[-1] == ("here", Heartbeat())

    between(connect, action)


def test_what_is_told_while_it_is_cut_hinders_nothing(wires: tuple[Connect, Cut]) -> None:
    connect, cut = wires

    async def action(here: End, there: End) -> None:
        cutting = asyncio.create_task(asyncio.to_thread(cut))
        for number in range(100):
            here.wire.tell(write("here", PresenceUpdate("one", "ann", number, 0)))
            await asyncio.sleep(0)
        await cutting
        await there.until(lambda: there.joined > 1)
        await here.until(lambda: here.joined > 1)
        here.wire.tell(write("here", Heartbeat()))
        await there.until(lambda: ("here", Heartbeat()) in there.heard)

    between(connect, action)


def test_looking_whether_the_connection_stands_hinders_nothing(
    postgresql_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify_wire, "_CHECK", 0.0)
    url = new_database(postgresql_server)

    async def action(here: End, there: End) -> None:
        for number in range(300):
            here.wire.tell(write("here", PresenceUpdate("one", "ann", number, 0)))
            await there.until(lambda number=number: len(there.heard) == number + 1)  # type: ignore[misc]
        assert (here.joined, there.joined) == (1, 1)

    between(lambda: PostgresNotify(url), action)


@pytest.mark.parametrize("url", ["redis://localhost:port", "redis://localhost/?colour=blue"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(InvalidTransport, match=r"^--bus: "):
        RedisPubSub(url)


def test_events_too_long_for_a_notice_are_left_in_the_log() -> None:
    long = Append("one", 1, tuple(Played(0, NOW) for _ in range(500)), "many")
    text = '[{"type":"played","square":0,"at":"now"}]'
    assert list(read(write_kept("here", long, text))) == [
        ("here", Appended("one", 1, "many", Raw(text.encode())))
    ]
    told = write_kept("here", long, '"' + "x" * LARGEST + '"')
    assert list(read(told)) == [("here", Appended("one", 1, "many", Raw(b"null")))]
