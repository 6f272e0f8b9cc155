"""How nodes that share a database exchange messages; each transport subclasses `Transport`."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import structlog

from noughts.web.cluster.subscriptions import Subscriptions
from noughts.web.storage.notifications import EVERYBODY, Sent, channel_of
from noughts.web.storage.store import reason

_FIRST_PAUSE = 0.1  # seconds before the first reconnection; doubled each time
_LONGEST_PAUSE = 5.0

Receive = Callable[[str], None]

log = structlog.get_logger()


class Transport(ABC):
    """Carries a node's messages to others.

    It may lose messages when its connection breaks; then it reconnects.
    """

    def __init__(self, node: str) -> None:
        self.node = node
        self.subscriptions = Subscriptions()
        self._waiting: list[Sent] = []
        self._sending: asyncio.Task[None] | None = None

    def broadcast(self, message: str) -> None:
        """Send a message to every node, this one included."""
        self._queue(EVERYBODY, message)

    def send(self, node: str, message: str) -> None:
        """Send a message to one node."""
        self._queue(channel_of(node), message)

    def publish(self, id_: str, message: str) -> None:
        """Send a message to the nodes that subscribe to a game or a room."""
        for channel in self.subscriptions.channels(id_):
            self._queue(channel, message)

    def _queue(self, channel: str, message: str) -> None:
        """Send a message soon, together with the others in the queue."""
        self._waiting.append(Sent(channel, message))
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_waiting())

    async def run(self, receive: Receive, on_connect: Callable[[], None]) -> None:
        """Receive for ever; `receive` is called with one or more messages, one per line.

        `on_connect` is called after each connection: messages sent before it may be lost.
        """
        pause = _FIRST_PAUSE

        def connected() -> None:
            nonlocal pause
            pause = _FIRST_PAUSE
            on_connect()

        while True:
            try:
                await self._connect(receive, connected)
            except Exception as error:
                log.warning("lost the connection to other nodes", reason=reason(error))
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def close(self) -> None:
        """Send the messages in the queue."""
        if self._sending is not None:
            await self._sending

    async def _send_waiting(self) -> None:
        try:
            while self._waiting:
                waiting, self._waiting = self._waiting, []
                await self._send(waiting)
        except Exception as error:
            log.warning("could not send messages to other nodes", reason=reason(error))
        finally:
            self._sending = None

    @abstractmethod
    async def _connect(self, receive: Receive, connected: Callable[[], None]) -> None:
        """Connect, call `connected`, and receive what is sent to everybody and to this node."""

    @abstractmethod
    async def _send(self, messages: Sequence[Sent]) -> None:
        """Send messages; if this raises, they are lost."""
