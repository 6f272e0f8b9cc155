"""Channels: a game or a room, and the connections on this node that follow it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Generic, TypeVar

from noughts.server.cluster.messages import Notice
from noughts.server.cluster.replication import ReplicatedRepository
from noughts.server.live.messages import Heartbeat, Hello, write
from noughts.server.live.presence import Attendance, PresenceUpdate
from noughts.server.live.subscribers import A, Subscriber
from noughts.server.log.repository import Published, State
from noughts.server.tasks import Tasks

_GRACE = 1.5  # heartbeats within which people who lose their connection are expected back
_MARGIN = 0.05  # seconds: event loops that count whole milliseconds call up to one too early

C = TypeVar("C", bound="Channel[Any, Any]")


class OpenChannels(Generic[C]):
    """The channels of one kind on this node: one for each game or room with subscribers."""

    def __init__(
        self, repository: ReplicatedRepository[Any], heartbeat: float, make: Callable[[str], C]
    ) -> None:
        self.repository = repository
        self.counters = repository.log.counters
        self.heartbeat = heartbeat
        self.grace = heartbeat * _GRACE
        self.is_ending = False
        self.tasks = Tasks()  # of connections, and what channels do when a connection has gone
        self.publish: Callable[[Notice], None] = lambda _: None  # to other nodes
        self.open: dict[str, C] = {}  # by the id of a game or a room
        self._make = make

    @contextmanager
    def joining(self, id_: str, subscriber: Subscriber[Any]) -> Iterator[C]:
        """Open the channel of a game or a room while a subscriber is being admitted."""
        channel = self.open.get(id_)
        if channel is None:
            channel = self.open[id_] = self._make(id_)
        channel.pending += 1
        try:
            yield channel
        finally:
            channel.pending -= 1
            channel.close_if_empty()
        if self.is_ending:
            subscriber.end()

    def receive(self, node: str, notice: Notice) -> None:
        """Handle a notice from another node."""
        channel = self.open.get(notice.id)
        if channel is not None and isinstance(notice, PresenceUpdate):
            channel.receive_presence(node, notice)

    def lose(self, node: str) -> None:
        """Drop the connections of another node, which has stopped."""
        for channel in tuple(self.open.values()):
            channel.lose(node)

    def republish(self, id_: str) -> None:
        """Publish the connections to a game or a room here to the other nodes."""
        if channel := self.open.get(id_):
            channel.publish_presence()

    def end(self) -> None:
        """End all connections: the server is shutting down."""
        self.is_ending = True
        for channel in self.open.values():
            channel.end()


class Channel(ABC, Generic[State, A]):
    """A game or a room with its subscribers, who get its events and heartbeats.

    A channel subscribes to its game or room before reading it, so that it misses nothing.
    """

    subject: ClassVar[str]  # its label in the metrics

    def __init__(self, id_: str, channels: OpenChannels[Any], attendance: Attendance) -> None:
        self.id = id_
        self.subscribers: dict[Subscriber[A], None] = {}
        self.pending = 0  # subscribers being admitted, and timers: keeps the channel open
        self.attendance = attendance
        self._channels = channels
        self._state: State | None = None  # as it was sent last
        self._heartbeat: asyncio.TimerHandle | None = None
        self._tasks = channels.tasks
        self._unsubscribe = channels.repository.subscribe(id_, self._receive)

    def leave(self, subscriber: Subscriber[A]) -> None:
        """Remove a subscriber, unless that is done, and check later if the person came back."""
        if subscriber not in self.subscribers:
            return
        del self.subscribers[subscriber]
        self._count(subscriber, -1)
        self._update_attendance(subscriber.key)
        self._left(subscriber.key)
        self.close_if_empty()

    def end(self) -> None:
        """End the connections of all subscribers."""
        for subscriber in tuple(self.subscribers):
            subscriber.end()

    def set_hidden(self, subscriber: Subscriber[A], *, is_hidden: bool) -> None:
        """Note that a subscriber's page was hidden, or is visible again."""
        if subscriber.is_hidden is not is_hidden:
            subscriber.is_hidden = is_hidden
            self._update_attendance(subscriber.key)
            self._presence_changed()

    def publish_presence(self) -> None:
        """Publish the connections here to the other nodes."""
        for key in {subscriber.key for subscriber in self.subscribers}:
            self._update_attendance(key)

    def receive_presence(self, node: str, update: PresenceUpdate) -> None:
        """Note how many connections a person has on another node."""
        self.attendance.update(update.key, update.connections, update.visible, node)
        if update.connections:
            self._presence_changed()
        else:
            self._left(update.key)

    def lose(self, node: str) -> None:
        """Drop the connections of another node, which has stopped."""
        if self.attendance.lose(node):
            self._presence_changed()
            self._check_presence_later()

    def close_if_empty(self) -> None:
        """Close the channel if it has no subscribers left."""
        if not self.subscribers and not self.pending:
            if self._heartbeat is not None:
                self._heartbeat.cancel()
            self._unsubscribe()
            del self._channels.open[self.id]

    def _admit(self, subscriber: Subscriber[A], state: State, frames: Iterable[str]) -> None:
        """Add a subscriber, and send it `hello` and its first frames of a state."""
        if self._state is None or state.version > self._state.version:
            self._state = state
        self.subscribers[subscriber] = None
        self._count(subscriber, 1)
        self._update_attendance(subscriber.key)
        subscriber.send(write(Hello(self._channels.heartbeat)))
        for frame in frames:
            subscriber.send(frame)
        if self._heartbeat is None:
            self._schedule_heartbeat()

    def _left(self, key: str) -> None:
        """Expect a player who closed a connection back, but forget a stranger at once."""
        if self._is_expected_back(key):
            self._check_presence_later()
        else:
            self.attendance.forget_disconnected(key)
        self._presence_changed()

    def _count(self, subscriber: Subscriber[A], change: int) -> None:
        self._channels.counters.subscribers.labels(subscriber.protocol, self.subject).inc(change)

    def _update_attendance(self, key: str) -> None:
        """Count the connections of a person here, and publish that to the other nodes."""
        own = [subscriber for subscriber in self.subscribers if subscriber.key == key]
        connections = len(own), sum(not subscriber.is_hidden for subscriber in own)
        self.attendance.update(key, *connections)
        self._channels.publish(PresenceUpdate(self.id, key, *connections))

    def _check_presence_later(self) -> None:
        """Check presence once the grace period of a subscriber who left is over."""

        def check() -> None:
            self.pending -= 1
            self._presence_changed()
            self._after_grace()
            self.close_if_empty()

        self.pending += 1
        asyncio.get_running_loop().call_later(self.attendance.grace + _MARGIN, check)

    def _schedule_heartbeat(self) -> None:
        loop = asyncio.get_running_loop()
        self._heartbeat = loop.call_later(self._channels.heartbeat, self._send_heartbeat)

    def _send_heartbeat(self) -> None:
        frame = write(Heartbeat(0 if self._state is None else self._state.version))
        for subscriber in tuple(self.subscribers):
            subscriber.send_heartbeat(frame)
        self._presence_changed()  # a person who only reads the page is there for a while
        self._schedule_heartbeat()

    @abstractmethod
    def _receive(self, published: Published[State]) -> None:
        """Send what has happened to the subscribers."""

    @abstractmethod
    def _is_expected_back(self, key: str) -> bool:
        """True if it matters for how long a person is gone."""

    @abstractmethod
    def _presence_changed(self) -> None:
        """Send presence, if it has changed."""

    @abstractmethod
    def _after_grace(self) -> None:
        """Stop expecting people who left."""
