"""The WebSocket of a game: commands one way, all that happens the other."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

import msgspec
from litestar import websocket
from litestar.di import NamedDependency, Provide
from litestar.exceptions import TooManyRequestsException, WebSocketDisconnect
from litestar.params import FromPath, QueryParameter

from noughts.core.errors import NoughtsError
from noughts.online import Command, Person, Play, Stale
from noughts.web.desk import Desk
from noughts.web.doorman import Allowance
from noughts.web.games import UnknownGame
from noughts.web.identity import AnySocket, known_key_of_socket
from noughts.web.live import Table
from noughts.web.messages import ACTIONS, Acting, Away, Denied, Here, PlaySquare, Spoken
from noughts.web.problems import problem_of
from noughts.web.store import StoreUnavailable
from noughts.web.telling import Show, write
from noughts.web.visit import Visit
from noughts.web.watcher import Watcher

LARGEST_MESSAGE = 1_024  # bytes
_GOING_AWAY = 1001
_BROKEN_RULES = 1008
_TRY_AGAIN = 1013
_UNKNOWN_GAME = 4404
_PATIENCE = 1.0  # seconds for a farewell to somebody who does not read

_decoder = msgspec.json.Decoder(Spoken)


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
    try:
        with visit.doorman.admit(socket) as allowance:
            watcher = await visit.desk.live.watch(game, visit.key, show, after)
            conversation = Conversation(socket, visit.desk, game, watcher, allowance)
            code, reason = await conversation.run()
    except UnknownGame as error:
        code, reason = _UNKNOWN_GAME, str(error)
    except StoreUnavailable:
        code, reason = _TRY_AGAIN, "the game cannot be read just now"
    except TooManyRequestsException as error:
        code, reason = _BROKEN_RULES, error.detail
    # Somebody who has gone needs no farewell, and who does not read gets none.
    with suppress(WebSocketDisconnect, OSError, TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            await socket.close(code, reason)


class Conversation:
    """What is said over one socket, until one side ends it."""

    def __init__(
        self, socket: AnySocket, desk: Desk, game: str, watcher: Watcher, allowance: Allowance
    ) -> None:
        self._socket = socket
        self._desk = desk
        self._game = game
        self._watcher = watcher
        self._allowance = allowance
        self._by = Person(watcher.audience.key or "")

    async def run(self) -> tuple[int, str]:
        """Speak and listen; the code and the reason with which the socket is to be closed."""
        speaking = asyncio.create_task(self._speak())
        listening = asyncio.create_task(self._listen())
        self._watcher.speak_in(speaking)
        try:
            await asyncio.wait([speaking, listening], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._table.leave(self._watcher)
            for task in (speaking, listening):
                task.cancel()
            await asyncio.gather(speaking, listening, return_exceptions=True)
        if self._watcher.is_cut:
            return _BROKEN_RULES, "you take what is sent too slowly"
        if not listening.cancelled() and listening.exception() is None:
            return listening.result()
        return _GOING_AWAY, "the server ends"

    @property
    def _table(self) -> Table:
        return self._watcher.table

    async def _speak(self) -> None:
        while (frame := await self._watcher.next()) is not None:
            await self._socket.send({"type": "websocket.send", "text": frame, "bytes": None})

    async def _listen(self) -> tuple[int, str]:
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return _GOING_AWAY, ""
            if not self._allowance.take():
                return _BROKEN_RULES, "too many messages: slow down"
            await self._hear(message.get("text") or message.get("bytes") or "")

    async def _hear(self, text: str | bytes) -> None:
        name = None
        try:
            spoken = _decoder.decode(text)
            if isinstance(spoken, Here | Away):
                self._table.set_hidden(self._watcher, is_hidden=isinstance(spoken, Away))
                return
            name = spoken.command
            await self._act(self._command(spoken), name)
        except (NoughtsError, msgspec.DecodeError, RecursionError) as error:
            await self._deny(name, error)

    def _command(self, spoken: Acting) -> Command:
        if isinstance(spoken, PlaySquare):
            return Play(self._by, spoken.version, spoken.square)
        return self._desk.command(self._game, self._by, ACTIONS[type(spoken)], spoken.version)

    async def _act(self, command: Command, name: str | None) -> None:
        acted = await self._desk.games.act(self._game, command, name)
        if acted.repeated is not None:
            self._table.repeat(self._watcher, acted.repeated)

    async def _deny(self, name: str | None, error: Exception) -> None:
        problem = problem_of(error)
        game = None
        if isinstance(error, Stale) and self._watcher.audience.show == "views":
            game = await self._desk.show(self._game, self._watcher.audience.key)
        self._watcher.tell(write(Denied(name, problem.status, problem.detail, game)))
