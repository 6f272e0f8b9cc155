"""Our players at games of a real server, against somebody who plays over the API.

Each of them joins in both ways: blocking, and live over a WebSocket.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

from noughts import NotationError, NoughtsError, UnsupportedRules
from noughts.client import (
    Connection,
    LiveConnection,
    Refusal,
    Unreachable,
    game_at,
    join,
    join_live,
)
from noughts.core.position import Position
from noughts.players import player
from noughts.players.base import Choice, Player
from noughts.players.uniform import Uniform
from noughts.solver import Limit
from tests.serving import Server, serving
from tests.web.client import Client, free, visiting


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("client") / "games.db") as running:
        yield running


@pytest.fixture
def friend(server: Server) -> Iterator[Client]:
    with visiting(server.address) as client:
        yield client


def joining_live(
    connection: Connection, who: Player, games: int, tell: Callable[[str], None]
) -> None:
    asyncio.run(join_live(connection, who, games, tell))


Join = Callable[[Connection, Player, int, Callable[[str], None]], None]


@pytest.fixture(params=[join, joining_live], ids=["blocking", "live"])
def joins(request: pytest.FixtureRequest) -> Join:
    """How a player joins."""
    way: Join = request.param
    return way


class Invited:
    """A player who joins in a thread of its own, and what it told."""

    def __init__(self, joins: Join, server: Server, game: Any, who: Player, games: int = 1) -> None:
        self.told: list[str] = []
        connection = game_at(f"{server.address}g/{game['id']}")
        pool = ThreadPoolExecutor(1)
        self.done = pool.submit(joins, connection, who, games, self.told.append)
        pool.shutdown(wait=False)


def until(friend: Client, game: Any, *, ready: str) -> Any:
    """The game once something is so, told by the stream of its states."""
    with friend.http.stream("GET", f"/api/v1/games/{game['id']}/stream") as lines:
        for _ in lines.iter_lines():
            now = friend.get(f"games/{game['id']}")
            if now[ready]:
                return now
    raise AssertionError("the stream ended")


def play(friend: Client, game: Any, chance: Random, invited: Invited | None = None) -> Any:
    """Play against whoever joined, to the end; fails if they have given up."""
    while True:
        game = until_turn_or_end(friend, game, invited)
        if game["ending"]:
            return game
        game = friend.play(game, chance.choice(free(game)))


def until_turn_or_end(friend: Client, game: Any, invited: Invited | None = None) -> Any:
    with friend.http.stream("GET", f"/api/v1/games/{game['id']}/stream") as lines:
        for _ in lines.iter_lines():
            now = friend.get(f"games/{game['id']}")
            if now["is_your_turn"] or now["ending"]:
                return now
            if invited is not None and invited.done.done():
                invited.done.result()
    raise AssertionError("the stream ended")


@pytest.mark.slow
@pytest.mark.parametrize("side", ["x", "o"])
def test_the_perfect_player_joins_and_never_loses(
    joins: Join, server: Server, friend: Client, side: str
) -> None:
    game = friend.begin(opponent="friend", side=side)
    invited = Invited(joins, server, game, player("perfect"))
    game = play(friend, game, Random(side))
    invited.done.result(30)
    assert game["ending"]["winner"] != side
    assert invited.told[0] == f"Playing {'XO'[side == 'x']} on 3x3:3."
    assert any(told.startswith("X takes") for told in invited.told)
    assert "win" in invited.told[-1] or "draw" in invited.told[-1]


def test_it_agrees_to_rematches_and_plays_on_on_the_other_side(
    joins: Join, server: Server, friend: Client
) -> None:
    game = friend.begin(opponent="friend")
    invited = Invited(joins, server, game, player("random"), games=2)
    game = play(friend, game, Random(1))
    friend.act(game, "next", 201)
    game = play(friend, until(friend, game, ready="is_shared"), Random(2))
    while game["round"] == 1:
        game = play(friend, game, Random(2))
    invited.done.result(30)
    assert game["round"] == 2
    assert game["seats"]["o"]["is_you"]
    assert [told for told in invited.told if told.startswith("Playing")] == [
        "Playing O on 3x3:3.",
        "Playing X on 3x3:3.",
    ]


def test_it_agrees_to_a_takeback_and_to_no_draw(
    joins: Join, server: Server, friend: Client
) -> None:
    game = friend.begin(opponent="friend")
    invited = Invited(joins, server, game, player("classic"))
    game = until(friend, game, ready="is_your_turn")
    game = until(friend, friend.play(game, 0), ready="is_your_turn")
    friend.act(game, "undo")
    while game["moves"]:
        game = until(friend, game, ready="is_your_turn")
    friend.act(game, "draw")
    while friend.get(f"games/{game['id']}")["offer"]:
        until(friend, game, ready="is_your_turn")
    game = friend.get(f"games/{game['id']}")
    assert game["ending"] is None
    friend.act(game, "resign")
    invited.done.result(30)
    assert invited.told[-1] == "X resigns: O wins."


def test_a_taken_seat_is_refused_in_a_line(joins: Join, server: Server, friend: Client) -> None:
    game = friend.begin(opponent="medium")
    with pytest.raises(Refusal, match="the seat is taken: you can watch the game"):
        joins(game_at(f"{server.address}g/{game['id']}"), player("medium"), 1, print)


def test_a_board_it_does_not_play_is_left_before_the_seat_is_taken(
    joins: Join, server: Server, friend: Client
) -> None:
    game = friend.begin(board="15x15:5", opponent="friend")
    with pytest.raises(UnsupportedRules):
        joins(game_at(f"{server.address}g/{game['id']}"), player("perfect"), 1, print)
    assert friend.get(f"games/{game['id']}")["seats"]["o"]["is_free"]


def test_no_such_game_is_a_refusal(joins: Join, server: Server) -> None:
    with pytest.raises(Refusal, match="no such game"):
        joins(game_at(f"{server.address}g/{'0' * 24}"), player("medium"), 1, print)


@pytest.mark.slow
def test_the_game_goes_on_after_the_server_was_killed(joins: Join, tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as first:
        port = first.address.rsplit(":", 1)[1].rstrip("/")
        with visiting(first.address) as friend:
            game = friend.begin(opponent="friend")
            invited = Invited(joins, first, game, player("perfect"))
            game = until(friend, game, ready="is_your_turn")
            game = until(friend, friend.play(game, 0), ready="is_your_turn")
            cookies = friend.http.cookies
        first.process.kill()
        first.process.wait()
    with (
        serving(tmp_path / "games.db", f"--port={port}") as second,
        visiting(second.address) as friend,
    ):
        friend.http.cookies = cookies
        game = play(friend, game, Random(3), invited)
        invited.done.result(60)
    assert game["ending"]["winner"] != "x"
    assert any("trying again" in told for told in invited.told)


@pytest.mark.slow
def test_a_server_that_is_killed_while_the_player_thinks_is_waited_for(
    joins: Join, tmp_path: Path
) -> None:
    with serving(tmp_path / "games.db") as first:
        port = first.address.rsplit(":", 1)[1].rstrip("/")

        class Killing(Uniform):
            """Plays at random, but the first time it thinks the server dies."""

            def choose(self, position: Position, limit: Limit | None = None) -> Choice:
                if first.process.poll() is None:
                    first.process.kill()
                    first.process.wait()
                return super().choose(position, limit)

        with visiting(first.address) as friend:
            game = friend.begin(opponent="friend", side="o", first="x")
            invited = Invited(joins, first, game, Killing())
            first.process.wait(30)
            cookies = friend.http.cookies
    with (
        serving(tmp_path / "games.db", f"--port={port}") as second,
        visiting(second.address) as friend,
    ):
        friend.http.cookies = cookies
        assert play(friend, game, Random(3), invited)["ending"]
        invited.done.result(60)
    assert any("trying again" in told for told in invited.told)


def test_two_players_finish_a_game_without_a_thread_for_either(server: Server) -> None:
    secret = "s" * 43
    with visiting(server.address) as owner:
        owner.http.headers["Authorization"] = f"Bearer {secret}"
        game = owner.begin(board="4x4:3", opponent="friend", side="x", first="x")
    guest = game_at(f"{server.address}g/{game['id']}")
    host = Connection(guest.server, guest.game, secret)
    told: list[str] = []

    async def meet() -> None:
        await asyncio.gather(
            join_live(host, player("perfect"), report=told.append),
            join_live(guest, player("random")),
        )

    asyncio.run(asyncio.wait_for(meet(), 60))
    assert told[0] == "Playing X on 4x4:3."
    assert "X wins along" in told[-1]


def test_a_connection_tells_of_a_refusal_by_the_id_of_the_command(server: Server) -> None:
    with visiting(server.address) as owner:
        game = owner.begin(opponent="friend")

    async def play_without_a_seat() -> tuple[str, Any]:
        async with LiveConnection.open(game_at(f"{server.address}g/{game['id']}")) as line:
            command = await line.send("play", version=game["version"], square=4)
            async for message in line:
                if message["type"] == "refused":
                    return command, message
        raise AssertionError

    command, message = asyncio.run(asyncio.wait_for(play_without_a_seat(), 60))
    assert (message["command"], message["status"]) == (command, 403)


STATE = {"type": "gameState", "version": 2, "moves": [], "turn": "x", "ending": None, "offer": None}
FULL = {
    "type": "gameFull",
    "start": ".../.../... x 3",
    "seats": {"x": "person", "o": "person"},
    "you": ["o"],
    "round": 1,
    "state": STATE,
}


@pytest.fixture
def telling() -> Iterator[Callable[..., str]]:
    """Starts a server that answers everything with the same, and gives the address of a game."""
    with ExitStack() as stack:

        def start(*told: object, status: int = 200) -> str:
            lines = "".join(f"{json.dumps(each)}\n" for each in told).encode()

            class Answer(BaseHTTPRequestHandler):
                def do_GET(self) -> None:
                    self.send_response(status)
                    self.end_headers()
                    self.wfile.write(lines)

                def do_POST(self) -> None:
                    self.send_response(503)
                    self.end_headers()
                    self.wfile.write(b'{"detail": "not now"}')

                def log_message(self, *_: object) -> None:
                    pass

            server = stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), Answer))
            Thread(target=server.serve_forever, args=(0.01,)).start()
            stack.callback(server.shutdown)
            return f"http://127.0.0.1:{server.server_port}/g/{'0' * 24}"

        yield start


@pytest.mark.parametrize(
    "told",
    [
        [],
        {},
        5,
        {"type": "gameState"},
        {"type": "gameFull"},
        {**FULL, "start": 5},
        {**FULL, "you": [5]},
        {**FULL, "state": {**STATE, "moves": 5}},
        {**FULL, "state": {**STATE, "moves": ["a1"]}},
        {**FULL, "state": {**STATE, "ending": {"winner": "z", "termination": "?"}}},
    ],
)
def test_what_tells_of_no_game_is_no_server_of_ours(
    telling: Callable[..., str], told: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.client.session._FIRST_PAUSE", 0)
    with pytest.raises(Unreachable):
        join(game_at(telling(told)), player("random"), 1, print)


OURS_TO_MOVE = {**FULL, "you": ["x"]}


def test_a_server_that_takes_no_move_is_given_up_though_it_tells_the_game_each_time(
    telling: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.client.session._FIRST_PAUSE", 0)
    told: list[str] = []
    with pytest.raises(Unreachable, match="asks to wait: not now"):
        join(game_at(telling(OURS_TO_MOVE)), player("classic"), 1, told.append)
    assert len(told) > 2


def test_a_fault_of_the_player_is_not_taken_for_the_servers(telling: Callable[..., str]) -> None:
    class Faulty(Uniform):
        def choose(self, *_: object) -> Choice:
            raise ValueError("my own fault")

    with pytest.raises(ValueError, match="my own fault"):
        join(game_at(telling(OURS_TO_MOVE)), Faulty())


@pytest.mark.parametrize("status", [429, 503])
def test_a_server_that_asks_to_wait_is_tried_again(
    telling: Callable[..., str], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.client.session._FIRST_PAUSE", 0)
    told: list[str] = []
    address = telling({"detail": "later"}, status=status)
    with pytest.raises(Unreachable, match="asks to wait: later"):
        join(game_at(address), player("random"), 1, told.append)
    assert len(told) > 1


@pytest.mark.parametrize(
    "address",
    [
        "",
        "game",
        "ftp://host/g/" + "0" * 24,
        "http://host/g/1",
        "http:///g/" + "0" * 24,
        "http://[",
    ],
)
def test_what_is_no_address_of_a_game_is_told(address: str) -> None:
    with pytest.raises(NotationError, match="is not a game: copy the address"):
        game_at(address)


def test_a_server_that_is_not_there_is_told(joins: Join, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.client.session._FIRST_PAUSE", 0)
    told: list[str] = []
    with pytest.raises(Unreachable, match="cannot be reached"):
        joins(game_at(f"http://127.0.0.1:9/g/{'0' * 24}"), player("medium"), 1, told.append)
    assert told
    assert issubclass(Unreachable, NoughtsError)


def test_what_does_not_block_says_which_extra_it_needs() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.modules['websockets.asyncio.client'] = None\n"
            "from noughts import client\n"
            "print(client.join.__name__)\n"
            "client.join_live",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "join\n")
    assert done.stderr.splitlines()[-1].endswith('pip install "noughts[client]" brings it')
