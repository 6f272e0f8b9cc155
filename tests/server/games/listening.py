"""Listening to a game over a socket or a stream, message by message."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server.client import API, Client, NewVisitor

PATIENCE = 60  # seconds for a message, on a machine that is very busy
MOST = 300  # messages that may come before what is waited for
BACKGROUND = ("heartbeat", "presence")  # may come between any two messages


def version_of(message: Any) -> int:
    """The version of the game that a change leads to, in whatever form it is sent."""
    version: int = (message.get("game") or message)["version"]
    return version


def event_of(message: Any) -> Any:
    """A message without what the event changes for the reader."""
    return {name: message[name] for name in ("type", "version", "event", "command")}


def command() -> str:
    return secrets.token_hex(8)


def headers_of(client: Client | None) -> dict[str, str]:
    """The headers that identify a player."""
    secret = None if client is None else client.http.cookies.get("noughts")
    return {} if secret is None else {"Cookie": f"noughts={secret}"}


@dataclass
class Listener:
    """The messages received about a game, in order."""

    receive: Callable[[], Any]
    messages: list[Any] = field(default_factory=list)

    def next(self) -> Any:
        """The next message."""
        message = self.receive()
        self.messages.append(message)
        return message

    def next_change(self) -> Any:
        """The next message about a change."""
        return self.until(lambda message: message["type"] not in BACKGROUND)

    def until(self, is_it: Callable[[Any], bool]) -> Any:
        """The first message from now on that is it."""
        for _ in range(MOST):
            if is_it(message := self.next()):
                return message
        raise AssertionError(f"it did not come, but {self.messages[-3:]}")

    def presence(self, **wanted: Any) -> Any:
        """The first message of presence from now on that says this."""
        return self.until(
            lambda received: received["type"] == "presence" and {**received, **wanted} == received
        )


@dataclass
class Live(Listener):
    """A client at a socket of a game."""

    socket: ClientConnection = field(kw_only=True)

    def say(self, kind: str, **more: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **more}))

    def do(self, kind: str, **more: Any) -> Any:
        """Send a command; the message that answers it."""
        name = more.setdefault("command", command())
        self.say(kind, **more)
        return self.until(lambda received: received.get("command") == name)

    def closed(self) -> tuple[int, str]:
        """The code and the reason with which it is closed, after all messages before it."""
        try:
            while True:
                self.next()
        except ConnectionClosed as closed:
            assert closed.rcvd is not None
            return closed.rcvd.code, closed.rcvd.reason


def socket_address(address: str, game: str, **query: Any) -> str:
    url = httpx.URL(f"{address}{API[1:]}/games/{game}/live", params=query)
    return str(url).replace("http", "ws", 1)


@contextmanager
def live(
    address: str,
    game: str,
    who: Client | None = None,
    headers: dict[str, str] | None = None,
    **query: Any,
) -> Iterator[Live]:
    """Open a socket; `hello` and what else comes first is still to be received."""
    options: dict[str, Any] = {
        "compression": None,
        "proxy": None,
        "open_timeout": PATIENCE,
        "max_queue": None,  # so that what nobody reads here hinders nothing
    }
    more = {**headers_of(who), **(headers or {})}
    with connect(
        socket_address(address, game, **query), additional_headers=more, **options
    ) as socket:
        yield Live(lambda: json.loads(socket.recv(PATIENCE)), socket=socket)


@contextmanager
def streamed(who: Client, game: str, **query: Any) -> Iterator[Listener]:
    """Open the stream of a game."""
    with who.http.stream("GET", f"{API}/games/{game}/stream", params=query) as answer:
        assert answer.status_code == 200
        yield Listener(map(json.loads, answer.iter_lines()).__next__)


@dataclass(frozen=True)
class Friends:
    """Ann, who is X and begins, and Ben, at a game between them."""

    ann: Client
    ben: Client
    game: Any  # as Ben saw it when he sat down

    @property
    def id(self) -> str:
        found: str = self.game["id"]
        return found

    def now(self, who: Client | None = None) -> Any:
        return (who or self.ann).get(f"games/{self.id}")

    def play(self, *squares: int) -> Any:
        """Take squares in turn over HTTP; the game after them."""
        game = self.now()
        for square in squares:
            mover = self.ann if len(game["moves"]) % 2 == 0 else self.ben
            game = mover.play(game, square)
        return game


def sit_down(new_visitor: NewVisitor, **new: Any) -> Friends:
    """Two friends who were never here before, at a game between them."""
    ann, ben = new_visitor(), new_visitor()
    begun = ann.begin(**{"opponent": "friend", "side": "x", "first": "x", **new})
    return Friends(ann, ben, ben.post(f"games/{begun['id']}/sit", {}))


def without_presence(view: dict[str, Any]) -> dict[str, Any]:
    """A game as a live connection has it, which is told of presence by itself."""
    return {name: value for name, value in view.items() if name != "presence"}
