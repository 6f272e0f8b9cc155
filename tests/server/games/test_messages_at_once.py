"""The messages of one connection: answered in order, and though it closes or is too slow."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.frames import CloseCode, Frame, Opcode

from noughts import Mark
from noughts.server.games.channel import GameChannels
from noughts.server.games.repository import Games
from noughts.server.games.service import GameService
from noughts.server.games.views import GameAudience
from noughts.server.games.websocket import SocketSubscriber
from noughts.server.http.limits import Limits
from noughts.server.http.websocket import Connection
from noughts.server.log.repository import EventLog
from noughts.server.log.sqlite import SqliteStore
from noughts.server.settings import Settings
from tests.server.games.people import asking
from tests.server.log.failing import ANN, BEN, START, pool

pytestmark = pytest.mark.anyio


class Wire(asyncio.Transport):
    """Keeps what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, data: Any) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        """Nothing more is written anyway."""

    abort = pause_reading = resume_reading = close

    def said(self) -> list[dict[str, Any]]:
        """What was said of commands."""
        frames = (frame for frame in self.written if b'"command"' in frame)
        return [json.loads(frame[frame.index(b'{"type"') :]) for frame in frames]


@dataclass
class Table:
    """A game between Ann, who is connected, and Ben."""

    folder: Path
    wire: Wire = field(default_factory=Wire)

    async def open(self, *early: int) -> None:
        """Sit down; `early` squares are played before it has joined the game."""
        self.store = SqliteStore(self.folder / "games.db")
        self.games = Games(EventLog(self.store), pool())
        live = GameChannels(self.games, 60.0, 60.0)
        self.service = GameService(self.games, live, pool(), asking("ann"))
        self.id = await self.games.begin(
            self.games.begun(START, {Mark.X: ANN, Mark.O: BEN}), "ann", None
        )
        self.limits = limits = Limits(Settings())
        self.connection = Connection(self.wire, asyncio.get_running_loop(), set())
        self.subscriber = SocketSubscriber(
            self.connection, self.service, self.id, GameAudience("ann"), limits
        )
        self.say(*early)
        self.running = asyncio.create_task(self.subscriber.run(None))
        while not self.wire.written:
            await asyncio.sleep(0)

    def say(self, *squares: int) -> None:
        """Play squares from version 1 on, all in one packet; the commands are numbered."""
        self.connection.data_received(
            b"".join(
                Frame(
                    Opcode.TEXT,
                    b'{"type":"play","square":%d,"version":1,"command":"%08d"}' % (square, number),
                ).serialize(mask=True)
                for number, square in enumerate(squares)
            )
        )

    async def version(self, least: int) -> int:
        """The version in the log, once it is high enough."""
        while (version := (await self.games.find(self.id)).version) < least:
            await asyncio.sleep(0)
        return version


@pytest.fixture
async def table(tmp_path: Path) -> Any:
    made = Table(tmp_path)
    await made.open()
    yield made
    made.connection.connection_lost(None)
    await made.running
    await made.store.close()


async def test_what_comes_before_the_game_is_joined_is_done_too(tmp_path: Path) -> None:
    table = Table(tmp_path)
    await table.open(4)
    assert await table.version(2) == 2
    table.connection.connection_lost(None)
    await table.running
    await table.store.close()


async def test_who_leaves_before_the_game_is_joined_is_counted_no_longer(table: Table) -> None:
    for id_ in (table.id, "unknown"):
        subscriber = SocketSubscriber(
            Connection(Wire(), asyncio.get_running_loop(), set()),
            table.service,
            id_,
            GameAudience("cat"),
            table.limits,
        )
        subscriber.disconnected()
        await subscriber.run(None)
    assert table.limits.connected == {"192.0.2.1": {table.subscriber}}


async def test_each_is_answered_in_order_once_those_before_it_are(table: Table) -> None:
    table.say(20, 4, 5)
    while len(table.wire.said()) < 3:
        await asyncio.sleep(0)
    answers = [(each["type"], each["command"]) for each in table.wire.said()]
    assert answers == [("refused", "00000000"), ("event", "00000001"), ("refused", "00000002")]


async def test_what_was_received_is_done_though_the_connection_is_lost(table: Table) -> None:
    table.say(20, 4)
    table.connection.connection_lost(None)
    assert await table.version(2) == 2
    assert table.wire.said() == []


@pytest.mark.parametrize("square", [4, 20])
async def test_a_slow_readers_move_or_mistake_disconnects(table: Table, square: int) -> None:
    table.connection.pause_writing()
    table.say(square)
    closing = bytes((0x88,))
    while not table.wire.written[-1].startswith(closing):
        await asyncio.sleep(0)
    assert int.from_bytes(table.wire.written[-1][2:4]) == CloseCode.POLICY_VIOLATION
