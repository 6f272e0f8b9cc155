"""Players over a socket: what they send, and everything they ever received."""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from tests.databases import execute
from tests.server.client import visiting
from tests.server.games.listening import PATIENCE, command, socket_address
from tests.server.games.replica import Replica, after_change, replica_of


class Cut(Exception):
    """The connection ended before the answer came."""


def secret() -> str:
    return secrets.token_urlsafe(32)


def sit_down(address: str, board: str) -> tuple[str, str, str]:
    """A game of Ann's, who is X and starts, with Ben: its id and the secrets of the two."""
    with visiting(address) as client:
        ann, ben = secret(), secret()
        client.http.headers["Authorization"] = f"Bearer {ann}"
        game = client.begin(board=board, opponent="friend", first="x", side="x")["id"]
        client.http.headers["Authorization"] = f"Bearer {ben}"
        client.post(f"games/{game}/sit", {})
    return game, ann, ben


@dataclass(frozen=True)
class Appended:
    """A row of the log."""

    version: int
    events: list[Any]
    command: str


def log_of(database: Path | str, game: str) -> list[Appended]:
    """The log of a game, in which one row follows the other and no command comes twice.

    The database is a file, or the URL of one on a server.
    """
    query = f"SELECT version, events, command FROM appends WHERE game = '{game}' ORDER BY version"
    if isinstance(database, str):
        found = execute(database, query)
    else:
        with closing(sqlite3.connect(database)) as connection:
            found = connection.execute(query).fetchall()
    rows = [Appended(version, json.loads(events), name) for version, events, name in found]
    expected = 0
    for row in rows:
        assert row.version == expected
        assert row.events
        expected += len(row.events)
    assert len({row.command for row in rows}) == len(rows)
    return rows


def received_by(rows: list[Appended]) -> dict[int, tuple[Any, str]]:
    """Every event that follows the first, by its version, as it is sent: without anybody's key."""
    received = {}
    for row in rows:
        for number, event in enumerate(row.events, row.version + 1):
            public = {key: event[key] for key in event if key != "seat"}
            received[number] = public, row.command
    del received[1]
    return received


@dataclass
class LivePlayer:
    """A player of one game, over one connection after the other.

    `received` has every event they got, by version, with the command that caused it; `seen` every
    state of the game that was shown to them as a whole.
    """

    game: str
    name: str = ""
    secret: str = field(default_factory=secret)
    replica: Replica = field(default_factory=Replica)
    received: dict[int, tuple[Any, str]] = field(default_factory=dict)
    seen: list[Any] = field(default_factory=list)
    _view: Any = None  # the last whole one, as moves have changed it since
    _words: Any = None  # what is said of moves
    version: int = 1
    told: int = 0  # the version of the last event received
    _socket: ClientConnection | None = None
    _is_new: bool = False
    _answers: dict[str, asyncio.Future[Any]] = field(default_factory=dict)
    _sent: set[str] = field(default_factory=set)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret}"}

    @asynccontextmanager
    async def connected(self, address: str, *, is_new: bool = False) -> AsyncIterator[LivePlayer]:
        """Listen until the block ends, from what is known on or, as one who is new, from now on."""
        self._answers, self._news = {}, asyncio.Event()
        self.told = self.told or self.version
        after = {} if is_new else {"after": self.told}
        try:
            socket = await connect(
                socket_address(address, self.game, **after),
                additional_headers=self.headers,
                compression=None,
                proxy=None,
                ping_interval=None,
                max_queue=None,
                open_timeout=PATIENCE,
            )
        except (OSError, InvalidMessage) as error:
            raise Cut from error
        async with socket:
            self._socket, self._is_new = socket, is_new
            hearing = asyncio.create_task(self._hear_all(socket))
            try:
                yield self
            finally:
                self._socket = None
                await socket.close()
                await hearing

    async def do(self, sent: Any) -> Any:
        """Send a command; the message that answers it. Raises Cut."""
        assert self._socket is not None
        answer = self._answers[sent["command"]] = asyncio.get_running_loop().create_future()
        self._sent.add(sent["command"])
        try:
            await self._socket.send(json.dumps(sent))
            return await asyncio.wait_for(answer, PATIENCE)
        except ConnectionClosed as error:
            raise Cut from error
        finally:
            self._answers.pop(sent["command"], None)
            if answer.done() and not answer.cancelled():
                answer.exception()  # else asyncio complains of one that sending has told already

    async def say(self, text: str | bytes) -> None:
        """Send whatever it is."""
        assert self._socket is not None
        try:
            await self._socket.send(text)
        except ConnectionClosed as error:
            raise Cut from error

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until a message makes it so; raises Cut and TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                await self.until_news()

    async def until_news(self) -> None:
        """Wait for a message; raises Cut."""
        if self._socket is None or self._socket.close_code is not None:
            raise Cut
        self._news.clear()
        await self._news.wait()

    async def reach(self, version: int) -> None:
        """Wait until everything up to a version is received."""
        await self.until(lambda: self.told >= version)

    async def _hear_all(self, socket: ClientConnection) -> None:
        try:
            async for message in socket:
                self._hear(json.loads(message))
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            await socket.close()  # also after a message that should not have come
            self._news.set()
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(Cut())

    def _hear(self, message: Any) -> None:
        match message["type"]:
            case "view":
                self._words = message.get("words", self._words)
                self._see(message["game"])
                if self._is_new:
                    self.told = self.version
            case "event":
                self._hear_event(message)
            case "refused":
                if message["game"] is not None:
                    self._see(message["game"])
                self._answer(message["command"], message)
            case kind:
                assert kind in ("hello", "presence", "heartbeat")

    def _hear_event(self, message: Any) -> None:
        """The next event, one that was missed, or one again because its command was repeated."""
        version, received = message["version"], (message["event"], message["command"])
        if version > self.told:
            assert version == self.told + 1
            self.received[version], self.told = received, version
        else:
            assert message["command"] in self._sent
            assert self.received.get(version, received) == received
        if version > self.version:
            assert version == self.version + 1
            self.replica = self.replica.receive(message["event"])
            self.version = version
            self._words = message.get("words", self._words)
            if (view := after_change(self._view, message, self._words)) is not None:
                assert replica_of(view).shown == self.replica.shown
                self._view = view
        self._answer(message["command"], message)

    def _see(self, shown: Any) -> None:
        """A state that is shown as a whole is no older than the messages before it."""
        replica = replica_of(shown)
        assert replica.version >= self.version
        self.seen.append(shown)
        self._view = shown
        own = {side: self.name if seat["is_you"] else None for side, seat in shown["seats"].items()}
        self.replica, self.version = replace(replica, seats=own), replica.version

    def _answer(self, name: str | None, message: Any) -> None:
        answer = self._answers.get(name or "")
        if answer is not None and not answer.done():
            answer.set_result(message)


class Rival(LivePlayer):
    """Plays at random to the end and again, with offers; what was not answered is sent again."""

    unanswered: dict[str, object] | None = None
    chance = Random(1)

    async def play(self, address: str, tick: Callable[[], bool]) -> None:
        """Play until `tick`, which is asked after each answer, says no, or the server is gone."""
        try:
            async with self.connected(address):
                is_going_on = True
                while is_going_on:
                    if self.unanswered is None:
                        await self.until(self.can_act)
                        self.unanswered = self.next_command()
                    answer = await self.do(self.unanswered)
                    if answer.get("status") == httpx.codes.SERVICE_UNAVAILABLE:
                        return  # to another server
                    assert answer.get("status", 409) in (409, 422), answer
                    self.unanswered = None
                    is_going_on = tick()
        except Cut:
            pass

    @property
    def side(self) -> str:
        return "x" if self.replica.seats["x"] == self.name else "o"

    def can_act(self) -> bool:
        """True if it is our turn to move, or to offer or agree to something."""
        replica = self.replica
        if replica.ending is not None:
            return replica.offer is None or replica.offer[1] != self.side
        return replica.turn == self.side

    def next_command(self) -> dict[str, object]:
        replica = self.replica
        sent = {"version": self.version, "command": command()}
        if replica.ending is not None:
            return {"type": "rematch", **sent}
        is_asked = replica.offer is not None and replica.offer[1] != self.side
        wish = 0.5 if is_asked else 0.05 if replica.offer is None else 0.0
        if len(replica.moves) > 1 and self.chance.random() < wish:
            return {"type": "undo", **sent}
        return {"type": "play", "square": self.chance.choice(replica.free), **sent}
