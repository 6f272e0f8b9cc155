"""One of several processes on one database: it exchanges appends and presence with the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any, Protocol

import msgspec
import structlog
from msgspec import Raw, Struct
from msgspec.structs import replace

from noughts.server.cluster.replication import ReplicatedRepository, keep_up
from noughts.server.cluster.transport import LARGEST, Transport
from noughts.server.ids import is_room_id
from noughts.server.log.events import decode_events
from noughts.server.log.store import Append
from noughts.server.tasks import Tasks


class PresenceUpdate(Struct, frozen=True, array_like=True, tag="presence"):
    """The number of connections that a person has on a node, and of those that show the page."""

    game: str  # the id of a game, or of a room
    key: str
    connections: int
    visible: int


class Activity(Struct, frozen=True, array_like=True, tag="activity"):
    """A player without a live connection read or did something on a node."""

    game: str
    key: str


class Reacted(Struct, frozen=True, array_like=True, tag="reacted"):
    """A player showed the others a reaction, which is in no log."""

    game: str
    side: str
    reaction: str
    command: str


PresenceMessage = PresenceUpdate | Activity | Reacted


_LISTED = 200  # ids of 24 characters, in one message
OMITTED = Raw(b"null")  # in place of events that are too long: they are in the log


class Appended(Struct, frozen=True, array_like=True, tag="appended"):
    """An append was committed; `events` are as in the log, or OMITTED.

    Without them it says how far the log of a game has come.
    """

    game: str
    version: int
    command: str
    events: Raw


class Heartbeat(Struct, frozen=True, array_like=True, tag="heartbeat"):
    """A node is running."""


class NodeStopped(Struct, frozen=True, array_like=True, tag="stopped"):
    """A node is shutting down; nobody is connected to it any more."""


class Subscribed(Struct, frozen=True, array_like=True, tag="subscribed"):
    """A node subscribes to games or rooms, and is to be sent what it does not know of them.

    It may subscribe anew, to these and no earlier ones; with the last it has listed all.
    """

    games: tuple[str, ...]
    is_anew: bool = False
    is_last: bool = False


class Unsubscribed(Struct, frozen=True, array_like=True, tag="unsubscribed"):
    """A node has no more subscribers to a game or a room."""

    game: str


class SubscriptionQuery(Struct, frozen=True, array_like=True, tag="subscription-query"):
    """A node asks others for all that they subscribe to."""


Message = (
    Appended
    | PresenceUpdate
    | Activity
    | Reacted
    | Subscribed
    | Unsubscribed
    | SubscriptionQuery
    | Heartbeat
    | NodeStopped
)
_decoder = msgspec.json.Decoder(tuple[str, Message])  # the name of the sender comes first


def write(node: str, message: Message) -> str:
    """Encode a message from a node as one line."""
    return msgspec.json.encode((node, message)).decode()


def write_appended(node: str, append: Append, events: str) -> str:
    """Encode the message about an append, with its encoded events if they fit."""
    message = Appended(append.id, append.version, append.command_id, Raw(events.encode()))
    text = write(node, message)
    return text if len(text.encode()) < LARGEST else write(node, replace(message, events=OMITTED))


def read(line: str) -> tuple[str, Message]:
    """A message of a notification, with its sender; raises msgspec.DecodeError."""
    return _decoder.decode(line)


log = structlog.get_logger()

_HEARTBEAT = 5.0  # seconds
_MISSED_HEARTBEATS = 3.0  # after which a node is considered stopped


class Channels(Protocol):
    """The games or rooms of this node and the connections that follow them, for other nodes."""

    publish: Callable[[PresenceMessage], None]

    @property
    def repository(self) -> ReplicatedRepository[Any]:
        """The games, or the rooms."""

    def receive(self, node: str, message: PresenceMessage) -> None:
        """Handle a message from another node: who is connected there, or does something."""

    def lose(self, node: str) -> None:
        """Another node has stopped, and its connections are gone."""

    def publish_presence(self, id_: str) -> None:
        """Publish to other nodes who is connected to a game or a room here."""


class Node:
    """Keeps games and rooms with subscribers, and presence, up to date with the other nodes.

    A node says what it subscribes to before it reads the log. A node that appended meanwhile, when
    it did not know that yet, then says how far the log has come.
    """

    def __init__(self, transport: Transport, games: Channels, rooms: Channels) -> None:
        self._name = transport.node
        self._transport = transport
        self._subscriptions = transport.subscriptions
        self._games = games
        self._rooms = rooms
        self._last_received: dict[str, float] = {}
        self._last_heartbeat = monotonic()
        self._may_be_behind = asyncio.Event()
        self._tasks = Tasks()
        for channels in (games, rooms):
            channels.publish = self._publish
            channels.repository.subscribed = lambda id_: self._broadcast(Subscribed((id_,)))
            channels.repository.unsubscribed = lambda id_: self._broadcast(Unsubscribed(id_))

    async def run(self) -> None:
        """Publish and receive until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._transport.run(self._receive, self._connected))
            tasks.create_task(self._send_heartbeats())
            try:
                repositories = self._games.repository, self._rooms.repository
                await keep_up(repositories, self._may_be_behind)
            finally:  # while the transport is still connected
                self._broadcast(NodeStopped())
                await asyncio.shield(self._transport.close())

    def _broadcast(self, message: Message) -> None:
        self._transport.broadcast(write(self._name, message))

    def _publish(self, message: PresenceMessage) -> None:
        self._transport.publish(message.game, write(self._name, message))

    def _send(self, node: str, message: Message) -> None:
        self._transport.send(node, write(self._name, message))

    def _receive(self, notification: str) -> None:
        for line in notification.split("\n"):
            try:
                node, message = read(line)
            except msgspec.DecodeError as error:  # from a newer version
                log.warning("cannot decode a message of another node", reason=str(error))
                continue
            if node != self._name:
                self._receive_one(node, message)
            elif isinstance(message, Heartbeat):
                latency = self._games.repository.log.counters.transport_latency
                latency.observe(monotonic() - self._last_heartbeat)

    def _receive_one(self, node: str, message: Message) -> None:
        self._last_received[node] = monotonic()
        self._subscriptions.meet(node)
        match message:
            case Appended(id_, version):
                self._channels(id_).repository.receive(id_, version, _append(message))
            case PresenceUpdate(id_) | Activity(id_) | Reacted(id_):
                self._channels(id_).receive(node, message)
            case Subscribed(ids, is_anew, is_last):
                self._subscriptions.add(node, ids, is_anew=is_anew, is_last=is_last)
                for id_ in ids:
                    self._inform(node, id_)
            case Unsubscribed(id_):
                self._subscriptions.remove(node, id_)
            case SubscriptionQuery():
                # Not anew: what is sent to one node may fall behind what is broadcast later.
                for part in self._own_subscriptions(is_anew=False):
                    self._send(node, part)
            case NodeStopped():
                self._lose(node)

    def _inform(self, node: str, id_: str) -> None:
        """Send a node that has subscribed what it may not know of a game or a room."""
        channels = self._channels(id_)
        channels.publish_presence(id_)
        if channels.repository.is_in_memory(id_):
            self._tasks.start(self._send_version(node, id_))

    async def _send_version(self, node: str, id_: str) -> None:
        version = await self._channels(id_).repository.last_version(id_)
        if version is not None:
            self._send(node, Appended(id_, version, "", OMITTED))

    def _own_subscriptions(self, *, is_anew: bool) -> Iterator[Subscribed]:
        """All that this node subscribes to, in messages that fit into notifications."""
        ids = (*self._games.repository.subscriptions, *self._rooms.repository.subscriptions)
        for first in range(0, max(len(ids), 1), _LISTED):
            last = first + _LISTED
            yield Subscribed(ids[first:last], is_anew and first == 0, last >= len(ids))

    def _channels(self, id_: str) -> Channels:
        return self._rooms if is_room_id(id_) else self._games

    def _connected(self) -> None:
        """The transport has reconnected: messages may be lost, and nodes may have stopped."""
        for node in tuple(self._last_received):
            self._lose(node)
        self._subscriptions.reset(_HEARTBEAT)
        self._broadcast(SubscriptionQuery())
        for part in self._own_subscriptions(is_anew=True):
            self._broadcast(part)
        for channels in (self._games, self._rooms):
            channels.repository.mark_all_stale()
            for id_ in channels.repository.subscriptions:
                channels.publish_presence(id_)
        self._may_be_behind.set()

    async def _send_heartbeats(self) -> None:
        while True:
            self._last_heartbeat = monotonic()
            self._broadcast(Heartbeat())
            for node in self._subscriptions.unknown:
                self._send(node, SubscriptionQuery())
            await asyncio.sleep(_HEARTBEAT)
            oldest = monotonic() - _HEARTBEAT * _MISSED_HEARTBEATS
            for node in [node for node, last in self._last_received.items() if last < oldest]:
                self._lose(node)

    def _lose(self, node: str) -> None:
        self._last_received.pop(node, None)
        self._subscriptions.lose(node)
        for channels in (self._games, self._rooms):
            channels.lose(node)


def _append(message: Appended) -> Append | None:
    """The append in a message; None if its events were too long to send, or are unknown here."""
    if bytes(message.events) == bytes(OMITTED):
        return None
    try:
        events = decode_events(bytes(message.events).decode())
    except msgspec.DecodeError:  # from a newer version, as reading the log then says
        return None
    return Append(message.game, message.version, events, message.command)
