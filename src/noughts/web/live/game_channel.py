"""The channel of a game: sends its events, in each subscriber's form, and presence."""

from __future__ import annotations

from collections.abc import Callable

from noughts.core.mark import Mark
from noughts.online.games import Decline, Person, SharedGame
from noughts.web.aggregates.games import Games
from noughts.web.aggregates.repository import Published
from noughts.web.live.channel import Channel, Channels
from noughts.web.live.frames import (
    append_frames,
    initial_frames,
    is_ordinary_move,
    presence_frame,
)
from noughts.web.live.presence import Activity
from noughts.web.live.subscriber import Subscriber
from noughts.web.storage.store import Append


class GameChannels(Channels["GameChannel"]):
    """The channels of games with subscribers on this node."""

    def __init__(self, games: Games, heartbeat: float, fair_seconds: float) -> None:
        super().__init__(heartbeat, games.log.counters, self._make_channel)
        self.games = games
        self._fair_seconds = fair_seconds

    async def join(self, id_: str, subscriber: Subscriber, after: int | None) -> GameChannel:
        """Subscribe to a game, starting with what came after a version; raises UnknownGame."""
        with self.joining(id_, subscriber) as channel:
            shared, appends, before = await self.games.find_with_log(id_, after)
            channel.admit(subscriber, shared, appends, after, before)
        return channel

    def away_seconds(self, id_: str) -> float:
        """How long the side to move has been away; 0 for a game without subscribers here."""
        channel = self.get(id_)
        return 0.0 if channel is None else channel.away_seconds()

    def record_activity(self, id_: str, key: str) -> None:
        """Note for presence, on all nodes, that a person reads or acts in a game."""
        channel = self.get(id_)
        if channel is not None:
            channel.record_activity(key)
        if channel is None or not channel.is_connected(key):
            self.publish(Activity(id_, key))

    def _make_channel(self, id_: str) -> GameChannel:
        return GameChannel(id_, self, self._fair_seconds)


class GameChannel(Channel):
    """A game, and the connections that follow it."""

    def __init__(self, id_: str, channels: GameChannels, fair_seconds: float) -> None:
        self._games = channels.games
        self._shared: SharedGame | None = None
        self._presence = ""  # the summary of what was sent last
        self._is_anybody_away = True
        super().__init__(id_, channels, fair_seconds)

    def admit(
        self,
        subscriber: Subscriber,
        shared: SharedGame,
        appends: tuple[Append, ...],
        after: int | None,
        before: SharedGame | None,
    ) -> None:
        """Add a subscriber, starting from the game as it is."""
        if self._shared is None or shared.version > self._shared.version:
            self._shared = shared
        frames = initial_frames(self.id, subscriber.audience, shared, appends, after, before)
        self._admit(subscriber, frames)
        self._is_anybody_away = self.attendance.is_anybody_away(shared)
        self._send_presence(newcomer=subscriber)
        subscriber.send(presence_frame(subscriber.audience, shared, self.attendance))

    def record_activity(self, key: str) -> None:
        """Note that a player acts; spectators are not recorded, their number has no limit."""
        if self._shared is not None and self._shared.sides_of(key):
            self.attendance.record_activity(key)
            self._presence_changed()

    def is_connected(self, key: str) -> bool:
        """Whether a person has a connection to this game here."""
        return any(subscriber.key == key for subscriber in self.subscribers)

    def resend(self, subscriber: Subscriber, append: Append) -> None:
        """Send the result of a repeated command again."""
        shared = self._shared
        if shared is not None:
            audience = subscriber.audience
            for frame in append_frames(
                self.id, audience, append, shared, shared, is_ordinary=False
            ):
                subscriber.send(frame)

    def away_seconds(self) -> float:
        """How long the side to move has been away."""
        if self._shared is None:
            return 0.0
        return self.attendance.away_seconds(self._shared, self._shared.game.position.turn)

    def _subscribe(self) -> Callable[[], None]:
        return self._games.subscribe(self.id, self._receive)

    def _receive(self, published: Published[SharedGame]) -> None:
        """Send an append to every subscriber."""
        before, append, after = self._shared, published.append, published.state
        if append is None:  # the game was deleted: whoever reconnects is told so
            for subscriber in tuple(self.subscribers):
                subscriber.end()
            return
        if before is None or append.version < before.version:
            return  # subscribers admitted from now on start with it
        self._shared = after
        is_gap = append.version > before.version
        is_ordinary = is_ordinary_move(append, before, after)
        written: dict[object, tuple[str, ...]] = {}  # identical frames, once
        for subscriber in tuple(self.subscribers):
            audience = subscriber.audience
            if is_gap and audience.show == "events":
                subscriber.cut_off()  # it reconnects, and is sent what it missed
                continue
            key = audience.frame_key(after, is_ordinary=is_ordinary)
            if key not in written:
                written[key] = append_frames(
                    self.id, audience, append, before, after, is_ordinary=is_ordinary
                )
            for frame in written[key]:
                subscriber.send(frame)
        # When a win may be claimed depends on who is to move.
        if self._is_anybody_away or not (is_ordinary or after.has_players_of(before)):
            self._presence_changed()

    def _send_presence(self, newcomer: Subscriber | None = None) -> None:
        """Send presence to everybody but a newcomer, if it has changed."""
        shared = self._shared
        if shared is None:
            return
        summary = self.attendance.summary(shared)
        if summary == self._presence:
            return
        self._presence = summary
        for subscriber in tuple(self.subscribers):
            if subscriber is not newcomer:
                subscriber.send(presence_frame(subscriber.audience, shared, self.attendance))

    def _is_expected_back(self, key: str) -> bool:
        return self._shared is None or bool(self._shared.sides_of(key))

    def _presence_changed(self) -> None:
        shared = self._shared
        self._is_anybody_away = shared is None or self.attendance.is_anybody_away(shared)
        self._send_presence()

    def _after_grace(self) -> None:
        """Withdraw an offer whose author has gone."""
        shared = self._shared
        if shared is None:
            return
        if shared.offer is not None:
            author = shared.seat(shared.offer[1])
            if isinstance(author, Person) and self.attendance.is_gone(author.key):
                decline = Decline(author, shared.version)
                self._tasks.start(self._games.withdraw(self.id, decline))
        seats = (shared.seat(mark) for mark in Mark)
        self.attendance.forget_gone([seat.key for seat in seats if isinstance(seat, Person)])

    @property
    def _version(self) -> int:
        return 0 if self._shared is None else self._shared.version

    def _label(self, subscriber: Subscriber) -> str:
        return subscriber.audience.show
