"""A bounded mix of attacks, each of which is sent again and again until it is over."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import sleep

import httpx
from websockets.frames import Frame, Opcode

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the servers of the tests

from tests.server.attacks.big_boards import big_position
from tests.server.client import API, Client, visiting
from tests.server.games.players import secret

PAUSE = 0.1  # seconds between two attacks of one kind, so that those who play get on
_SOCKETS = 20
_HELD = 1.0  # seconds
_SECRET = secret()  # of the one who has large games
_UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n\r\n"
)
_HEADS = (b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02")


def _frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


_FRAMES = (
    _frame(Opcode.TEXT, b"\xff"),  # no text
    _frame(Opcode.TEXT, b"{" * 1_000),  # no JSON
    _frame(Opcode.TEXT, b'{"type":"play","square":-1,"version":1e9}'),
    _frame(Opcode.TEXT, b"x" * 2_000),  # too long
    _frame(Opcode.CONT, b"", fin=False) * 100,
    _frame(Opcode.PING, b"?" * 125) * 500,
    Frame(Opcode.TEXT, b"{}").serialize(mask=False),
    b"\xff" * 100,
)


def _pictures(attacker: Client, chance: Random) -> None:
    attacker.http.get(f"/a/{big_position(chance.randrange(1_000)).url}/picture.png")


def _lists(attacker: Client, chance: Random) -> None:
    attacker.http.headers["Authorization"] = f"Bearer {_SECRET}"
    new = {"board": "26x26:6", "opponent": None, "command": f"large-game-{chance.randrange(100)}"}
    attacker.http.post(f"{API}/games", json=new)
    attacker.http.get("/games")


def _codes(attacker: Client, chance: Random) -> None:
    attacker.http.get(f"/r/{chance.randrange(10**6):06}")


def _missing(attacker: Client, chance: Random) -> None:
    attacker.http.get(f"/{chance.random()}")


def _analyses(attacker: Client, chance: Random) -> None:
    attacker.http.get(f"{API}/positions/{big_position(chance.randrange(1_000)).url}")


def _frames(attacker: Client, chance: Random) -> None:
    game = attacker.begin(opponent=None)["id"]
    url = attacker.http.base_url
    upgrade = _UPGRADE.format(path=f"{API}/games/{game}/live", host=url.netloc.decode())
    for frame in chance.sample(_FRAMES, len(_FRAMES)):
        with _connected(url) as opened:
            opened.sendall(upgrade.encode())
            opened.recv(4_096)
            opened.sendall(frame)
            opened.recv(4_096)


def _heads(attacker: Client, chance: Random) -> None:
    url = attacker.http.base_url
    opened = [socket.create_connection((url.host, url.port or 80)) for _ in range(_SOCKETS)]
    for connection in opened:
        connection.sendall(chance.choice(_HEADS))
    sleep(_HELD)
    for connection in opened:
        connection.close()


ATTACKS: tuple[Callable[[Client, Random], None], ...] = (
    *(_pictures, _lists, _codes, _missing, _analyses, _frames, _heads),
)


def _connected(url: httpx.URL) -> socket.socket:
    return socket.create_connection((url.host, url.port or 80), timeout=10)


@contextmanager
def attacked(address: Callable[[int], str]) -> Iterator[list[int]]:
    """Send all attacks until the block ends, to one server after the other; yields how many."""
    ended, sent = Event(), [0] * len(ATTACKS)

    def attack(kind: int) -> None:
        chance = Random(kind)
        for number in count(kind):
            if ended.wait(PAUSE):
                return
            with (
                suppress(OSError, httpx.TransportError, AssertionError),  # it is gone, or full
                visiting(address(number)) as attacker,
            ):
                attacker.http.headers["X-Forwarded-For"] = f"192.0.2.{kind}"
                ATTACKS[kind](attacker, chance)
                sent[kind] += 1

    threads = [Thread(target=attack, args=(kind,)) for kind in range(len(ATTACKS))]
    for thread in threads:
        thread.start()
    try:
        yield sent
    finally:
        ended.set()
        for thread in threads:
            thread.join()
