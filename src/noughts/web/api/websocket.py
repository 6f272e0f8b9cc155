"""The WebSocket of a game: commands one way, all that happens the other."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import Annotated

import msgspec
import structlog
from litestar import websocket
from litestar.di import NamedDependency, Provide
from litestar.exceptions import TooManyRequestsException
from litestar.params import FromPath, QueryParameter

from noughts.core.errors import NoughtsError
from noughts.online.errors import Stale
from noughts.online.games import Command, Person, Play
from noughts.web.aggregates.kinds import UnknownGame
from noughts.web.api.visit import Visit
from noughts.web.api.websocket_protocol import Line, line_of
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
from noughts.web.middleware.connection_limits import TokenBucket, address_of
from noughts.web.middleware.errors import note_problem, problem_of
from noughts.web.middleware.identity import AnySocket, known_key_of_socket
from noughts.web.services.games import GameService
from noughts.web.storage.store import StoreUnavailable

LARGEST_MESSAGE = 1_024  # bytes
_GOING_AWAY = 1001
_BROKEN_RULES = 1008
_TRY_AGAIN = 1013
_UNKNOWN_GAME = 4404
_PATIENCE = 1.0  # seconds for a farewell to somebody who does not read

_decoder = msgspec.json.Decoder(ClientMessage)
log = structlog.get_logger()


@websocket(
    "/games/{game:str}/live",
    dependencies={"key": Provide(known_key_of_socket, sync_to_thread=False)},
)
async def watch(
    socket: AnySocket,
    game: FromPath[str],
    visit: NamedDependency[Visit],
    show: Annotated[Show, QueryParameter()] = "events",
    after: Annotated[int | None, QueryParameter(ge=1)] = None,
) -> None:
    """Watch a game live, and play it."""
    await socket.accept()
    line = line_of(socket.scope)
    audience = Audience(visit.key, show)
    line.hand_over(partial(_converse, line, visit, address_of(socket), game, audience, after))


async def _converse(
    line: Line, visit: Visit, address: str, game: str, audience: Audience, after: int | None
) -> None:
    """Let somebody in, talk until one side ends it, and say farewell."""
    try:
        with visit.doorman.admit(address) as allowance:
            conversation = Conversation(line, visit.desk, game, audience, allowance)
            code, reason = await conversation.run(after)
    except UnknownGame as error:
        code, reason = _UNKNOWN_GAME, str(error)
    except StoreUnavailable:
        code, reason = _TRY_AGAIN, "the game cannot be read just now"
    except TooManyRequestsException as error:
        code, reason = _BROKEN_RULES, error.detail
    if code != _GOING_AWAY:
        log.info("socket closed", code=code, reason=reason)
    # Somebody who has gone needs no farewell, and who does not read gets none.
    with suppress(OSError, RuntimeError, TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            await line.send({"type": "websocket.close", "code": code, "reason": reason})


class Conversation(Subscriber):
    """What is said over one socket, until one side ends it."""

    transport = "websocket"

    def __init__(
        self, line: Line, desk: GameService, game: str, audience: Audience, allowance: TokenBucket
    ) -> None:
        super().__init__(audience)
        self._line = line
        self._desk = desk
        self._game = game
        self._allowance = allowance
        self._context = copy_context()  # in which the log names the request and the game
        self._by = Person(audience.key or "")
        self._farewell: tuple[int, str] | None = None  # how it is to be closed, once it is
        self._heard: deque[str | bytes] = deque()  # and not yet answered: one after another is
        self._answering: asyncio.Task[None] | None = None

    async def run(self, after: int | None) -> tuple[int, str]:
        """Speak and listen; the code and the reason with which the socket is to be closed."""
        self._table = await self._desk.live.join(self._game, self, after)
        try:
            self._line.listen(self._hear)
            while (message := await self._line.receive())["type"] == "websocket.receive":
                self._hear(message.get("text") or message.get("bytes") or "")
        finally:
            self._table.leave(self)
        if self._answering is not None:
            await self._answering
        return self._farewell or (_GOING_AWAY, "")

    def send(self, frame: str) -> None:
        if self._farewell is None and not self._line.tell(frame):
            self.cut_off()

    def end(self) -> None:
        self._leave(_GOING_AWAY, "the server ends")

    def cut_off(self) -> None:
        self._leave(_BROKEN_RULES, "you take what is sent too slowly")

    def _leave(self, code: int, reason: str) -> None:
        if self._farewell is None:
            self._farewell = code, reason
            self._line.wake()

    def _hear(self, text: str | bytes) -> None:
        if self._farewell is not None:
            return
        if not self._allowance.take():
            self._leave(_BROKEN_RULES, "too many messages: slow down")
            return
        self._heard.append(text)
        if self._answering is None:
            self._answering = self._line.loop.create_task(self._answer(), context=self._context)

    async def _answer(self) -> None:
        """Answer all that was said, in order."""
        try:
            while self._heard:
                await self._obey(self._heard.popleft())
        finally:
            self._answering = None

    async def _obey(self, text: str | bytes) -> None:
        name = None
        try:
            spoken = _decoder.decode(text)
            if isinstance(spoken, Here | Away):
                self._table.set_hidden(self, is_hidden=isinstance(spoken, Away))
                return
            name = spoken.command
            await self._act(self._command(spoken), name)
        except Exception as error:  # nobody foresaw some, but every command is to be answered
            await self._deny(name, error)

    def _command(self, spoken: Acting) -> Command:
        if isinstance(spoken, PlaySquare):
            return Play(self._by, spoken.version, spoken.square)
        return self._desk.command(self._game, self._by, ACTIONS[type(spoken)], spoken.version)

    async def _act(self, command: Command, name: str | None) -> None:
        acted = await self._desk.games.execute(self._game, command, name)
        if acted.repeated is not None:
            self._table.resend(self, acted.repeated)

    async def _deny(self, name: str | None, error: Exception) -> None:
        problem = problem_of(error)
        note_problem("message", problem, error)
        game = None
        if isinstance(error, Stale) and self.audience.show == "views":
            with suppress(NoughtsError):  # then the next view shows it
                game = await self._desk.show(self._game, self.audience.key)
        self.send(write(CommandRefused(name, problem.status, problem.detail, game)))
