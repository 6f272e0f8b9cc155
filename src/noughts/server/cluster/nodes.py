"""One of several processes on one database: it exchanges appends and notices with the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import chain
from time import monotonic
from typing import Any, Protocol

import msgspec
import structlog

from noughts.server.cluster import messages
from noughts.server.cluster.messages import Message, Notice, write
from noughts.server.cluster.replication import ReplicatedRepository, keep_up
from noughts.server.cluster.transport import Transport
from noughts.server.log.events import decode_events
from noughts.server.log.store import Append
from noughts.server.tasks import Tasks

log = structlog.get_logger()

_LISTED = 200  # ids of 24 characters, in one message
_HEARTBEAT = 5.0  # seconds
_MISSED_HEARTBEATS = 3.0  # after which a node is considered stopped


class SharedKind(Protocol):
    """The aggregates of one kind and the connections that follow them here, for other nodes."""

    publish: Callable[[Notice], None]

    @property
    def repository(self) -> ReplicatedRepository[Any]:
        """The aggregates."""

    def receive(self, node: str, notice: Notice) -> None:
        """Handle a notice from another node."""

    def lose(self, node: str) -> None:
        """Drop the connections of another node, which has stopped."""

    def republish(self, id_: str) -> None:
        """Publish again what holds of an aggregate: a node does not know it yet."""


class Node:
    """One of the processes, which tell each other of aggregates that have subscribers there.

    A node says what it subscribes to before it reads the log. A node that appended meanwhile, when
    it did not know that yet, then says how far the log has come.
    """

    def __init__(self, transport: Transport, *kinds: SharedKind) -> None:
        self._name = transport.node
        self._transport = transport
        self._subscriptions = transport.subscriptions
        self._kinds = kinds
        self._counters = kinds[0].repository.log.counters
        self._last_received: dict[str, float] = {}
        self._last_heartbeat = monotonic()
        self._may_be_behind = asyncio.Event()
        self._tasks = Tasks()
        for kind in kinds:
            kind.publish = self._publish
            kind.repository.subscribed = lambda id_: self._broadcast(messages.Subscribed((id_,)))
            kind.repository.unsubscribed = lambda id_: self._broadcast(messages.Unsubscribed(id_))

    async def run(self) -> None:
        """Publish and receive until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._transport.run(self._receive, self._connected))
            tasks.create_task(self._send_heartbeats())
            try:
                repositories = [kind.repository for kind in self._kinds]
                await keep_up(repositories, self._may_be_behind)
            finally:  # while the transport is still connected
                self._broadcast(messages.NodeStopped())
                await asyncio.shield(self._transport.close())

    def _broadcast(self, message: Message) -> None:
        self._transport.broadcast(write(self._name, message))

    def _publish(self, notice: Notice) -> None:
        self._transport.publish(notice.id, write(self._name, notice))

    def _send(self, node: str, message: Message) -> None:
        self._transport.send(node, write(self._name, message))

    def _receive(self, notification: str) -> None:
        for line in notification.split("\n"):
            try:
                node, message = messages.read(line)
            except msgspec.DecodeError as error:  # from a newer version
                log.warning("cannot decode a message of another node", reason=str(error))
                continue
            if node != self._name:
                self._receive_one(node, message)
            elif isinstance(message, messages.Heartbeat):
                self._counters.transport_latency.observe(monotonic() - self._last_heartbeat)

    def _receive_one(self, node: str, message: Message) -> None:
        self._last_received[node] = monotonic()
        self._subscriptions.meet(node)
        match message:
            case messages.Appended(id_, version):
                self._kind_of(id_).repository.receive(id_, version, _append(message))
            case Notice(id_):
                self._kind_of(id_).receive(node, message)
            case messages.Subscribed(ids, is_anew, is_last):
                self._subscriptions.add(node, ids, is_anew=is_anew, is_last=is_last)
                for id_ in ids:
                    self._inform(node, id_)
            case messages.Unsubscribed(id_):
                self._subscriptions.remove(node, id_)
            case messages.SubscriptionQuery():
                # Not anew: what is sent to one node may fall behind what is broadcast later.
                for part in self._own_subscriptions(is_anew=False):
                    self._send(node, part)
            case messages.NodeStopped():
                self._lose(node)

    def _inform(self, node: str, id_: str) -> None:
        """Send a node that has subscribed what it may not know of an aggregate."""
        kind = self._kind_of(id_)
        kind.republish(id_)
        if kind.repository.is_in_memory(id_):
            self._tasks.start(self._send_version(node, id_))

    async def _send_version(self, node: str, id_: str) -> None:
        version = await self._kind_of(id_).repository.last_version(id_)
        if version is not None:
            self._send(node, messages.Appended(id_, version, "", messages.OMITTED))

    def _own_subscriptions(self, *, is_anew: bool) -> Iterator[messages.Subscribed]:
        """Yield all that this node subscribes to, in messages that fit into notifications."""
        ids = tuple(chain.from_iterable(kind.repository.subscriptions for kind in self._kinds))
        for first in range(0, max(len(ids), 1), _LISTED):
            last = first + _LISTED
            yield messages.Subscribed(ids[first:last], is_anew and first == 0, last >= len(ids))

    def _kind_of(self, id_: str) -> SharedKind:
        return next(kind for kind in self._kinds if kind.repository.owns(id_))

    def _connected(self) -> None:
        """Start afresh after a reconnection: messages may be lost, and nodes may have stopped."""
        for node in tuple(self._last_received):
            self._lose(node)
        self._subscriptions.reset(_HEARTBEAT)
        self._broadcast(messages.SubscriptionQuery())
        for part in self._own_subscriptions(is_anew=True):
            self._broadcast(part)
        for kind in self._kinds:
            kind.repository.mark_all_stale()
            for id_ in kind.repository.subscriptions:
                kind.republish(id_)
        self._may_be_behind.set()

    async def _send_heartbeats(self) -> None:
        while True:
            self._last_heartbeat = monotonic()
            self._broadcast(messages.Heartbeat())
            for node in self._subscriptions.unknown:
                self._send(node, messages.SubscriptionQuery())
            await asyncio.sleep(_HEARTBEAT)
            oldest = monotonic() - _HEARTBEAT * _MISSED_HEARTBEATS
            for node in [node for node, last in self._last_received.items() if last < oldest]:
                self._lose(node)

    def _lose(self, node: str) -> None:
        self._last_received.pop(node, None)
        self._subscriptions.lose(node)
        for kind in self._kinds:
            kind.lose(node)


def _append(message: messages.Appended) -> Append | None:
    """Return the append in a message; None if its events were too long to send, or are unknown."""
    if bytes(message.events) == bytes(messages.OMITTED):
        return None
    try:
        events = decode_events(bytes(message.events).decode())
    except msgspec.DecodeError:  # from a newer version, as reading the log then says
        return None
    return Append(message.id, message.version, events, message.command)
