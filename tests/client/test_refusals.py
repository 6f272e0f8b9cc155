"""What is no server of ours, no address of a game, or a server that cannot be reached."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from noughts import NotationError, NoughtsError
from noughts.client import Unreachable, game_at, join
from noughts.players import player
from noughts.players.base import Choice
from noughts.players.uniform import Uniform
from tests.client.conftest import Join

GAME = {
    "version": 2,
    "start": ".../.../... x 3",
    "moves": [],
    "ending": None,
    "offer": None,
    "round": 1,
    "is_your_turn": True,
    "seats": {"x": {"is_you": True}, "o": {"is_you": False}},
}


def view(**more: object) -> object:
    return {"type": "view", "game": {**GAME, **more}}


@pytest.fixture
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.client.session._FIRST_PAUSE", 0)


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
        *([], {}, 5, {"type": "event"}, {"type": "view"}, {"type": "view", "game": {}}),
        *(view(start=5), view(moves=5), view(moves=["?"]), view(seats={"y": {"is_you": True}})),
        view(ending={"winner": "z", "termination": "?"}),
    ],
)
@pytest.mark.usefixtures("no_pause")
def test_what_tells_of_no_game_is_no_server(telling: Callable[..., str], told: object) -> None:
    with pytest.raises(Unreachable):
        join(game_at(telling(told)), player("random"), 1, print)


@pytest.mark.usefixtures("no_pause")
def test_a_server_that_asks_to_wait_is_retried_and_given_up(telling: Callable[..., str]) -> None:
    for address, message, least in (
        (telling({"detail": "later"}, status=429), "asks to wait: later", 2),
        (telling({"detail": "later"}, status=503), "asks to wait: later", 2),
        (telling(view()), "asks to wait: not now", 3),  # it tells the game, takes no move
    ):
        told: list[str] = []
        with pytest.raises(Unreachable, match=message):
            join(game_at(address), player("classic"), 1, told.append)
        assert len(told) >= least


def test_a_fault_of_the_player_is_not_taken_for_the_servers(telling: Callable[..., str]) -> None:
    class Faulty(Uniform):
        def choose(self, *_: object) -> Choice:
            raise ValueError("my own fault")

    with pytest.raises(ValueError, match="my own fault"):
        join(game_at(telling(view())), Faulty())


def test_what_is_no_address_of_a_game_is_told() -> None:
    path = "g/" + "0" * 24
    for address in (
        "",
        "game",
        f"ftp://host/{path}",
        "http://host/g/1",
        f"http:///{path}",
        "http://[",
    ):
        with pytest.raises(NotationError, match="isn't a game – copy the address"):
            game_at(address)


@pytest.mark.usefixtures("no_pause")
def test_a_server_that_is_not_there_is_told(joins: Join) -> None:
    told: list[str] = []
    with pytest.raises(Unreachable, match=r"can't be reached: [A-Z]"):  # and no "[Errno 111]"
        joins(game_at(f"http://127.0.0.1:9/g/{'0' * 24}"), player("medium"), 1, told.append)
    assert told
    assert issubclass(Unreachable, NoughtsError)


def test_what_does_not_block_says_which_extra_it_needs() -> None:
    program = (
        "import sys; sys.modules['websockets.asyncio.client'] = None\n"
        "from noughts import client\n"
        "print(client.join.__name__)\n"
        "client.join_live"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "join\n")
    assert done.stderr.splitlines()[-1].endswith('pip install "noughts[client]" brings it')
