"""Our tables: the live connection, and a rematch on the same link once a game is over.

A rematch is two messages and two appends to the log on disk: one player offers it, the other
agrees. Sides are swapped, so the players take turns at moving first. A series may not grow for
ever: after some 190 games the players move to another, created beforehand, over new connections.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from secrets import token_urlsafe

from _server.lobby import Lobby
from _server.tables import Squares, Table

_VERSION = re.compile(rb'"version":(\d+)')
_LONGEST = 1_980  # versions: just under what the server allows a series
PASSED_OVER = (b'{"type":"hello"', b'{"type":"presence"', b'{"type":"heartbeat"')


@dataclass(frozen=True, slots=True)
class Series:
    """A game with two players, and their secrets."""

    id: str
    headers: tuple[dict[str, str], dict[str, str]]


class OurTable(Table[Series]):
    """A table of our server, whose players are pages: events come with what they change."""

    games_a_contest = 190
    fastest = 30_000
    query = ""

    def __init__(self, ports: Sequence[int], games: Iterator[Squares]) -> None:
        super().__init__(ports, games)
        self._start = 0  # the version at which the round began
        self._round = 1
        self._commands = 0
        self._moving: asyncio.Task[None] | None = None

    @staticmethod
    def make_contest(lobby: Lobby) -> Series:
        first, second = ({"Authorization": f"Bearer {token_urlsafe(32)}"} for _ in "xo")
        id_ = lobby.post("/api/v1/games", {"opponent": "friend"}, first)["id"]
        lobby.post(f"/api/v1/games/{id_}/sit", {}, second)
        return Series(id_, (first, second))

    async def _connect(self, player: int) -> None:
        await self._line(self.path, self._contest.headers[player], player)

    @property
    def path(self) -> str:
        """The address of the live connection."""
        return f"/api/v1/games/{self._contest.id}/live{self.query}"

    def _first(self) -> int:
        return (self._round + 1) % 2

    def _move(self, square: int, ply: int) -> bytes:
        return b'{"type":"play","square":%d,"version":%d,"command":"%b"}' % (
            square,
            self._start + ply,
            self._command(),
        )

    def _sign_of(self, square: int, ply: int) -> bytes:
        version = self._start + ply + 1
        return b'"version":%d,"event":{"type":"played","square":%d,' % (version, square)

    def _next_game(self) -> None:
        version = self._start + len(self._squares)
        if version < _LONGEST:
            self._round += 1
            self._say_next(0, version)
        else:
            self._take_next()
            self._round = 1
            self._moving = asyncio.create_task(self._move_over())

    async def _move_over(self) -> None:
        self.close()
        for player in (0, 1):
            await self._connect(player)

    def _hear_other(self, player: int, message: bytes) -> None:
        if self._tells_of_offer(message):
            if player == 1:
                self._say_next(1, version_of(message))
        elif self._tells_of_beginning(message):
            if self._told(player):
                self._start = version_of(message)
                self.begun(self)
        elif not message.startswith(PASSED_OVER):
            self.failed(f"not understood: {message[:300].decode()}")

    def _tells_of_offer(self, message: bytes) -> bool:
        return b'"event":{"type":"offered"' in message

    def _tells_of_beginning(self, message: bytes) -> bool:
        return message.startswith(b'{"type":"view') or b'"event":{"type":"rematched"' in message

    def _say_next(self, player: int, version: int) -> None:
        self.say(
            player, b'{"type":"rematch","version":%d,"command":"%b"}' % (version, self._command())
        )

    def _command(self) -> bytes:
        self._commands += 1
        return b"%08x" % self._commands


class OurProgramsTable(OurTable):
    """A table of our server, whose players are programs that keep the game themselves."""

    query = "?changes=false"


def version_of(message: bytes) -> int:
    """Return the version in a message."""
    match = _VERSION.search(message)
    assert match is not None
    return int(match[1])
