"""The asynchronous client: a game over a WebSocket, so that players can play many games at once."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from noughts.client import connection as http
from noughts.client.connection import Connection, Refusal, Unreachable
from noughts.client.session import Report, Session, silent
from noughts.core.extras import extra
from noughts.players.base import Player
from noughts.players.table import as_player
from noughts.solver import Limit
from noughts.wording.language import gettext as _

with extra("client"):
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

_UNKNOWN_GAME = 4404


class LiveConnection:
    """An open WebSocket: iterate over its messages, and send actions.

    The messages are those of `Connection.messages`, and `refused` for a refused command. When the
    connection breaks, it raises Unreachable, or Refusal if there is no such game.
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
                f"{server.replace('http', 'ws', 1)}/api/v1/games/{game}/live",
                additional_headers=connection.headers,
                open_timeout=http.TIMEOUT,
                max_size=http.LARGEST_MESSAGE,
            )
        except InvalidStatus as error:
            status = error.response.status_code
            raise connection.failure(status, http.detail_in(error.response.body, status)) from None
        except (OSError, WebSocketException, ValueError) as error:
            raise http.unreached(server, error) from None
        async with socket:
            yield cls(connection, socket)

    def __aiter__(self) -> LiveConnection:
        return self

    async def __anext__(self) -> Mapping[str, Any]:
        """Return the next message; waits as long as the server sends heartbeats."""
        try:
            async with asyncio.timeout(http.TIMEOUT):
                return http.read_object(await self._socket.recv())
        except ConnectionClosed as error:
            raise self._closed(error) from None
        except TimeoutError:
            server = self._connection.server
            raise Unreachable(_("{server} stopped answering", server=server)) from None

    async def send(self, action: str, **sent: object) -> str:
        """Send an action, such as `play` with a `version` and a `square`; returns the command id.

        The result arrives as a message, except for `sit`, which is sent over HTTP. Raises Refusal
        and Unreachable.
        """
        if action == "sit":  # over HTTP only, once per game
            await asyncio.to_thread(self._connection.post, action, **sent)
            return ""
        command = secrets.token_hex(http.COMMAND_BYTES)
        try:
            await self._socket.send(json.dumps({"type": action, **sent, "command": command}))
        except ConnectionClosed as error:
            raise self._closed(error) from None
        return command

    def _closed(self, error: ConnectionClosed) -> Refusal | Unreachable:
        if error.rcvd is not None and error.rcvd.code == _UNKNOWN_GAME:
            return self._connection.failure(404, error.rcvd.reason)
        return Unreachable(_("{server} closed the connection", server=self._connection.server))


async def join_live(
    connection: Connection,
    player: Player | str,
    games: int = 1,
    report: Report = silent,
    limit: Limit | None = None,
) -> None:
    """Do what `join` does without blocking; the player thinks, and `report` is called, in a thread.

    Raises what `join` raises.
    """
    session = Session(connection, as_player(player), games, report, limit)
    while not session.is_over:
        try:
            async with LiveConnection.open(connection) as live:
                async for message in live:
                    for name, fields in await asyncio.to_thread(session.receive, message):
                        await live.send(name, **fields)
                    if session.is_over:
                        break
        except Unreachable as error:
            await asyncio.sleep(session.pause(error))
