"""Whoever was answered at one node reads at another, which was sent nothing of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from noughts.server.games.decide import Stale
from noughts.server.games.repository import Games, UnknownGame
from noughts.server.games.types import Person, Play, Resign
from noughts.server.ids import room_id
from noughts.server.log.repository import EventLog
from noughts.server.log.sqlite import SqliteStore
from noughts.server.rooms.commands import Close, Join, Lock, Look, RoomAction
from noughts.server.rooms.repository import Rooms
from noughts.server.rooms.types import Choices
from noughts.server.worker_pool import WorkerPool
from tests.server.log.test_repository import ANN, begun, play

pytestmark = pytest.mark.anyio


@dataclass(frozen=True)
class Node:
    """A process on a store that others share."""

    games: Games
    rooms: Rooms


@pytest.fixture
async def nodes(tmp_path: Path) -> AsyncIterator[tuple[Node, Node]]:
    """Two nodes whose messages are all lost."""
    stores = [SqliteStore(tmp_path / "games.db") for _ in range(2)]
    logs = [EventLog(store, is_shared=True) for store in stores]
    here, there = (Games(log, WorkerPool(1.0)) for log in logs)
    yield Node(here, Rooms(here.log, here)), Node(there, Rooms(there.log, there))
    for store in stores:
        await store.close()


@pytest.mark.parametrize("is_followed", [False, True])
async def test_a_game_is_read_as_it_was_answered(
    nodes: tuple[Node, Node], *, is_followed: bool
) -> None:
    """It used to be up to 0.1 s old, and where somebody follows it as old as the last message."""
    here, there = nodes
    id_ = await begun(here.games)
    await there.games.find(id_)
    if is_followed:
        there.games.subscribe(id_, lambda _: None)
    for _ in range(4):
        answered = await play(here.games, id_)
        assert await there.games.find(id_) == answered
        assert (await there.games.find_with_log(id_))[0] == answered
        assert await there.games.games_of("ann", 1) == [(id_, answered)]
    await here.games.delete(id_, 9)
    with pytest.raises(UnknownGame):
        await there.games.find(id_)


@pytest.mark.parametrize("is_followed", [False, True])
async def test_a_room_is_read_as_it_was_answered(
    nodes: tuple[Node, Node], *, is_followed: bool
) -> None:
    here, there = nodes
    code = await here.rooms.open("host", Choices(), None)
    await there.rooms.find(code)
    if is_followed:
        there.rooms.subscribe(room_id(code), lambda _: None)
    commands: list[tuple[str, RoomAction]] = [
        *(("ann", Join()), ("ben", Join())),
        *(("host", Lock()), ("host", Close())),
    ]
    for by, command in commands:
        answered = await here.rooms.execute(code, by, command)
        assert await there.rooms.find(code) == answered


async def test_a_command_that_is_sent_again_to_another_node_is_answered_as_before(
    nodes: tuple[Node, Node],
) -> None:
    """It used to be refused as stale where the first was not known yet."""
    here, there = nodes
    id_ = await begun(here.games)
    there.games.subscribe(id_, lambda _: None)
    await there.games.find(id_)
    moves = [(Play(version, version), f"move-{version}") for version in range(1, 4)]
    for move, command in moves:
        answered = await here.games.execute(id_, ANN, move, command)
    again = await there.games.execute(id_, ANN, *moves[-1])
    assert again.after == answered.after
    assert again.repeated is not None
    with pytest.raises(Stale):
        await there.games.execute(id_, ANN, moves[-1][0], "another")


async def test_a_room_knows_of_a_game_that_ended_at_another_node(nodes: tuple[Node, Node]) -> None:
    """Its player used to be told there that they already have a game."""
    here, there = nodes
    code = await here.rooms.open("host", Choices("4x4:3"), None)
    for by in ("ann", "ben"):
        room = await here.rooms.execute(code, by, Join())
    for by in ("ann", "ben"):
        room = await here.rooms.execute(code, by, Look())
    await there.rooms.find(code)
    killed = Games(here.games.log, WorkerPool(1.0))  # before its room could note it
    await killed.execute(room.game_id(code, 0), Person("ann"), Resign(1), None)
    assert (await there.rooms.execute(code, "ann", Look())).open_pairings == ()
