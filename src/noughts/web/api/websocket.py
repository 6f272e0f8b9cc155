"""The WebSocket of a game: receives commands, sends everything that happens."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import AbstractContextManager, suppress
from contextvars import copy_context
from functools import partial
from typing import Annotated

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.params import FromPath, QueryParameter

from noughts.core.errors import NoughtsError
from noughts.online.errors import Stale
from noughts.online.games import Command, Person, Play
from noughts.web.aggregates.kinds import UnknownGame
from noughts.web.api.websocket_protocol import Connection, connection_of
from noughts.web.live.frames import Audience, Show, write
from noughts.web.live.messages import (
    ACTIONS,
    Acting,
    Away,
    ClientMessage,
    CommandRefused,
    Here,
    PlaySquare,
)
from noughts.web.live.subscriber import Subscriber
from noughts.web.middleware.dependencies import ConnectionsDep, ContextDep, GamesDep
from noughts.web.middleware.errors import log_error, problem_for
from noughts.web.services.games import GameService
from noughts.web.storage.store import StoreUnavailable
from noughts.web.token_bucket import RateLimited, TokenBucket

MAX_MESSAGE_SIZE = 1_024  # bytes
_GOING_AWAY = 1001
_POLICY_VIOLATION = 1008
_TRY_AGAIN_LATER = 1013
_UNKNOWN_GAME = 4404
_CLOSE_SECONDS = 1.0  # to send the close frame to a client that does not read

_decoder = msgspec.json.Decoder(ClientMessage)
log = structlog.get_logger()


@websocket("/games/{game:str}/live")
async def watch(  # noqa: PLR0913, PLR0917 - the framework injects them
    socket: WebSocket[None, None, State],
    game: FromPath[str],
    game_service: GamesDep,
    connections: ConnectionsDep,
    context: ContextDep,
    show: Annotated[Show, QueryParameter()] = "events",
    after: Annotated[int | None, QueryParameter(ge=1)] = None,
) -> None:
    """Follow a game live, and play it."""
    await socket.accept()
    connection = connection_of(socket.scope)
    subscriber = SocketSubscriber(connection, game_service, game, Audience(context.key, show))
    admission = connections.admit(context.address)
    connection.take_over(partial(_serve, connection, subscriber, admission, after))


async def _serve(
    connection: Connection,
    subscriber: SocketSubscriber,
    admission: AbstractContextManager[TokenBucket],
    after: int | None,
) -> None:
    """Serve a connection until either side closes it."""
    try:
        with admission as bucket:
            code, reason = await subscriber.run(bucket, after)
    except UnknownGame as error:
        code, reason = _UNKNOWN_GAME, str(error)
    except StoreUnavailable:
        code, reason = _TRY_AGAIN_LATER, "the game cannot be read just now"
    except RateLimited as error:
        code, reason = _POLICY_VIOLATION, str(error)
    if code != _GOING_AWAY:
        log.info("socket closed", code=code, reason=reason)
    # The client may be gone or not reading: then no close frame is sent.
    with suppress(OSError, RuntimeError, TimeoutError):
        async with asyncio.timeout(_CLOSE_SECONDS):
            await connection.send({"type": "websocket.close", "code": code, "reason": reason})


class SocketSubscriber(Subscriber):
    """A subscriber over a WebSocket, whose messages are handled one after another."""

    protocol = "websocket"

    def __init__(
        self, connection: Connection, game_service: GameService, game: str, audience: Audience
    ) -> None:
        super().__init__(audience)
        self._connection = connection
        self._games = game_service
        self._game = game
        self._by = Person(self.key)
        self._context = copy_context()  # with the request and the game for the log
        self._closing: tuple[int, str] | None = None  # code and reason, once it must close
        self._received: deque[str | bytes] = deque()  # messages not yet handled
        self._handling: asyncio.Task[None] | None = None

    async def run(self, bucket: TokenBucket, after: int | None) -> tuple[int, str]:
        """Send and receive until the connection closes; returns the close code and the reason."""
        self._bucket = bucket
        self._channel = await self._games.live.join(self._game, self, after)
        try:
            self._connection.on_text(self._receive)
            while (message := await self._connection.receive())["type"] == "websocket.receive":
                self._receive(message.get("text") or message.get("bytes") or "")
        finally:
            self._channel.leave(self)
        if self._handling is not None:
            await self._handling
        return self._closing or (_GOING_AWAY, "")

    def send(self, frame: str) -> None:
        if self._closing is None and not self._connection.send_text(frame):
            self.cut_off()

    def end(self) -> None:
        self._close(_GOING_AWAY, "the server ends")

    def cut_off(self) -> None:
        self._close(_POLICY_VIOLATION, "you take what is sent too slowly")

    def _close(self, code: int, reason: str) -> None:
        if self._closing is None:
            self._closing = code, reason
            self._connection.stop_receiving()

    def _receive(self, text: str | bytes) -> None:
        if self._closing is not None:
            return
        try:
            self._bucket.take()
        except RateLimited as error:
            self._close(_POLICY_VIOLATION, str(error))
            return
        self._received.append(text)
        if self._handling is None:
            loop = self._connection.loop
            self._handling = loop.create_task(self._handle_all(), context=self._context)

    async def _handle_all(self) -> None:
        """Handle all messages received, in order."""
        try:
            while self._received:
                await self._handle(self._received.popleft())
        finally:
            self._handling = None

    async def _handle(self, text: str | bytes) -> None:
        command_id = None
        try:
            message = _decoder.decode(text)
            if isinstance(message, Here | Away):
                self._channel.set_hidden(self, is_hidden=isinstance(message, Away))
                return
            command_id = message.command
            await self._execute(self._command(message), command_id)
        except Exception as error:  # every command gets an answer
            await self._refuse(command_id, error)

    def _command(self, message: Acting) -> Command:
        if isinstance(message, PlaySquare):
            return Play(self._by, message.version, message.square)
        action = ACTIONS[type(message)]
        return self._games.action_command(self._game, self._by, action, message.version)

    async def _execute(self, command: Command, command_id: str | None) -> None:
        executed = await self._games.execute(self._game, command, command_id)
        if executed.repeated is not None:
            self._channel.resend(self, executed.repeated)

    async def _refuse(self, command_id: str | None, error: Exception) -> None:
        problem = problem_for(error)
        log_error("message", problem, error)
        game = None
        if isinstance(error, Stale) and self.audience.show == "views":
            with suppress(NoughtsError):  # the next view will show it
                game = await self._games.view(self._game, self._by.key)
        self.send(write(CommandRefused(command_id, problem.status, problem.detail, game)))
