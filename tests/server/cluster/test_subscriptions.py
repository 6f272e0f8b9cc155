"""A node is sent what it subscribes to, all of it and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import AsyncMock

import pytest

from noughts.core import Mark
from noughts.server.backends import Backend, open_backend
from noughts.server.cluster import nodes as node
from noughts.server.cluster.messages import Heartbeat, SubscriptionQuery, write
from noughts.server.cluster.nodes import Node
from noughts.server.cluster.transport import (
    EVERYBODY,
    Receive,
    Subscriptions,
    Transport,
    channel_of,
)
from noughts.server.games.channel import GameChannels
from noughts.server.games.repository import Games
from noughts.server.games.types import Person, Play
from noughts.server.log.repository import EventLog, Published
from noughts.server.log.store import Append
from noughts.server.rooms.channel import RoomChannels
from noughts.server.rooms.repository import Rooms
from noughts.server.settings import Settings
from noughts.server.worker_pool import WorkerPool
from tests.databases import new_database

pytestmark = pytest.mark.anyio

ANN = Person("ann")
MARKER = "f" * 24  # the id of no game


@dataclass
class Member:
    """A node in this process, and what it was sent of games; what it is sent can be held back."""

    backend: Backend
    transport: Transport
    sent: list[tuple[str, int]] = field(default_factory=list)  # ids and versions
    held: list[str] | None = None

    def __post_init__(self) -> None:
        log = EventLog(self.backend.store, is_shared=True)
        self.games = Games(log, WorkerPool(1.0))
        self.rooms = Rooms(log, self.games)
        self.live = GameChannels(self.games, 10.0, 60.0)
        self.node = Node(self.transport, self.live, RoomChannels(self.rooms, 10))
        receive = self.games.receive
        # What arrives must not be due to the node's own comparisons with the log.
        self.catch_up = self.games.catch_up
        for repository in (self.games, self.rooms):
            repository.catch_up = AsyncMock()  # type: ignore[method-assign]

        def noted(id_: str, version: int, append: Append | None) -> None:
            self.sent.append((id_, version))
            receive(id_, version, append)

        self.games.receive = noted  # type: ignore[method-assign]
        run = self.transport.run

        async def held_back(receive: Receive, on_connect: Callable[[], None]) -> None:
            def receive_or_hold(messages: str) -> None:
                receive(messages) if self.held is None else self.held.append(messages)

            self._receive = receive
            await run(receive_or_hold, on_connect)

        self.transport.run = held_back  # type: ignore[method-assign]

    def hold(self) -> None:
        """Receive nothing for a while."""
        self.held = []

    def receive_held(self) -> None:
        """Receive what was held back."""
        held, self.held = self.held or [], None
        for messages in held:
            self._receive(messages)

    async def begin(self) -> str:
        return await self.games.begin(
            self.games.begun(".../.../... x 3", {Mark.X: ANN, Mark.O: ANN}), "ann", None
        )

    async def play(self, id_: str) -> int:
        """Play a move; the version after it."""
        shared = await self.games.find(id_)
        move = Play(shared.version, len(shared.game.moves))
        return (await self.games.execute(id_, ANN, move, None)).after.version

    def listen(self, id_: str) -> tuple[list[int], Callable[[], None]]:
        """Subscribe to a game; the versions received of it, and what ends that."""
        versions: list[int] = []

        def receive(published: Published[Any]) -> None:
            versions.append(published.state.version)

        return versions, self.games.subscribe(id_, receive)

    def channels(self, id_: str) -> tuple[str, ...]:
        return self.transport.subscriptions.channels(id_)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.001)


@asynccontextmanager
async def running(member: Member) -> AsyncIterator[Member]:
    task = asyncio.create_task(member.node.run())
    try:
        yield member
    finally:
        task.cancel()
        await asyncio.wait({task})
        await member.backend.store.close()


@pytest.fixture
def members(postgresql_server: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Member, Member]:
    """Two nodes on one database."""
    monkeypatch.setattr(node, "_HEARTBEAT", 0.05)
    monkeypatch.setattr(node, "_MISSED_HEARTBEATS", 1_000)
    settings = Settings(database=new_database(postgresql_server))
    backends = [open_backend(settings) for _ in range(2)]
    here, there = (Member(each, each.transport) for each in backends if each.transport)
    return here, there


@pytest.fixture
async def pair(members: tuple[Member, Member]) -> AsyncIterator[tuple[Member, Member]]:
    """The two nodes once they know of each other."""
    async with AsyncExitStack() as stack:
        for member in members:
            await stack.enter_async_context(running(member))
        await is_heard_by(*members)
        await is_heard_by(*reversed(members))
        yield members


async def is_heard_by(one: Member, other: Member) -> None:
    """Wait until another node has heard what one subscribes to."""
    _, unsubscribe = one.listen(MARKER)
    await until(lambda: other.channels(MARKER) == (channel_of(one.transport.node),))
    unsubscribe()
    await until(lambda: other.channels(MARKER) == ())


async def test_a_game_is_sent_to_a_node_while_it_subscribes(pair: tuple[Member, Member]) -> None:
    here, there = pair
    quiet, loud = await here.begin(), await here.begin()
    await here.play(quiet)
    versions, unsubscribe = there.listen(loud)
    await there.games.find(loud)
    await until(lambda: here.channels(loud) == (channel_of(there.transport.node),))
    for _ in range(3):
        for id_ in (quiet, loud):
            await here.play(id_)
    await until(lambda: versions == [2, 3, 4])
    unsubscribe()
    await until(lambda: here.channels(loud) == ())
    await here.play(loud)
    other, _ = there.listen(quiet)
    await there.games.find(quiet)
    await until(lambda: here.channels(quiet) != ())
    assert await here.play(quiet) == 6
    await until(lambda: other[-1:] == [6])
    assert {id_ for id_, version in there.sent if version > 3} == {quiet}
    assert not any(id_ == quiet and version < 4 for id_, version in there.sent)


async def test_what_is_being_appended_when_a_node_hears_of_a_subscription_arrives(
    pair: tuple[Member, Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = pair
    game = await here.begin()
    append, go_on = here.backend.store.append, asyncio.Event()

    async def slow(appended: Append) -> None:
        await append(appended)
        await go_on.wait()

    append_slowly = lambda appended: asyncio.ensure_future(slow(appended))  # noqa: E731
    monkeypatch.setattr(here.backend.store, "append", append_slowly)
    there_reads = await there.backend.store.load(game)
    playing = asyncio.create_task(here.play(game))
    while len(await here.backend.store.load(game)) == len(there_reads):
        pass
    with monkeypatch.context() as early:
        early.setattr(there.backend.store, "load", AsyncMock(return_value=there_reads))
        versions, _ = there.listen(game)
        assert (await there.games.find(game)).version == 1
    await until(lambda: here.channels(game) != ())
    go_on.set()
    await playing
    await until(lambda: versions == [2])


async def test_a_node_that_comes_later_learns_what_the_others_subscribe_to_until_they_stop(
    members: tuple[Member, Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = members
    async with AsyncExitStack() as theirs:
        game = await there.begin()
        there.listen(game)  # before it is connected
        await theirs.enter_async_context(running(there))
        subscribed = [f"{number:024x}" for number in range(1_000)]
        for id_ in subscribed:
            there.listen(id_)
        async with running(here):
            assert here.channels("any") in ((), (EVERYBODY,))
            await until(lambda: here.channels(game) == (channel_of(there.transport.node),))
            for id_ in subscribed:
                assert here.channels(id_) == (channel_of(there.transport.node),)
            assert here.channels("any") == ()
            await here.play(game)
            await until(lambda: (game, 1) in there.sent)
            await theirs.aclose()
            monkeypatch.setattr(node, "_MISSED_HEARTBEATS", 3)
            await until(lambda: here.channels(game) == ())


async def test_what_is_appended_before_a_node_hears_of_a_subscription_arrives(
    pair: tuple[Member, Member],
) -> None:
    here, there = pair
    game = await here.begin()
    here.hold()
    versions, _ = there.listen(game)
    assert (await there.games.find(game)).version == 1
    await here.play(game)
    assert here.channels(game) == ()
    here.receive_held()
    await until(lambda: versions == [2])
    # A node that was not heard subscribes again once it notices.
    here.transport.subscriptions.remove(there.transport.node, game)
    await here.play(game)
    await there.catch_up()
    assert versions == [2, 3]
    await until(lambda: here.channels(game) != ())


async def test_a_late_answer_forgets_no_subscription(pair: tuple[Member, Member]) -> None:
    here, there = pair
    here.hold()
    there.transport.broadcast(write(there.transport.node, Heartbeat()))
    there._receive(write(here.transport.node, SubscriptionQuery()))  # answers here alone
    there.listen(MARKER)  # sent with the heartbeat
    await until(
        lambda: {MARKER in each for each in here.held or () if "sub" in each} == {True, False}
    )
    here.receive_held()
    assert here.channels(MARKER) == (channel_of(there.transport.node),)


def test_messages_go_to_everybody_until_every_node_has_said_what_it_subscribes_to() -> None:
    subscriptions = Subscriptions()

    def channels() -> list[tuple[str, ...]]:
        return [subscriptions.channels(game) for game in ("one", "two")]

    nobody: tuple[str, ...] = ()
    everybody, there = (EVERYBODY,), (channel_of("there"),)
    assert channels() == [everybody, everybody]
    subscriptions.reset(0)
    assert channels() == [nobody, nobody]
    subscriptions.meet("there")
    assert channels() == [everybody, everybody]
    subscriptions.add("there", ["one"], is_anew=True)
    assert channels()[1] == everybody
    subscriptions.add("there", [], is_last=True)
    assert channels() == [there, nobody]
    subscriptions.meet("other")
    assert (subscriptions.unknown, channels()[1]) == ({"other"}, everybody)
    subscriptions.lose("other")
    for _ in range(2):
        subscriptions.add("there", ["two"], is_anew=True, is_last=True)
    assert channels() == [nobody, there]
    subscriptions.reset(60)
    assert channels()[1] == everybody
