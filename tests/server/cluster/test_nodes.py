"""Several processes on one database: all players see the same game, at whatever node."""

from __future__ import annotations

import asyncio
import secrets
import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from noughts.server.cluster.messages import NodeStopped, Subscribed
from noughts.server.cluster.transport import PostgresNotify
from tests.contracts.test_transports import connected
from tests.databases import Postgres, new_database
from tests.server.client import Client, visiting
from tests.server.games.listening import Live, live
from tests.server.games.players import log_of
from tests.serving import Server, serving

pytestmark = pytest.mark.slow

QUICK = ("--heartbeat-seconds=0.5",)


@dataclass(frozen=True)
class Nodes:
    """Two servers on one database."""

    here: Server
    there: Server
    database: str


@contextmanager
def nodes_on(folder: Path, server: str, *flags: str) -> Iterator[Nodes]:
    database = new_database(server)
    options = (f"--database={database}", *QUICK, *flags)
    with ExitStack() as stack:
        here, there = (
            stack.enter_context(serving(folder / name, *options)) for name in ("here", "there")
        )
        yield Nodes(here, there, database)


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory, postgresql_server: str) -> Iterator[Nodes]:
    with nodes_on(tmp_path_factory.mktemp("nodes"), postgresql_server) as running:
        yield running


@dataclass(frozen=True)
class Pair:
    """Ann, who is X, on one node, and Ben on the other, both at their sockets."""

    ann: Client
    ben: Client
    game: str
    here: Live
    there: Live

    def version(self) -> int:
        return int(self.ann.get(f"games/{self.game}")["version"])


@pytest.fixture
def pair(nodes: Nodes) -> Iterator[Pair]:
    with playing(nodes, "3x3:3") as (ann, ben, game):  # noqa: SIM117
        with live(nodes.here.address, game, ann) as here:
            here.presence(x="here")
            with live(nodes.there.address, game, ben) as there:
                there.until(is_whole)
                yield Pair(ann, ben, game, here, there)


def is_whole(message: Any) -> bool:
    """Whether it is the game as somebody joins it: what follows is sent as it happens."""
    return bool(message["type"] == "view")


@contextmanager
def playing(nodes: Nodes, board: str = "5x5:4") -> Iterator[tuple[Client, Client, str]]:
    """Ann, who is X, on one node, Ben on the other, and their game."""
    with visiting(nodes.here.address) as ann, visiting(nodes.there.address) as ben:
        game = ann.begin(opponent="friend", side="x", board=board)["id"]
        ben.post(f"games/{game}/sit", {})
        yield ann, ben, game


def is_move(square: int) -> Any:
    return lambda message: message["type"] == "event" and message["event"].get("square") == square


def test_a_move_on_one_node_reaches_the_other(pair: Pair) -> None:
    version = pair.version()
    for square, mover in zip((4, 0, 8, 2, 1), [pair.here, pair.there] * 3, strict=False):
        message = mover.do("play", square=square, version=version)
        assert message["type"] == "event"
        other = pair.there if mover is pair.here else pair.here
        version = other.until(is_move(square))["version"]
        assert version == message["version"]
    for who in (pair.ann, pair.ben):
        assert who.get(f"games/{pair.game}")["moves"] == ["b2", "a1", "c3", "c1", "b1"]


def test_who_is_there_is_known_across_the_nodes(nodes: Nodes, pair: Pair) -> None:
    pair.here.presence(x="here", o="here", spectators=0)
    pair.there.presence(x="here", o="here", spectators=0)
    with live(nodes.there.address, pair.game):
        pair.here.presence(spectators=1)
    pair.here.presence(spectators=0)
    pair.there.say("away")
    pair.here.presence(o="away")
    pair.there.say("here")
    pair.here.presence(o="here")
    with live(nodes.there.address, pair.game, pair.ben) as page:
        page.presence(x="here")
        pair.here.say("react", reaction="wow")  # not stored, and told as presence is
        reaction = page.until(lambda message: message["type"] == "reaction")
        assert (reaction["side"], reaction["reaction"]) == ("x", "wow")
    pair.there.socket.close()
    pair.here.presence(o="reconnecting")
    with live(nodes.here.address, pair.game, pair.ben):
        pair.here.presence(o="here")


def test_a_clock_runs_out_once(nodes: Nodes) -> None:
    with visiting(nodes.here.address) as ann, visiting(nodes.there.address) as ben:
        game = ann.begin(opponent="friend", side="x", clock={"per": "move", "seconds": 5})["id"]
        ben.post(f"games/{game}/sit", {})
        with (
            live(nodes.here.address, game, ann) as here,
            live(nodes.there.address, game, ben) as there,
        ):
            for socket in (here, there):
                socket.until(lambda message: message.get("event", {}).get("type") == "ran-out")
    events = [event["type"] for row in log_of(nodes.database, game) for event in row.events]
    assert events.count("ran-out") == 1


def test_a_player_moves_to_the_other_node_when_theirs_is_killed_and_one_that_stops_announces_it(
    postgresql_server: str, tmp_path: Path
) -> None:
    """Every acknowledged move is there, and play goes on."""

    async def stop(nodes: Nodes, game: str) -> None:
        async with connected(PostgresNotify(nodes.database, "end")) as end:

            def told() -> list[object]:
                return [message for _, message in end.received]

            with live(nodes.there.address, game):
                await end.until(lambda: Subscribed((game,)) in told())
            nodes.there.process.send_signal(signal.SIGTERM)
            await end.until(lambda: NodeStopped() in told())

    with nodes_on(tmp_path, postgresql_server) as nodes, playing(nodes) as (ann, ben, game):
        with live(nodes.there.address, game, ben) as there:
            there.until(is_whole)
            with live(nodes.here.address, game, ann) as here:
                version = here.do("play", square=4, version=2)["version"]
                there.until(is_move(4))
                nodes.here.process.kill()
                nodes.here.process.wait()
            with live(nodes.there.address, game, ann, after=version) as again:
                again.presence(x="here", o="here")
                message = there.do("play", square=0, version=version)
                assert again.until(is_move(0))["version"] == message["version"]
        asyncio.run(stop(nodes, ben.begin(opponent="friend")["id"]))


def test_a_killed_database_loses_no_stored_append_and_nobody_who_left_meanwhile_is_there(
    tmp_path: Path,
) -> None:
    with (
        closing(Postgres(is_durable=False)) as server,
        nodes_on(tmp_path, server.url) as nodes,
        playing(nodes) as (ann, ben, game),
    ):
        with live(nodes.there.address, game, ben) as there:
            there.until(is_whole)
            for square in range(4):
                who = ann if square % 2 == 0 else ben
                if square == 2:
                    server.kill()
                    answer = who.http.get("/api/v1/games")
                    assert answer.status_code == 503, answer.text
                    server.start()
                play_until_stored(who, game, 3 * square, secrets.token_hex(8))
                there.until(is_move(3 * square))
        assert len(ann.get(f"games/{game}")["moves"]) == 4
        with live(nodes.here.address, game, ann) as here:
            with live(nodes.there.address, game, ben):
                here.presence(o="here")
                server.kill()
            server.start()
            here.presence(o="away")


def play_until_stored(who: Client, game: str, square: int, name: str) -> None:
    """A player who is asked to try again tries again, from the game as it is then."""
    version = None
    for _ in range(100):
        found = who.http.get(f"/api/v1/games/{game}")
        version = version or (found.json()["version"] if found.status_code == 200 else None)
        if version is not None:
            sent = {"square": square, "version": version, "command": name}
            answer = who.http.post(f"/api/v1/games/{game}/play", json=sent)
            if answer.status_code == 200:
                return
            assert answer.status_code in (409, 503), answer.text
            if answer.status_code == 409:  # a node that is cut off may show an older game
                version = answer.json()["game"]["version"]
    raise AssertionError("it was never stored")


def test_workers_on_one_socket_serve_one_game(postgresql_server: str, tmp_path: Path) -> None:
    database = new_database(postgresql_server)
    options = (f"--database={database}", "--workers=2", *QUICK)
    with serving(tmp_path / "workers", *options) as server:
        parent = psutil.Process(server.process.pid)
        with playing(Nodes(server, server, database)) as (ann, ben, game), ExitStack() as stack:
            sockets = [
                stack.enter_context(live(server.address, game, who)) for who in [ann, ben] * 6
            ]
            for socket in sockets:
                socket.until(is_whole)
            # Another worker may not know yet that Ben sat down, with version 2.
            assert is_move(4)(sockets[0].do("play", square=4, version=2))
            for socket in sockets[1:]:
                socket.until(is_move(4))
        children = parent.children(recursive=True)
    assert server.process.returncode == 0
    assert not psutil.wait_procs(children, timeout=60)[1]
