"""Channels: a game or a room, and the connections on this node that follow it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import UNSET, UnsetType

from noughts.core import Mark
from noughts.server.cluster.nodes import Activity, PresenceMessage, PresenceUpdate, Reacted
from noughts.server.cluster.replication import ReplicatedRepository
from noughts.server.games import views
from noughts.server.games.presence import Attendance
from noughts.server.games.repository import Games
from noughts.server.games.schemas import Heartbeat, Hello, PresenceState, ReactionMessage
from noughts.server.games.types import Decline, Person, SharedGame
from noughts.server.games.views import Audience, write
from noughts.server.http.limits import RateLimited, too_fast
from noughts.server.log.repository import Published, State
from noughts.server.log.store import Append
from noughts.server.tasks import Tasks

_MOST_WAITING = 100  # frames; a slower client is cut off, and may reconnect


class Subscriber(ABC):
    """Receives frames, in order, until it is cut off or the server shuts down."""

    protocol = "stream"  # its label in the metrics
    is_hidden = False  # as the page said last

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.key = audience.key or ""  # of the person connected; empty for visitors without one

    @abstractmethod
    def send(self, frame: str) -> None:
        """Queue a frame, without waiting."""

    def send_heartbeat(self, frame: str) -> None:
        """Send a heartbeat; a connection that has been silent for too long is cut off."""
        self.send(frame)

    @abstractmethod
    def end(self) -> None:
        """Send what is queued, then close."""

    @abstractmethod
    def cut_off(self) -> None:
        """Close at once, dropping what is queued."""


class StreamSubscriber(Subscriber):
    """A queue of frames, read by the task that creates it."""

    def __init__(self, audience: Audience) -> None:
        super().__init__(audience)
        self._frames: asyncio.Queue[str | None] = asyncio.Queue()
        self._reading = asyncio.current_task()

    def at_end(self, leave: Callable[[], None]) -> None:
        """Call `leave` when the reading task ends, for whatever reason."""
        assert self._reading is not None
        self._reading.add_done_callback(lambda _: leave())

    async def next(self) -> str | None:
        """Wait for the next frame; None at the end."""
        return await self._frames.get()

    def send(self, frame: str) -> None:
        if self._frames.qsize() < _MOST_WAITING:
            self._frames.put_nowait(frame)
        else:
            self.cut_off()

    def end(self) -> None:
        self._frames.put_nowait(None)

    def cut_off(self) -> None:
        if self._reading is not None and not self._reading.cancelling():
            self._reading.cancel()  # it may wait for ever for the client to take a frame


_GRACE = 1.5  # heartbeats within which people who lose their connection are expected back
_MARGIN = 0.05  # seconds: event loops that count whole milliseconds call up to one too early

C = TypeVar("C", bound="Channel[Any]")


class Channels(Generic[C]):
    """The channels of one kind on this node: one for each game or room with subscribers."""

    def __init__(
        self, repository: ReplicatedRepository[Any], heartbeat: float, make: Callable[[str], C]
    ) -> None:
        self.repository = repository
        self.counters = repository.log.counters
        self.heartbeat = heartbeat
        self.is_ending = False
        self.tasks = Tasks()  # of connections, and what channels do when a connection has gone
        self.publish: Callable[[PresenceMessage], None] = lambda _: None  # to other nodes
        self.open: dict[str, C] = {}  # by the id of a game or a room
        self._make = make

    @contextmanager
    def joining(self, id_: str, subscriber: Subscriber) -> Iterator[C]:
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

    def receive(self, node: str, message: PresenceMessage) -> None:
        """Handle a message from another node about connections or activity there."""
        channel = self.open.get(message.game)
        if channel is not None and isinstance(message, PresenceUpdate):
            channel.receive_presence(node, message)

    def lose(self, node: str) -> None:
        """Drop the connections of another node, which has stopped."""
        for channel in tuple(self.open.values()):
            channel.lose(node)

    def publish_presence(self, id_: str) -> None:
        """Publish the connections to a game or a room here to the other nodes."""
        if channel := self.open.get(id_):
            channel.publish_presence()

    def end(self) -> None:
        """End all connections: the server is shutting down."""
        self.is_ending = True
        for channel in self.open.values():
            channel.end()


class Channel(ABC, Generic[State]):
    """Sends events and heartbeats to its subscribers, and tracks who is connected.

    A channel subscribes to its game or room before reading it, so that it misses nothing.
    """

    subject: ClassVar[str]  # its label in the metrics

    def __init__(self, id_: str, channels: Channels[Any], fair_seconds: float) -> None:
        self.id = id_
        self.subscribers: dict[Subscriber, None] = {}
        self.pending = 0  # subscribers being admitted, and timers: keeps the channel open
        self.attendance = Attendance(channels.heartbeat * _GRACE, fair_seconds, monotonic)
        self._channels = channels
        self._state: State | None = None  # as it was sent last
        self._heartbeat: asyncio.TimerHandle | None = None
        self._tasks = channels.tasks
        self._unsubscribe = channels.repository.subscribe(id_, self._receive)

    def leave(self, subscriber: Subscriber) -> None:
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

    def set_hidden(self, subscriber: Subscriber, *, is_hidden: bool) -> None:
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

    def _admit(self, subscriber: Subscriber, state: State, frames: Iterable[str]) -> None:
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

    def _count(self, subscriber: Subscriber, change: int) -> None:
        self._channels.counters.subscribers.labels(subscriber.protocol, self.subject).inc(change)

    def _update_attendance(self, key: str) -> None:
        """Count the connections of a person here, and publish that to the other nodes."""
        own = [each for each in self.subscribers if each.key == key]
        connections = len(own), sum(not each.is_hidden for each in own)
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


_REACTION = 6.0  # seconds that it lasts: a page that asks every two seconds is told in time
_PAUSE = 2.0  # seconds between two reactions of one player
_MOST_REACTING = 10_000  # players


class Reactions:
    """The last reaction of each player, by game and side, the latest last; in memory alone."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._latest: OrderedDict[tuple[str, str], tuple[float, Reacted]] = OrderedDict()

    def check(self, game: str, side: str) -> None:
        """Raise RateLimited if a player reacted a moment ago."""
        at, _reacted = self._latest.get((game, side), (-_PAUSE, None))
        if self._clock() - at < _PAUSE:
            raise RateLimited(too_fast(), int(_PAUSE))

    def add(self, reacted: Reacted) -> None:
        """Remember a reaction for a while, and forget those that are over."""
        player = reacted.game, reacted.side
        self._latest[player] = self._clock(), reacted
        self._latest.move_to_end(player)
        for at, old in [*self._latest.values()]:
            if self._clock() - at < _REACTION and len(self._latest) <= _MOST_REACTING:
                return
            del self._latest[old.game, old.side]

    def of(self, game: str) -> list[ReactionMessage]:
        """The reactions in a game that are not over."""
        found = (self._latest.get((game, side)) for side in ("x", "o"))
        now = self._clock()
        return [_message(each[1]) for each in found if each and now - each[0] < _REACTION]


def _message(reacted: Reacted) -> ReactionMessage:
    return ReactionMessage(reacted.side, reacted.reaction, reacted.command)


class GameChannels(Channels["GameChannel"]):
    """The channels of games with subscribers on this node."""

    repository: Games

    def __init__(self, games: Games, heartbeat: float, fair_seconds: float) -> None:
        super().__init__(games, heartbeat, lambda id_: GameChannel(id_, self, fair_seconds))
        self.reactions = Reactions()

    async def join(self, id_: str, subscriber: Subscriber, after: int | None) -> GameChannel:
        """Subscribe to a game, starting with what came after a version; raises UnknownGame."""
        with self.joining(id_, subscriber) as channel:
            shared, appends, before = await self.repository.find_with_log(id_, after)
            first = [views.view_frame(id_, subscriber.audience, shared, before)]
            if after is not None:
                first += views.missed_frames(appends, after)
            channel.admit(subscriber, shared, first)
        return channel

    def react(self, reacted: Reacted) -> None:
        """Show a player's reaction to all who follow the game, on all nodes; raises RateLimited."""
        self.reactions.check(reacted.game, reacted.side)
        self._show(reacted)
        self.publish(reacted)

    def receive(self, node: str, message: PresenceMessage) -> None:
        super().receive(node, message)
        if isinstance(message, Reacted):
            self._show(message)
        elif isinstance(message, Activity) and (channel := self.open.get(message.game)):
            channel.record_activity(message.key)

    def _show(self, reacted: Reacted) -> None:
        self.reactions.add(reacted)
        if channel := self.open.get(reacted.game):
            frame = write(_message(reacted))
            for subscriber in tuple(channel.subscribers):
                subscriber.send(frame)

    def record_activity(self, id_: str, key: str) -> None:
        """Note for presence, on all nodes, that a person reads or acts in a game."""
        channel = self.open.get(id_)
        if channel is not None:
            channel.record_activity(key)
        if channel is None or all(each.key != key for each in channel.subscribers):
            self.publish(Activity(id_, key))  # else the other nodes know of the connection


class GameChannel(Channel[SharedGame]):
    """A game, and the connections that follow it."""

    subject = "game"

    def __init__(self, id_: str, channels: GameChannels, fair_seconds: float) -> None:
        self._games = channels.repository
        self._presence: tuple[object, ...] = ()  # the summary of what was sent last
        super().__init__(id_, channels, fair_seconds)

    def admit(self, subscriber: Subscriber, shared: SharedGame, first: Iterable[str]) -> None:
        """Add a subscriber, with the first frames of the game as it is."""
        self._admit(subscriber, shared, first)
        self._presence_changed(newcomer=subscriber)
        subscriber.send(write(views.presence_state(subscriber.audience, shared, self.attendance)))

    def record_activity(self, key: str) -> None:
        """Note that a player acts; spectators are not recorded, their number has no limit."""
        if self._state is not None and self._state.sides_of(key):
            self.attendance.record_activity(key)
            self._presence_changed()

    def resend(self, subscriber: Subscriber, append: Append) -> None:
        """Send the result of a repeated command again."""
        shared = self._state
        assert shared is not None  # since a subscriber was admitted
        for frame in views.append_frames(self.id, subscriber.audience, append, shared, shared):
            subscriber.send(frame)

    def presence(self, key: str) -> PresenceState | UnsetType:
        """Return the presence of all players and spectators, for the holder of a key."""
        if self._state is None:
            return UNSET
        # A visitor without a key has no connection either, so is none of those who are counted.
        return views.presence_state(Audience(key or None), self._state, self.attendance)

    @property
    def is_deserted(self) -> bool:
        """True if the side to move has been away for long."""
        shared = self._state
        return shared is not None and self.attendance.is_deserted(shared)

    def _receive(self, published: Published[SharedGame]) -> None:
        """Send an append to every subscriber."""
        before, append, after = self._state, published.append, published.state
        if append is None:  # the game was deleted, as a client that reconnects is told
            self.end()
            return
        if before is None or append.version < before.version:
            return  # subscribers admitted from now on start with it
        self._state = after
        is_ordinary = views.is_ordinary_move(append, before, after)
        same: defaultdict[object, list[Subscriber]] = defaultdict(list)  # of identical frames
        for subscriber in self.subscribers:
            same[subscriber.audience.frame_key(after, is_ordinary=is_ordinary)].append(subscriber)
        for subscribers in same.values():
            for frame in views.append_frames(
                self.id, subscribers[0].audience, append, before, after, is_ordinary=is_ordinary
            ):
                for subscriber in subscribers:
                    subscriber.send(frame)
        # When a win may be claimed from a player who is away depends on who is to move.
        is_player_away = {"away", "reconnecting"}.intersection(self._presence[:2])
        if is_player_away or not (is_ordinary or after.has_players_of(before)):
            self._presence_changed()

    def _presence_changed(self, newcomer: Subscriber | None = None) -> None:
        """Send presence to all subscribers but a newcomer, if it has changed."""
        shared = self._state
        if shared is None:
            return
        before, self._presence = self._presence, self.attendance.summary(shared)
        for subscriber in tuple(self.subscribers) if self._presence != before else ():
            if subscriber is not newcomer:
                state = views.presence_state(subscriber.audience, shared, self.attendance)
                subscriber.send(write(state))

    def _is_expected_back(self, key: str) -> bool:
        return self._state is None or bool(self._state.sides_of(key))

    def _after_grace(self) -> None:
        """Withdraw an offer whose author has gone."""
        shared = self._state
        if shared is None:
            return
        if shared.offer is not None:
            author = shared.seat(shared.offer[1])
            if isinstance(author, Person) and self.attendance.is_gone(author.key):
                decline = Decline(shared.version)
                self._tasks.start(self._games.withdraw(self.id, author, decline))
        seats = (shared.seat(mark) for mark in Mark)
        self.attendance.forget_gone([seat.key for seat in seats if isinstance(seat, Person)])
