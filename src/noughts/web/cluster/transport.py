"""How nodes that share a database exchange messages; the transports implement this."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import structlog

from noughts.core.errors import NoughtsError
from noughts.web.storage.store import reason

FIRST_PAUSE = 0.1  # seconds before the first reconnection; doubled each time
LONGEST_PAUSE = 5.0


class InvalidTransport(NoughtsError):
    """An invalid address of a transport, and what to do."""


Receive = Callable[[str], None]

log = structlog.get_logger()


class Transport(Protocol):
    """Carries messages to every node, the sender included.

    It may lose messages when its connection breaks; then it connects again.
    """

    def publish(self, message: str) -> None:
        """Send a message to all nodes soon."""
        ...

    async def run(self, receive: Receive, on_connect: Callable[[], None]) -> None:
        """Receive for ever, one or more messages a call, each on a line of its own.

        `on_connect` is called after each connection: messages before it may have been missed.
        """
        ...

    async def close(self) -> None:
        """Send the messages that still wait."""
        ...


class Outbox:
    """Sends together the messages of one turn of the event loop, or of a send under way.

    Messages are lost when `send` raises one of the `failures`.
    """

    def __init__(
        self,
        send: Callable[[Sequence[str]], Awaitable[object]],
        failures: tuple[type[Exception], ...],
    ) -> None:
        self._send = send
        self._failures = failures
        self._waiting: list[str] = []
        self._task: asyncio.Task[None] | None = None

    def add(self, message: str) -> None:
        """Send a message soon."""
        self._waiting.append(message)
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Send the messages that wait."""
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        try:
            while self._waiting:
                waiting, self._waiting = self._waiting, []
                await self._send(waiting)
        except self._failures as error:
            log.warning("messages to other nodes were lost", reason=reason(error))
        finally:
            self._task = None


async def stay_connected(
    connect: Callable[[Callable[[], None]], Awaitable[None]],
    on_connect: Callable[[], None],
) -> None:
    """Reconnect for ever; `connect` calls its argument once it receives, and returns at the end."""
    pause = FIRST_PAUSE

    def connected() -> None:
        nonlocal pause
        pause = FIRST_PAUSE
        on_connect()

    while True:
        try:
            await connect(connected)
        except Exception as error:
            log.warning("the connection to other nodes broke", reason=reason(error))
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
