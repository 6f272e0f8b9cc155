"""Messages to other nodes: who subscribes to what, and the transport over PostgreSQL."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from math import inf
from time import monotonic
from typing import Any, NamedTuple

import structlog

from noughts.server.log.store import reason

EVERYBODY = "noughts"  # the channel of all nodes; each has another one of its own
LARGEST = 7_900  # bytes of one notification: a NOTIFY carries less than 8,000


class Sent(NamedTuple):
    """A message and its channel."""

    channel: str
    message: str


def channel_of(node: str) -> str:
    """Return the channel of one node."""
    return f"{EVERYBODY}-{node}"


def pack(messages: Sequence[Sent]) -> list[Sent]:
    """Pack messages, in order, into as few notifications as possible.

    >>> messages = [Sent("a", "x" * 5_000), Sent("a", "y" * 2_000), Sent("a", "z" * 2_000)]
    >>> [(channel, len(notification)) for channel, notification in pack(messages)]
    [('a', 7001), ('a', 2000)]
    """
    packed: dict[tuple[str, int], list[str]] = {}
    for (channel, message), number in zip(messages, numbers(messages), strict=True):
        packed.setdefault((channel, number), []).append(message)
    return [Sent(channel, "\n".join(lines)) for (channel, _), lines in packed.items()]


def numbers(messages: Iterable[Sent]) -> Iterator[int]:
    """Yield for each message the number of the notification, in its channel, that carries it."""
    last: dict[str, tuple[int, int]] = {}
    for channel, message in messages:
        number, size = last.get(channel, (0, 0))
        length = len(message.encode()) + 1
        if size + length > LARGEST and size:
            number, size = number + 1, 0
        last[channel] = number, size + length
        yield number


class Subscriptions:
    """What the other nodes subscribe to.

    While the subscriptions of any node are unknown, messages go to all. A message too many does no
    harm; one too few is noticed when nodes compare what they have with the log.
    """

    def __init__(self) -> None:
        self._ids: dict[str, set[str]] = {}  # of aggregates, by node
        self.unknown: set[str] = set()  # nodes that have yet to say what they subscribe to
        self._waits_until = inf  # until it is connected

    def channels(self, id_: str) -> tuple[str, ...]:
        """Return the channels for messages about an aggregate; none if no other node subscribes."""
        if self.unknown or monotonic() < self._waits_until:
            return (EVERYBODY,)
        return tuple([channel_of(node) for node, ids in self._ids.items() if id_ in ids])

    def reset(self, seconds: float) -> None:
        """Forget all nodes, and expect to hear from each within `seconds`."""
        self._ids, self.unknown = {}, set()
        self._waits_until = monotonic() + seconds

    def meet(self, node: str) -> None:
        """Note that a node sent a message."""
        if node not in self._ids:
            self.add(node, (), is_anew=True)

    def add(
        self, node: str, ids: Iterable[str], *, is_anew: bool = False, is_last: bool = False
    ) -> None:
        """Note that a node subscribes to aggregates, to no others before or after those."""
        if is_anew:
            self._ids[node] = set()
            self.unknown.add(node)
        self._ids.setdefault(node, set()).update(ids)
        if is_last:
            self.unknown.discard(node)

    def remove(self, node: str, id_: str) -> None:
        """Note that a node has no more subscribers to an aggregate."""
        self._ids.get(node, set()).discard(id_)

    def lose(self, node: str) -> None:
        """Forget a node that stopped."""
        self._ids.pop(node, None)
        self.unknown.discard(node)


_FIRST_PAUSE = 0.1  # seconds before the first reconnection; doubled each time
_LONGEST_PAUSE = 5.0

Receive = Callable[[str], None]

log = structlog.get_logger()


class Transport(ABC):
    """The way of a node's messages to others.

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
        """Send a message to the nodes that subscribe to an aggregate."""
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
        """Connect, call `connected`, and receive what is sent to all nodes and to this one."""

    @abstractmethod
    async def _send(self, messages: Sequence[Sent]) -> None:
        """Send messages; if this raises, they are lost."""


_CHECK = 5.0  # seconds between two checks of the connection
_TIMEOUT = 10.0
_NOTIFY = """
    SELECT pg_notify(channel, message)
    FROM unnest($1::text[], $2::text[]) AS each (channel, message)
"""


class PostgresNotify(Transport):
    """Messages over the database; the store notifies of its appends in their own transaction.

    Nodes have a channel each, not aggregates: PostgreSQL compares a notification with all channels
    that a connection listens to, one by one.
    """

    def __init__(self, url: str, node: str) -> None:
        super().__init__(node)
        self._url = url
        self._connection: Any = None
        self._lock = asyncio.Lock()  # a connection runs one query at a time

    async def _connect(self, receive: Receive, connected: Callable[[], None]) -> None:
        import asyncpg  # of the extra cluster

        lost = asyncio.Event()
        connection: Any = await asyncpg.connect(
            self._url, timeout=_TIMEOUT, command_timeout=_TIMEOUT
        )
        try:
            connection.add_termination_listener(lambda _: lost.set())
            for channel in (EVERYBODY, channel_of(self.node)):
                await connection.add_listener(channel, lambda *arguments: receive(arguments[-1]))
            self._connection = connection
            connected()
            while True:  # raises when the connection is lost, even silently
                with suppress(TimeoutError):
                    async with asyncio.timeout(_CHECK):
                        await lost.wait()
                async with self._lock:
                    await connection.execute("SELECT 1")
        finally:
            self._connection = None
            connection.terminate()

    async def _send(self, messages: Sequence[Sent]) -> None:
        channels, packed = zip(*pack(messages), strict=True)
        async with self._lock:
            if self._connection is not None:
                await self._connection.execute(_NOTIFY, channels, packed)
