"""A full disk or a locked database is reported, and the game goes on afterwards."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.server.client import API, PROBLEM, Client, visiting
from tests.server.games.listening import command
from tests.server.games.players import LivePlayer, log_of, received_by, sit_down
from tests.server.games.replica import Replica
from tests.serving import Server, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

BEGUN = Replica(seats={"x": "ann", "o": "ben"}, version=2)


@contextmanager
def full_disk(server: Server, database: Path, room: int = 0) -> Iterator[None]:
    """Let what the server writes ahead of its database grow by no more than this."""
    size = database.with_name(f"{database.name}-wal").stat().st_size + room
    process = psutil.Process(server.process.pid)
    endless = psutil.RLIM_INFINITY
    process.rlimit(psutil.RLIMIT_FSIZE, (size, endless))
    try:
        yield
    finally:
        process.rlimit(psutil.RLIMIT_FSIZE, (endless, endless))


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Keep the database from being written."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def play(player: LivePlayer, square: int) -> dict[str, Any]:
    return {"type": "play", "square": square, "version": player.version, "command": command()}


def is_refused(answer: Any) -> bool:
    """Whether it was refused because the game could not be saved."""
    if answer.get("status") != 503:
        return False
    assert answer["detail"].startswith("The games can't be reached right now")
    return True


class Tables:
    """A game of Ann and Ben, which Cat watches, and a game of Dan's alone."""

    def __init__(self, server: Server, database: Path, dan: Client) -> None:
        self.server, self.database, self.dan = server, database, dan
        game, ann, ben = sit_down(server.address, "3x3:3")
        self.ann = LivePlayer(game, "ann", ann, replica=BEGUN, version=2)
        self.ben = LivePlayer(game, "ben", ben, replica=BEGUN, version=2)
        self.cat = LivePlayer(game, "cat", replica=BEGUN, version=2)
        self.alone = dan.begin(opponent=None)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for each in (self.ann, self.ben, self.cat):
                await stack.enter_async_context(each.connected(self.server.address))
            yield

    async def play(self, square: int) -> None:
        """A move of whoever's turn it is, which everybody hears of."""
        player = self.ann if self.ann.replica.turn == "x" else self.ben
        assert (await player.do(play(player, square)))["type"] == "event"
        await self.hear_of(player.version)

    async def hear_of(self, version: int) -> None:
        for each in (self.ann, self.ben, self.cat):
            await each.reach(version)

    async def post(self, path: str, sent: object) -> Any:
        """What Dan is answered; a problem must tell when to try again."""
        answer = await asyncio.to_thread(self.dan.http.post, f"{API}/{path}", json=sent)
        if answer.status_code == 503:
            assert answer.headers["content-type"] == PROBLEM
            assert int(answer.headers["retry-after"]) > 0
        return answer.json()

    async def get(self, game: str) -> Any:
        return await asyncio.to_thread(self.dan.get, f"games/{game}")

    async def end(self) -> None:
        """Play to the end, X winning; everybody received what is in the log, no more."""
        for square in (1, 3, 2):
            await self.play(square)
        assert self.cat.replica.ending == ("x",)
        kept = received_by(log_of(self.database, self.ann.game))
        del kept[2]
        assert self.ann.received == self.ben.received == self.cat.received == kept
        assert [event["square"] for event, _ in kept.values()] == [0, 4, 1, 3, 2]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That of a server of its own, which goes on after each fault."""
    return tmp_path_factory.mktemp("faults") / "games.db"


@pytest.fixture(scope="module")
def server(database: Path) -> Iterator[Server]:
    with serving(database) as running:
        yield running


@pytest.fixture
def tables(server: Server, database: Path) -> Iterator[Tables]:
    with visiting(server.address) as dan:
        yield Tables(server, database, dan)


@asynccontextmanager
async def going_on(tables: Tables) -> AsyncIterator[tuple[Any, Any]]:
    """A move of Ben's and one of Dan's, refused within the block, and made after it to the end."""
    async with tables.connected():
        await tables.play(0)
        move = play(tables.ben, 4)
        mine = {"square": 4, "version": 1, "command": command()}
        yield move, mine
        assert (await tables.ben.do(move))["version"] == 4
        assert (await tables.post(f"games/{tables.alone['id']}/play", mine))["moves"] == ["b2"]
        await tables.end()


only_linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux limits a process so"
)


@only_linux
async def test_a_full_disk_is_reported_and_games_go_on_once_there_is_space(tables: Tables) -> None:
    ben, alone = tables.ben, tables.alone
    new = {"opponent": None, "command": command()}
    async with going_on(tables) as (move, mine):
        with full_disk(tables.server, tables.database):
            for _ in range(2):
                assert is_refused(await ben.do(move))
                assert is_refused(await tables.post(f"games/{alone['id']}/play", mine))
                assert is_refused(await tables.post("games", new))
            assert (await tables.get(ben.game))["moves"] == ["a1"]
            assert (await tables.get(alone["id"]))["moves"] == []
    assert (await tables.post("games", new))["moves"] == []


@only_linux
async def test_wherever_space_ends_just_the_answered_commands_are_stored(tables: Tables) -> None:
    """Also where a part of what is written fits, so that a transaction is torn."""
    game, refusals = tables.alone, 0
    for room in range(0, 12_000, 400):
        action = "undo" if game["moves"] else "play"
        sent = {"version": game["version"], "command": command()}
        if action == "play":
            sent["square"] = 4
        with full_disk(tables.server, tables.database, room):
            answer = await tables.post(f"games/{game['id']}/{action}", sent)
        if is_refused(answer):
            refusals += 1
            assert await tables.get(game["id"]) == {**game, "announcement": ""}
        else:
            assert answer["version"] == game["version"] + 1
            game = answer
        rows = log_of(tables.database, game["id"])
        assert len(rows) == game["version"]
    assert 0 < refusals < 30


async def test_a_locked_database_is_reported_and_games_go_on_once_free(tables: Tables) -> None:
    ben, alone = tables.ben, tables.alone
    async with going_on(tables) as (move, mine):
        with locked(tables.database):
            both = [
                asyncio.create_task(ben.do(move)),
                asyncio.create_task(tables.post(f"games/{alone['id']}/play", mine)),
            ]
            assert (await tables.get(ben.game))["moves"] == ["a1"]
            done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            assert all(is_refused(each.result()) for each in done)
        await asyncio.wait(both)


async def test_a_move_whose_player_left_before_it_was_stored_is_heard(tables: Tables) -> None:
    ann, ben, cat, address = tables.ann, tables.ben, tables.cat, tables.server.address
    async with ben.connected(address):
        with locked(tables.database):
            async with ann.connected(address):
                await ann.say(json.dumps(play(ann, 0)))
            # While the move waits there is something to send her, who has left.
            async with cat.connected(address):
                await tables.get(ann.game)
            mine = {"square": 4, "version": 1, "command": command()}
            later = asyncio.create_task(tables.post(f"games/{tables.alone['id']}/play", mine))
            await tables.get(ann.game)
        await later  # and so the move before it is stored, or is not
        await ben.reach(len(log_of(tables.database, ann.game)))
        assert ben.replica.moves == [0]
