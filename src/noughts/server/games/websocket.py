"""The WebSocket of a game: receives commands, sends everything that happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.params import FromPath, QueryParameter
from websockets.frames import CloseCode

from noughts.core.errors import NoughtsError
from noughts.server.games.channel import GameChannel
from noughts.server.games.decide import Stale
from noughts.server.games.repository import UnknownGame
from noughts.server.games.schemas import Away, ClientMessage, CommandRefused, Here
from noughts.server.games.service import GameService, ServiceDep
from noughts.server.games.types import React
from noughts.server.games.views import GameAudience
from noughts.server.http.errors import log_error, problem_for
from noughts.server.http.limits import Limits, LimitsDep, RateLimited, too_fast
from noughts.server.http.websocket import Connection, take_over
from noughts.server.live.messages import write
from noughts.server.live.subscribers import Subscriber
from noughts.server.log.store import Outdated, StoreUnavailable, UnknownEvents
from noughts.server.validation import from_json
from noughts.wording import language
from noughts.wording.faults import InvalidInput
from noughts.wording.language import gettext as _

_UNKNOWN_GAME = 4404  # a code of our own to close a connection with
_REFUSAL = 10  # frames: what an answer costs that no other limit counts

_decoder = msgspec.json.Decoder(ClientMessage)
log = structlog.get_logger()


@websocket("/games/{game:str}/live")
async def watch(
    socket: WebSocket[None, None, State],
    game: FromPath[str],
    service: ServiceDep,
    limits: LimitsDep,
    after: Annotated[int | None, QueryParameter(ge=1)] = None,
    changes: Annotated[bool, QueryParameter()] = True,
) -> None:
    """Follow a game live, and play it."""
    try:
        await socket.accept()
    except OSError:  # which ASGI has servers raise once the client has left
        return
    connection, audience = take_over(socket.scope), GameAudience(service.key, changes=changes)
    subscriber = SocketSubscriber(connection, service, game, audience, limits)
    # In a task of its own, so that this one ends, and all that the framework holds with it.
    service.live.tasks.start(subscriber.run(after))


class SocketSubscriber(Subscriber[GameAudience]):
    """A subscriber over a WebSocket, whose messages are handled one after another."""

    protocol = "websocket"

    def __init__(
        self,
        connection: Connection,
        service: GameService,
        game: str,
        audience: GameAudience,
        limits: Limits,
    ) -> None:
        super().__init__(audience)
        self._connection = connection
        self._service = service
        self._game = game
        self._limits, self._address = limits, service.context.address
        self._frames = limits.frames()
        self._channel: GameChannel | None = None
        self._is_closing = False
        self._closed: tuple[int, str] | None = None  # by the server: code and reason
        self._received: list[str | bytes] = []  # messages not yet handled
        self._arrival: asyncio.Future[None] | None = None  # of the next message, or the end
        connection.listen(self)  # before `run`, which begins a moment later

    async def run(self, after: int | None) -> None:
        """Join the game's channel, and handle messages until the connection ends.

        Messages received before the end are still handled. An error closes the connection.
        """
        try:
            if self._is_closing:  # the client left before this began
                return
            self._limits.enter(self._address, self)
            self._channel = await self._service.live.join(self._game, self, after)
            if self._is_closing:  # meanwhile
                self._leave()
            while self._received or not self._is_closing:
                if self._received:
                    await self._handle(self._channel, self._received.pop(0))
                else:
                    self._arrival = self._connection.loop.create_future()
                    await self._arrival
        except UnknownGame as error:
            self._close(_UNKNOWN_GAME, error.__str__)
        except StoreUnavailable:
            self._close(CloseCode.TRY_AGAIN_LATER, lambda: _("The game can't be loaded right now"))
        except RateLimited as error:
            self._close(CloseCode.POLICY_VIOLATION, error.__str__)
        except Exception as error:
            self._close(CloseCode.INTERNAL_ERROR, lambda: "")
            log_error("socket", problem_for(error), error)
        finally:
            self._leave()
            if self._closed is not None:
                code, reason = self._closed
                log.info("socket closed", code=int(code), reason=reason)

    def admits_frame(self) -> bool:
        """Take a token for a frame; return False without one, or if the connection is closing."""
        try:
            self._frames.take()
        except RateLimited:
            self._close(CloseCode.POLICY_VIOLATION, too_fast)
        return not self._is_closing

    def received(self, message: str | bytes) -> None:
        """Handle a message, after those before it."""
        self._received.append(message)
        self._wake()

    def _wake(self) -> None:
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

    def disconnected(self) -> None:
        """Leave the channel; what was received is still handled."""
        self._is_closing = True
        self._leave()

    def send(self, frame: str) -> None:
        if not self._is_closing and not self._connection.send_text(frame):
            self.cut_off()

    def send_heartbeat(self, frame: str) -> None:
        self.send(frame)
        if not self._connection.ping():
            self.cut_off()

    def end(self) -> None:
        self._close(CloseCode.GOING_AWAY, lambda: _("The server is restarting"))

    def cut_off(self) -> None:
        self._close(CloseCode.POLICY_VIOLATION, lambda: _("Your connection is too slow"))

    def _close(self, code: int, explain: Callable[[], str]) -> None:
        if self._is_closing:
            return
        self._is_closing = True
        with language.use(self.audience.language):  # another player's move may bring this about
            reason = explain()
        if code != CloseCode.GOING_AWAY:
            self._closed = code, reason  # logged by `run`, which knows the request and the game
        self._connection.close(code, reason)
        self._connection.loop.call_soon(self._leave)  # not while a frame is sent to all

    def _leave(self) -> None:
        if self._channel is not None:
            self._channel.leave(self)
        self._limits.leave(self._address, self)
        self._wake()

    async def _handle(self, channel: GameChannel, text: str | bytes) -> None:
        command_id = None
        try:
            message = from_json(text, _decoder)
            command_id = getattr(message, "command", None)  # `away` and `here` have none
            self._limits.moves(self._address).take()
            if isinstance(message, Here | Away):
                return channel.set_hidden(self, is_hidden=isinstance(message, Away))
            if isinstance(message, React):
                return await self._service.react(self._game, message)
            executed = await self._service.execute(self._game, message)
            if executed.repeated is not None:
                channel.resend(self, executed.repeated)
        except Exception as error:  # every command gets an answer
            await self._refuse(command_id, error)

    async def _refuse(self, command_id: str | None, error: Exception) -> None:
        if isinstance(error, RateLimited | InvalidInput):  # which cost the address nothing
            self._frames.spend(_REFUSAL)
        problem = problem_for(error)
        log_error("message", problem, error)
        game = None
        if isinstance(error, Stale):
            with suppress(NoughtsError):  # the next view will show it
                game = await self._service.view(self._game)
        self.send(write(CommandRefused(command_id, problem.status, problem.detail, game)))
        if isinstance(error, Outdated | UnknownEvents):
            self.end()  # the next connection may be to a newer server
