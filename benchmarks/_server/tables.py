"""Tables at which two players, with a connection each, play one legal game after another.

A subclass per server knows how a game starts, how a move is sent, and how to recognise that it was
received. A message is only searched for the few bytes it must contain, so that the client costs
little; anything unexpected ends the measurement.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from _server.lobby import Failed, Lobby
from noughts import Rules

Squares = Sequence[int]
C = TypeVar("C")  # a contest: what two players join, for one game or several

_GAMES = 1_000  # different ones, 7.6 plies long on average
_AT_ONCE = 50  # tables whose connections are being opened
_PATIENCE = 30.0  # seconds for a server to answer


def draw_games() -> list[Squares]:
    """Return the random games that are played on all servers, each to its end."""
    random, games = Random(1), list[Squares]()
    for _ in range(_GAMES):
        position, squares = Rules().start(), list[int]()
        while not position.is_over:
            squares.append(random.choice(position.moves))
            position = position.play(squares[-1])
        games.append(squares)
    return games


class Table(ABC, Generic[C]):
    """Two players and their game; `moved` and `begun` are called when both players know of it."""

    games_a_contest: ClassVar[int]
    fastest: ClassVar[int]  # moves a second of the whole server, for which contests are prepared
    _contest: C

    def __init__(self, ports: Sequence[int], games: Iterator[Squares]) -> None:
        self.moved: Callable[[Table[C]], None] = _ignore
        self.begun: Callable[[Table[C]], None] = _ignore
        self.failed: Callable[[str], None] = _raise
        self.frames = 0  # in and out
        self.ports = ports
        self._supply = deque[C]()
        self._games = games
        self._squares = next(games)
        self._plies = 0
        self._lines: dict[int, WSTransport] = {}
        self._expected = b""  # what identifies the move under way
        self._knowing = 0  # a bit for each player who has received it

    @property
    def is_over(self) -> bool:
        """True if the game has been played to its end."""
        return self._plies == len(self._squares)

    @staticmethod
    @abstractmethod
    def make_contest(lobby: Lobby) -> C:
        """Create a contest with both players in it."""

    def prepare(self, lobby: Lobby, count: int) -> None:
        """Create contests, to be played later."""
        self._supply.extend(self.make_contest(lobby) for _ in range(count))

    async def open(self) -> None:
        """Open both connections to the next contest, and wait until both players have it."""
        known = asyncio.get_running_loop().create_future()
        self.begun = lambda _: known.set_result(None)
        self._take_next()
        for player in (0, 1):
            await self._connect(player)
        await asyncio.wait_for(known, _PATIENCE)
        self.begun = _ignore

    def play(self) -> None:
        """Make the next move."""
        square = self._squares[self._plies]
        self._expected = self._sign_of(square, self._plies)
        self.say((self._plies + self._first()) % 2, self._move(square, self._plies))

    def begin_again(self) -> None:
        """Start another game, once one is over."""
        self._next_game()
        self._squares = next(self._games)
        self._plies = 0

    def say(self, player: int, message: bytes) -> None:
        """Send a message as one of the players."""
        self.frames += 1
        self._lines[player].send(WSMsgType.TEXT, message)

    def receive(self, player: int, message: bytes) -> None:
        """Take a message that was sent to one of the players."""
        self.frames += 1
        if self._expected and self._expected in message:
            if self._told(player):
                self._expected = b""
                self._plies += 1
                self.moved(self)
        else:
            self._hear_other(player, message)

    def close(self) -> None:
        """Close both connections."""
        lines, self._lines = self._lines, {}
        for line in lines.values():
            line.disconnect()

    def reached(self, player: int, line: WSTransport) -> None:
        """Note that the connection of a player is open."""
        self._lines[player] = line

    def lost(self, player: int, line: WSTransport) -> None:
        """Note that the connection of a player was closed."""
        if self._lines.get(player) is line:
            self.failed("the server closed a socket")

    @abstractmethod
    async def _connect(self, player: int) -> None:
        """Open the connection of a player."""

    @abstractmethod
    def _first(self) -> int:
        """Return the player who moves first in this game."""

    @abstractmethod
    def _move(self, square: int, ply: int) -> bytes:
        """Return the message that makes a move."""

    @abstractmethod
    def _sign_of(self, square: int, ply: int) -> bytes:
        """Return bytes that only the message with that move contains."""

    @abstractmethod
    def _next_game(self) -> None:
        """Start another game, in this contest or the next."""

    @abstractmethod
    def _hear_other(self, player: int, message: bytes) -> None:
        """Take a message other than the move under way."""

    def _take_next(self) -> None:
        """Go on to the next contest."""
        if not self._supply:
            self.failed("more was played than was prepared for")
            raise Failed
        self._contest = self._supply.popleft()

    def _told(self, player: int) -> bool:
        """Note that a player has the move; return whether both have it now."""
        if self._knowing >> player & 1:
            self.failed("a player got the same message twice")
        self._knowing |= 1 << player
        if self._knowing != 0b11:
            return False
        self._knowing = 0
        return True

    async def _line(self, path: str, headers: Mapping[str, str], player: int) -> None:
        """Open a connection for a player; with two servers, each player has one of them."""
        url = f"ws://127.0.0.1:{self.ports[player % len(self.ports)]}{path}"
        await ws_connect(lambda: Seat(self, player), url, extra_headers=headers)


class Seat(WSListener):
    """The client's end of a connection."""

    def __init__(self, table: Table[Any], player: int) -> None:
        self._table = table
        self._player = player

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._table.reached(self._player, transport)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        self._table.receive(self._player, frame.get_payload_as_bytes())

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._table.lost(self._player, transport)


def games_from(games: Sequence[Squares], start: int) -> Iterator[Squares]:
    """Return the games one after another for ever, starting with one of them."""
    return islice(cycle(games), start % len(games), None)


async def open_all(tables: Sequence[Table[Any]]) -> None:
    """Open the connections of all tables."""
    door = asyncio.Semaphore(_AT_ONCE)

    async def enter(table: Table[C]) -> None:
        async with door:
            await table.open()

    await asyncio.gather(*map(enter, tables))


def _ignore(_table: Table[C]) -> None:
    pass


def _raise(reason: str) -> None:
    raise Failed(reason)
