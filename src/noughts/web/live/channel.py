"""A channel: one game or room, and the connections on this node that follow it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Generic, TypeVar

from noughts.online.games.presence import Attendance
from noughts.web.counters import Counters
from noughts.web.live.frames import write
from noughts.web.live.messages import Heartbeat, Hello
from noughts.web.live.presence import Activity, PresenceMessage, PresenceUpdate
from noughts.web.live.subscriber import Subscriber
from noughts.web.tasks import Tasks

_GRACE = 1.5  # heartbeats within which people who lose their connection are expected back
_MARGIN = 0.05  # seconds: event loops that count whole milliseconds call up to one too early

C = TypeVar("C", bound="Channel")


class Channels(Generic[C]):
    """The channels of one kind on this node: one for each game or room with subscribers."""

    def __init__(self, heartbeat: float, counters: Counters, make: Callable[[str], C]) -> None:
        self.heartbeat = heartbeat
        self.counters = counters
        self.is_ending = False
        self.publish: Callable[[PresenceMessage], None] = lambda _: None  # to other nodes
        self._make = make
        self._open: dict[str, C] = {}

    def get(self, id_: str) -> C | None:
        """The channel of a game or a room, if it has subscribers here."""
        return self._open.get(id_)

    @contextmanager
    def joining(self, id_: str, subscriber: Subscriber) -> Iterator[C]:
        """The channel of a game or a room, kept open while a subscriber is being admitted."""
        channel = self._open.get(id_)
        if channel is None:
            channel = self._open[id_] = self._make(id_)
        channel.pending += 1
        try:
            yield channel
        finally:
            channel.pending -= 1
            channel.close_if_empty()
        if self.is_ending:
            subscriber.end()

    def discard(self, id_: str) -> None:
        """Remove a channel without subscribers."""
        self._open.pop(id_, None)

    def receive(self, node: str, message: PresenceMessage) -> None:
        """Handle a message from another node: who is connected there, or does something."""
        channel = self._open.get(message.game)
        if channel is None:
            return
        match message:
            case PresenceUpdate():
                channel.receive_presence(node, message)
            case Activity(key=key):
                channel.record_activity(key)

    def lose(self, node: str) -> None:
        """Another node has stopped, and its connections are gone."""
        for channel in tuple(self._open.values()):
            channel.lose(node)

    def publish_presence(self, id_: str) -> None:
        """Publish to other nodes who is connected to a game or a room here."""
        if channel := self._open.get(id_):
            channel.publish_presence()

    def end(self) -> None:
        """Disconnect everybody: the server is shutting down."""
        self.is_ending = True
        for channel in self._open.values():
            for subscriber in tuple(channel.subscribers):
                subscriber.end()


class Channel(ABC):
    """Sends events and heartbeats to its subscribers, and tracks who is connected.

    A channel subscribes to its game or room before reading it, so that it misses nothing.
    """

    def __init__(self, id_: str, channels: Channels[Any], fair_seconds: float) -> None:
        self.id = id_
        self.subscribers: dict[Subscriber, None] = {}
        self.pending = 0  # subscribers being admitted, and timers: keeps the channel open
        self.attendance = Attendance(channels.heartbeat * _GRACE, fair_seconds, monotonic)
        self._channels = channels
        self._heartbeat: asyncio.TimerHandle | None = None
        self._tasks = Tasks()
        self._unsubscribe = self._subscribe()

    def leave(self, subscriber: Subscriber) -> None:
        """Remove a subscriber, and check later whether they came back."""
        if subscriber in self.subscribers:
            del self.subscribers[subscriber]
            self._count(subscriber, -1)
        self._update_attendance(subscriber.key)
        self._left(subscriber.key)
        self.close_if_empty()

    def set_hidden(self, subscriber: Subscriber, *, is_hidden: bool) -> None:
        """A subscriber's page was hidden, or is visible again."""
        if subscriber.is_hidden is not is_hidden:
            subscriber.is_hidden = is_hidden
            self._update_attendance(subscriber.key)
            self._presence_changed()

    def publish_presence(self) -> None:
        """Publish to other nodes who is connected here."""
        for key in {subscriber.key for subscriber in self.subscribers}:
            self._channels.publish(PresenceUpdate(self.id, key, *self._connections_of(key)))

    def receive_presence(self, node: str, update: PresenceUpdate) -> None:
        """Another node reports how many connections a person has there."""
        self.attendance.update(update.key, update.connections, update.visible, node)
        if update.connections:
            self._presence_changed()
        else:
            self._left(update.key)

    def lose(self, node: str) -> None:
        """Another node stopped, and its connections are gone."""
        if self.attendance.lose(node):
            self._presence_changed()
            self._check_presence_later()

    def close_if_empty(self) -> None:
        """Close the channel if it has no subscribers left."""
        if self.subscribers or self.pending:
            return
        if self._heartbeat is not None:
            self._heartbeat.cancel()
            self._heartbeat = None
        self._unsubscribe()
        self._unsubscribe = lambda: None
        if self._channels.get(self.id) is self:
            self._channels.discard(self.id)

    def _admit(self, subscriber: Subscriber, frames: Iterable[str]) -> None:
        """Add a subscriber, and send it `hello` and its first frames."""
        self.subscribers[subscriber] = None
        self._count(subscriber, 1)
        self._update_attendance(subscriber.key)
        subscriber.send(write(Hello(self._channels.heartbeat)))
        for frame in frames:
            subscriber.send(frame)
        if self._heartbeat is None:
            self._schedule_heartbeat()

    def _left(self, key: str) -> None:
        """A person closed a connection: a player may come back, a stranger is forgotten at once."""
        if self._is_expected_back(key):
            self._check_presence_later()
        else:
            self.attendance.forget_disconnected(key)
        self._presence_changed()

    def _count(self, subscriber: Subscriber, change: int) -> None:
        what = subscriber.protocol, self._label(subscriber)
        self._channels.counters.subscribers[what] += change

    def _update_attendance(self, key: str) -> None:
        connections = self._connections_of(key)
        self.attendance.update(key, *connections)
        self._channels.publish(PresenceUpdate(self.id, key, *connections))

    def _connections_of(self, key: str) -> tuple[int, int]:
        own = [each for each in self.subscribers if each.key == key]
        return len(own), sum(not each.is_hidden for each in own)

    def _check_presence_later(self) -> None:
        self.pending += 1
        later = self.attendance.grace + _MARGIN
        asyncio.get_running_loop().call_later(later, self._check_presence)

    def _check_presence(self) -> None:
        """The grace period of a subscriber who left is over."""
        self.pending -= 1
        self._presence_changed()
        self._after_grace()
        self.close_if_empty()

    def _schedule_heartbeat(self) -> None:
        loop = asyncio.get_running_loop()
        self._heartbeat = loop.call_later(self._channels.heartbeat, self._beat)

    def _beat(self) -> None:
        self._heartbeat = None
        if self.subscribers:
            frame = write(Heartbeat(self._version))
            for subscriber in tuple(self.subscribers):
                subscriber.beat(frame)
            self._presence_changed()  # who only reads the page is there for a while
            self._schedule_heartbeat()

    @property
    @abstractmethod
    def _version(self) -> int:
        """The version that up-to-date subscribers have."""

    @abstractmethod
    def _subscribe(self) -> Callable[[], None]:
        """Subscribe to the game or room; returns a function that unsubscribes."""

    @abstractmethod
    def _label(self, subscriber: Subscriber) -> str:
        """The label of a subscription in the metrics."""

    @abstractmethod
    def record_activity(self, key: str) -> None:
        """Note that a person read or did something, connected or not."""

    @abstractmethod
    def _is_expected_back(self, key: str) -> bool:
        """Whether it matters for how long a person is gone."""

    @abstractmethod
    def _presence_changed(self) -> None:
        """Presence may have changed."""

    @abstractmethod
    def _after_grace(self) -> None:
        """People who left are no longer expected back."""
