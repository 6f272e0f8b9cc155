"""The same without blocking: a game over one WebSocket, and our players at many games at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from noughts.client.connection import (
    LARGEST_LINE,
    PATIENCE,
    Connection,
    Refusal,
    Unreachable,
    detail_in,
    new_command,
    read_object,
)
from noughts.client.sitting import Sitting, Tell, refusing_nonsense, silent
from noughts.core.extras import extra
from noughts.players.base import Player
from noughts.solver import Limit

with extra("client"):
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

_UNKNOWN_GAME = 4404


class LiveConnection:
    """An open WebSocket: iterate over it for what is told, and send what is to be done.

    The messages are those of `Connection.messages`, and `refused` for a command that was refused.
    Once the connection breaks, it raises Unreachable, or Refusal if there is no such game.
    """

    def __init__(self, connection: Connection, socket: ClientConnection) -> None:
        self._connection = connection
        self._socket = socket

    @classmethod
    @asynccontextmanager
    async def open(cls, connection: Connection) -> AsyncIterator[LiveConnection]:
        """Connect to a game until the block ends; raises Refusal and Unreachable."""
        server, game = connection.server, connection.game
        try:
            socket = await connect(
                f"{server.replace('http', 'ws', 1)}/api/v1/games/{game}/live?show=states",
                additional_headers=connection.headers,
                open_timeout=PATIENCE,
                max_size=LARGEST_LINE,
            )
        except InvalidStatus as error:
            status = error.response.status_code
            raise connection.failure(status, detail_in(error.response.body, status)) from None
        except (OSError, WebSocketException, ValueError) as error:
            raise Unreachable(f"{server} cannot be reached: {error}") from None
        async with socket:
            yield cls(connection, socket)

    def __aiter__(self) -> LiveConnection:
        return self

    async def __anext__(self) -> Mapping[str, Any]:
        """The next message; it waits as long as the server gives signs of life."""
        try:
            async with asyncio.timeout(PATIENCE):
                return read_object(await self._socket.recv())
        except ConnectionClosed as error:
            raise self._closed(error) from None
        except TimeoutError:
            raise Unreachable(f"{self._connection.server} fell silent") from None

    async def send(self, action: str, **sent: object) -> str:
        """Do something, as `play` with a `version` and a `square`; the id of the command.

        What comes of it is told; `sit` alone is answered at once. Raises Refusal and Unreachable.
        """
        if action == "sit":  # over HTTP only, and once a game
            await asyncio.to_thread(self._connection.post, action, **sent)
            return ""
        command = new_command()
        try:
            await self._socket.send(json.dumps({"type": action, **sent, "command": command}))
        except ConnectionClosed as error:
            raise self._closed(error) from None
        return command

    def _closed(self, error: ConnectionClosed) -> Refusal | Unreachable:
        if error.rcvd is not None and error.rcvd.code == _UNKNOWN_GAME:
            return self._connection.failure(404, error.rcvd.reason)
        return Unreachable(f"{self._connection.server} has ended")


async def join_live(
    connection: Connection,
    player: Player,
    games: int = 1,
    tell: Tell = silent,
    limit: Limit | None = None,
) -> None:
    """Do what `join` does without blocking: the player thinks in a thread.

    Raises what `join` raises.
    """
    sitting = Sitting(player, games, tell, limit)
    while not sitting.is_over:
        try:
            async with LiveConnection.open(connection) as line:
                await _play(connection, line, sitting)
        except Unreachable as error:
            await asyncio.sleep(sitting.pause(error))


async def _play(connection: Connection, line: LiveConnection, sitting: Sitting) -> None:
    async for message in line:
        if message.get("type") == "refused":
            _check(connection, message)
        act = await asyncio.to_thread(sitting.hear, message)
        if act is not None:
            await line.send(act.action, **act.sent)
        if sitting.is_over:
            return


def _check(connection: Connection, refused: Mapping[str, Any]) -> None:
    """Raise what went wrong with a command, unless it only came too late."""
    with refusing_nonsense():
        failure = connection.failure(refused["status"], str(refused["detail"]))
    if isinstance(failure, Unreachable) or not failure.is_late:
        raise failure
