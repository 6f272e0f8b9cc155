"""Rooms that two processes hold in memory, over one store: what one does, the other finds out."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from operator import ne
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import convert, to_builtins
from msgspec.structs import replace

from noughts.core import Mark
from noughts.server.games.repository import Games
from noughts.server.games.types import (
    CallOff,
    Claim,
    ClockSetting,
    Per,
    Person,
    Play,
    Rematch,
    Resign,
)
from noughts.server.http.identity import RequestContext
from noughts.server.http.limits import AddressBuckets
from noughts.server.ids import draw_code, room_id
from noughts.server.log.errors import Refused
from noughts.server.log.events import now
from noughts.server.log.repository import EventLog
from noughts.server.log.store import Append, Store, StoreUnavailable
from noughts.server.rooms import commands, types
from noughts.server.rooms.channel import RoomChannels
from noughts.server.rooms.decide import decide
from noughts.server.rooms.doors import RoomDoors
from noughts.server.rooms.repository import Rooms, UnknownRoom
from noughts.server.rooms.service import RoomService, RoomVisit
from noughts.server.rooms.types import Naming, Result, Way
from noughts.server.worker_pool import WorkerPool
from tests.server.games.people import at
from tests.server.log.failing import Failing

pytestmark = pytest.mark.anyio

ANN = RequestContext("ann", "192.0.2.1", "/", "http://localhost/")


class Node:
    """A process as far as rooms go."""

    def __init__(self, store: Failing, now: Callable[[], str] = now) -> None:
        self.store = store
        log = EventLog(store, is_shared=True, now=now)
        self.games = Games(log, WorkerPool(1.0))
        self.rooms = Rooms(log, self.games)

    async def open(self, owner: str = "owner", way: types.Way = Way.FREE) -> str:
        return await self.rooms.open(owner, types.Choices("4x4:3", way), None)

    def receive(self, code: str, append: Append) -> None:
        """Hear of an append from another process."""
        self.rooms.receive(f"room-{code}", append.version, append)

    async def join(self, code: str, *keys: str) -> types.Room:
        for key in keys:
            await self.rooms.execute(code, key, commands.Join())
        return await self.rooms.find(code)

    async def resign_new_game(self, code: str) -> str:
        """Have Ann's room pair everybody, and somebody resign; the game."""
        room = await self.rooms.execute(code, "ann", commands.PairAll())
        game = room.game_id(code, len(room.pairings) - 1)
        await self.games.execute(game, Person("ann"), Resign(1), None)
        assert (await self.rooms.find(code)).idle
        return game

    def slow_appends(self, is_slow: Callable[[str], bool]) -> tuple[asyncio.Event, asyncio.Event]:
        """Have some appends wait; set once one is asked for, and what lets them go on."""
        keep, reached, go_on = self.store.append, asyncio.Event(), asyncio.Event()

        async def slow(append: Append) -> None:
            if is_slow(append.id):
                reached.set()
                await go_on.wait()
            await keep(append)

        self.store.append = lambda append: asyncio.ensure_future(slow(append))  # type: ignore[method-assign]
        return reached, go_on


async def node(tmp_path: Path) -> AsyncIterator[Node]:
    store = Failing(tmp_path / "games.db")
    yield Node(store)
    await store.close()


here, there = (pytest.fixture(node, name=name) for name in ("here", "there"))


async def last_append(store: Store, code: str) -> Append:
    return (await store.load(f"room-{code}"))[-1]


async def test_what_another_has_kept_is_taken_from_what_is_told_without_reading(
    here: Node, there: Node
) -> None:
    code = await here.open()
    there.receive(code, await last_append(here.store, code))  # of a room that nobody sees there
    await there.rooms.find(code)
    await here.join(code, "ann")
    append = await last_append(here.store, code)
    loads = there.store.loaded
    for _ in range(2):  # one that was received before changes nothing
        there.receive(code, append)
    assert await there.rooms.find(code) == await here.rooms.find(code)
    assert there.store.loaded == loads
    await here.join(code, "ben", "cat")
    there.receive(code, await last_append(here.store, code))  # ben's was lost
    assert await there.rooms.find(code) == await here.rooms.find(code)


async def test_what_was_never_heard_or_not_readable_is_read_later(here: Node, there: Node) -> None:
    code = await here.open()
    await there.join(code, "ann")
    await here.rooms.find(code)
    await there.join(code, "ben")
    here.rooms.mark_all_stale()
    assert len((await here.rooms.find(code)).members) == 2
    await there.join(code, "cat")
    here.store.unreadable = True
    here.rooms.receive(f"room-{code}", 3, None)
    with pytest.raises(StoreUnavailable):
        await here.rooms.find(code)
    here.store.unreadable = False
    assert len((await here.rooms.find(code)).members) == 3


async def test_what_is_kept_while_a_room_is_read_is_not_missed(here: Node, there: Node) -> None:
    code = await here.open()
    load = there.store.load

    async def slow(id_: str) -> tuple[Append, ...]:
        found = await load(id_)
        if not found[1:]:
            await here.join(code, "ann")
            there.receive(code, await last_append(here.store, code))
        return found

    there.store.load = slow  # type: ignore[method-assign]
    assert len((await there.rooms.find(code)).members) == 1


async def test_a_room_deleted_elsewhere_is_gone_and_hinders_none(here: Node, there: Node) -> None:
    gone, stays = [await here.open() for _ in range(2)]
    received: list[str] = []
    for code in (gone, stays):
        await there.rooms.find(code)
        room = f"room-{code}"
        there.rooms.subscribe(room, lambda _, code=code: received.append(code))  # type: ignore[misc]
    assert await here.rooms.delete(f"room-{gone}", 1)
    await here.join(stays, "ann")
    await there.rooms.catch_up()
    assert received == [gone, stays]
    with pytest.raises(UnknownRoom):
        await there.rooms.find(gone)
    assert len((await there.rooms.find(stays)).members) == 1


async def test_a_quiet_room_is_not_read_again_to_find_nothing(here: Node) -> None:
    code = await here.open()
    await here.join(code, "ann")
    here.rooms.subscribe(f"room-{code}", lambda _: None)
    loads = here.store.loaded
    await here.rooms.catch_up()
    with pytest.raises(Refused):
        await here.rooms.execute(code, "ann", commands.Close())
    assert here.store.loaded == loads


async def test_an_id_of_two_people_or_two_commands_is_no_repeat(here: Node, there: Node) -> None:
    code = await here.rooms.open("owner", types.Choices(), "command1")
    for node, key in ((here, "owner"), (there, "ann"), (here, "ben"), (there, "ann")):
        await node.rooms.execute(code, key, commands.Join(command="command1"))
    room = await here.rooms.execute(code, "ann", commands.Look(command="command1"))
    assert [member.key for member in room.members] == ["owner", "ann", "ben"]
    assert room.looking == (1,)
    assert (
        await there.rooms.execute(code, "ann", commands.Look(command="command1"))
    ).version == room.version


async def test_a_repeated_command_opens_a_room_once_on_any_process(here: Node, there: Node) -> None:
    def opening(node: Node, key: str = "ann", command: str = "command1") -> Awaitable[str]:
        return node.rooms.open(key, types.Choices(), command)

    at_once = await asyncio.gather(*(opening(each) for each in (here, there) * 5))
    await here.join(at_once[0], "ben")
    again = [await opening(each) for each in (here, there)]
    assert {*at_once, *again} == {at_once[0]}
    others = {await opening(there, "ben"), await opening(here, command="command2"), at_once[0]}
    assert len(others) == 3


async def test_a_room_that_had_to_take_another_code_is_found_again(here: Node, there: Node) -> None:
    drawn = draw_code(await here.store.secret(), "ann", "command1")
    near = f"{drawn[:-1]}{9 - int(drawn[-1])}"
    await occupy(here.store, near)
    code = await here.rooms.open("ann", types.Choices(), "command1")
    assert await here.rooms.delete(room_id(near), 1)
    assert code != drawn
    assert await there.rooms.open("ann", types.Choices(), "command1") == code


async def test_a_new_code_is_two_digits_from_every_other(here: Node, there: Node) -> None:
    chance = Random(1)
    taken = {f"{chance.randrange(10**6):06}" for _ in range(5_000)}
    await occupy(here.store, *taken)
    for _ in range(20):  # a quarter of all codes is too near
        for node in (here, there):
            code = await node.open()
            assert all(sum(map(ne, code, each)) >= 2 for each in taken)
            taken.add(code)


async def occupy(store: Store, *codes: str) -> None:
    opened = types.Opened("owner", "secret", types.Choices(), at=now())
    await asyncio.gather(*(store.append(Append(room_id(c), 0, (opened,), "open")) for c in codes))


async def test_rooms_are_forgotten_though_somebody_looks_at_the_oldest(
    here: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Rooms, "most_in_memory", 3)
    here = Node(here.store)
    watched = await here.open()
    here.rooms.subscribe(f"room-{watched}", lambda _: None)
    codes = [await here.open() for _ in range(9)]
    loads = here.store.loaded
    await here.rooms.find(codes[0])
    assert here.store.loaded == loads + 1
    for code in (watched, codes[-1]):
        await here.rooms.find(code)
    assert here.store.loaded == loads + 1


async def test_walls_and_downloads_leave_out_what_is_deleted_or_a_newer_version_wrote(
    tmp_path: Path, here: Node, there: Node
) -> None:
    code = await here.open("ann")
    await here.join(code, "ann", "ben")
    stays, deleted, newer = [await here.resign_new_game(code) for _ in range(3)]
    room = await here.rooms.find(code)
    visit, elsewhere = (RoomVisit(service_of(each), ANN, code, room) for each in (here, there))
    assert len(await visit.wall()) == 3
    assert await here.games.delete(deleted, 2)
    assert len(await visit.wall()) == 2
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
        unknown = """UPDATE appends SET events = '[{"type":"exploded"}]' WHERE game = ?"""
        connection.execute(unknown, (newer,))
    (left,) = await elsewhere.wall()
    assert left.game.id == stays
    assert len([record async for record in elsewhere.records()]) == 1


def service_of(node: Node) -> RoomService:
    return RoomService(
        node.rooms, RoomChannels(node.rooms, 60), RoomDoors(30, AddressBuckets(1_000))
    )


async def test_nobody_is_shown_a_game_before_it_has_begun(here: Node) -> None:
    code = await here.open("ann")
    await here.join(code, "ann", "ben")
    reached, go_on = here.slow_appends(lambda id_: not id_.startswith("room-"))
    pairing = asyncio.create_task(here.rooms.execute(code, "ann", commands.PairAll()))
    await reached.wait()
    finding = asyncio.create_task(here.rooms.find(code))
    await asyncio.sleep(0)  # it may return at once
    pairing.cancel()  # whoever asked for it goes away
    go_on.set()
    room = await finding
    assert (await here.games.find(room.game_id(code, 0))).room == code


async def test_what_a_room_decided_reaches_its_boards_though_the_server_stopped_in_between(
    here: Node, there: Node
) -> None:
    code = await here.rooms.open("owner", types.Choices(naming=Naming.TYPED), None)
    for key, name in (("ann", "Ann"), ("ben", "Ben")):
        await here.rooms.execute(code, key, commands.Join(name))
    room = await here.rooms.execute(code, "owner", commands.PairAll())
    id_ = room.game_id(code, 0)
    keep = here.store.append

    async def failing(append: Append) -> None:
        if not append.id.startswith("room-"):
            raise StoreUnavailable("the cable was pulled")
        await keep(append)

    here.store.append = lambda append: asyncio.ensure_future(failing(append))  # type: ignore[method-assign]
    await here.rooms.execute(code, "owner", commands.Rename(0))
    await here.rooms.execute(code, "ben", commands.Leave())
    shared = await there.games.find(id_)
    assert (shared.names, shared.game.ending) == (("Ann", "Ben"), None)
    renamed = (await there.rooms.find(code)).members[0].name
    shared = await there.games.find(id_)
    assert shared.names == (renamed, "Ben")
    assert shared.game.ending is not None
    assert shared.game.ending.result == "*"


async def test_a_room_records_how_a_game_first_ended(here: Node, there: Node) -> None:
    code = await here.open("ann")
    await here.join(code, "ann", "ben")
    room = await here.rooms.execute(code, "ann", commands.PairAll())
    id_ = room.game_id(code, 0)
    people = [Person(room.members[at].key) for at in (room.pairings[0].x, room.pairings[0].o)]

    async def do(side: int, command: Callable[..., Play | Rematch], *square: int) -> None:
        version = (await there.games.find(id_)).version
        await there.games.execute(id_, people[side], command(version, *square), None)

    # The server of the room goes down, and the players go on at another.
    for ply, square in enumerate((0, 4, 1, 5, 2)):
        await do(ply % 2, Play, square)
    for side in (0, 1):
        await do(side, Rematch)  # with sides swapped
    for ply, square in enumerate((0, 4, 1, 5, 8, 6), 1):
        await do(ply % 2, Play, square)
    ending = (await there.games.find(id_)).game.ending
    assert ending is not None
    assert ending.winner is Mark.O
    assert (await there.rooms.find(code)).pairings[0].result == Result.X


async def test_the_games_of_the_next_round_have_begun_when_it_is_shown(here: Node) -> None:
    code = await here.open("ann", Way.ROUND_ROBIN)
    await here.join(code, "ann", "ben", "cyn")
    await here.rooms.execute(code, "ann", commands.BeginRound(0))
    # The result, with which the next round begins, is slow.
    reached, go_on = here.slow_appends(lambda id_: id_ == f"room-{code}")
    room = await here.rooms.find(code)
    first = room.open_pairings[0]
    x = room.members[room.pairings[first].x].key
    game = room.game_id(code, first)
    await here.games.execute(game, Person(x), Resign(1), None)
    await reached.wait()
    finding = asyncio.create_task(here.rooms.find(code))
    await asyncio.sleep(0)  # it waits for the result
    go_on.set()
    after = await finding
    assert after.open_pairings != room.open_pairings
    for number in after.open_pairings:
        assert (await here.games.find(after.game_id(code, number))).room == code


@pytest.mark.parametrize(
    ("squares", "command", "missed"),
    [
        ((), None, Mark.X),  # whose time runs out
        ((4,), None, Mark.O),
        ((4, 0), None, None),
        ((), Claim, Mark.X),
        ((4,), Claim, Mark.O),
        ((4, 0), Claim, None),
        ((), Resign, None),
        ((), CallOff, None),
    ],
)
async def test_a_room_is_told_who_missed_their_first_move(
    here: Node,
    monkeypatch: pytest.MonkeyPatch,
    squares: tuple[int, ...],
    command: Callable[..., Claim | Resign | CallOff] | None,
    missed: Mark | None,
) -> None:
    told: set[commands.Finish] = set()

    def decided(*given: Any, **more: Any) -> types.Events:
        if isinstance(more["command"], commands.Finish):
            told.add(more["command"])
        return decide(*given, **more)

    monkeypatch.setattr("noughts.server.rooms.repository.decide", decided)
    first_move = 20 if command is None else 0
    choices = types.Choices("4x4:3", clock=ClockSetting(Per.MOVE, 60), first_move=first_move)
    code = await here.rooms.open("owner", choices, None)
    await here.join(code, "ann", "ben")
    room = await here.rooms.execute(code, "owner", commands.PairAll())
    id_, pairing = room.game_id(code, 0), room.pairings[0]
    x, o = (Person(room.members[each].key) for each in pairing.members)
    for by, (version, square) in zip((x, o), enumerate(squares, 1), strict=False):
        await here.games.execute(id_, by, Play(version, square), None)
    version, waiting = 1 + len(squares), x if len(squares) == 1 else o
    if command is None:
        here = Node(here.store, lambda: at(1e9))
        assert (await here.games.find(id_)).game.ending is not None
    elif command is CallOff:
        await here.games.execute(id_, None, CallOff(), None)
    else:
        await here.games.execute(id_, waiting, command(version), None, is_deserted=True)
    await here.rooms.find(code)
    (finish,) = told
    assert finish.missed_by == {Mark.X: pairing.x, Mark.O: pairing.o, None: None}[missed]


def test_a_room_from_before_there_was_a_limit_for_the_first_move_has_none() -> None:
    choices = commands.Open().choices()
    assert (choices.first_move, commands.Choose().choices().first_move) == (20, 20)
    opened = types.Opened("owner", "secret", replace(choices, first_move=0), at=now())
    stored = to_builtins(opened)
    assert stored["choices"].pop("first_move") == 0
    assert convert(stored, types.Opened) == opened
