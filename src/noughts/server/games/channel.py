"""The channel of a game: sends its events, presence and reactions to all who follow it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from time import monotonic

from msgspec import UNSET, UnsetType

from noughts.core import Mark
from noughts.server.cluster.messages import Notice
from noughts.server.games import views
from noughts.server.games.presence import Activity, GameAttendance
from noughts.server.games.reactions import Reacted, Reactions, reaction_message
from noughts.server.games.repository import Games
from noughts.server.games.schemas import PresenceState
from noughts.server.games.types import Decline, Person, SharedGame
from noughts.server.games.views import GameAudience
from noughts.server.live.channels import Channel, OpenChannels
from noughts.server.live.messages import write
from noughts.server.live.subscribers import Subscriber
from noughts.server.log.repository import Published
from noughts.server.log.store import Append

GameSubscriber = Subscriber[GameAudience]


class GameChannels(OpenChannels["GameChannel"]):
    """The channels of games with subscribers on this node."""

    repository: Games

    def __init__(self, games: Games, heartbeat: float, fair_seconds: float) -> None:
        super().__init__(games, heartbeat, lambda id_: GameChannel(id_, self, fair_seconds))
        self.reactions = Reactions()

    async def join(self, id_: str, subscriber: GameSubscriber, after: int | None) -> GameChannel:
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
        self.reactions.check(reacted.id, reacted.side)
        self._show(reacted)
        self.publish(reacted)

    def receive(self, node: str, notice: Notice) -> None:
        super().receive(node, notice)
        if isinstance(notice, Reacted):
            self._show(notice)
        elif isinstance(notice, Activity) and (channel := self.open.get(notice.id)):
            channel.record_activity(notice.key)

    def _show(self, reacted: Reacted) -> None:
        self.reactions.add(reacted)
        if channel := self.open.get(reacted.id):
            frame = write(reaction_message(reacted))
            for subscriber in tuple(channel.subscribers):
                subscriber.send(frame)

    def record_activity(self, id_: str, key: str) -> None:
        """Note for presence, on all nodes, that a person reads or acts in a game."""
        channel = self.open.get(id_)
        if channel is not None:
            channel.record_activity(key)
        if channel is None or not channel.attendance.is_connected_here(key):
            self.publish(Activity(id_, key))  # else the other nodes know of the connection


class GameChannel(Channel[SharedGame, GameAudience]):
    """A game, and the connections that follow it."""

    subject = "game"
    attendance: GameAttendance

    def __init__(self, id_: str, channels: GameChannels, fair_seconds: float) -> None:
        self._games = channels.repository
        self._presence: tuple[object, ...] = ()  # the summary of what was sent last
        attendance = GameAttendance(channels.grace, fair_seconds, monotonic)
        super().__init__(id_, channels, attendance)

    def admit(self, subscriber: GameSubscriber, shared: SharedGame, first: Iterable[str]) -> None:
        """Add a subscriber, with the first frames of the game as it is."""
        self._admit(subscriber, shared, first)
        self._presence_changed(newcomer=subscriber)
        subscriber.send(write(views.presence_state(subscriber.audience, shared, self.attendance)))

    def record_activity(self, key: str) -> None:
        """Note that a player acts; spectators are not recorded, their number has no limit."""
        is_player = self._state is not None and bool(self._state.sides_of(key))
        if is_player and self.attendance.record_activity(key):
            self._presence_changed()

    def resend(self, subscriber: GameSubscriber, append: Append) -> None:
        """Send the result of a repeated command again."""
        shared = self._state
        assert shared is not None  # since a subscriber was admitted
        for frame in views.append_frames(self.id, subscriber.audience, append, shared, shared):
            subscriber.send(frame)

    def presence(self, key: str) -> PresenceState | UnsetType:
        """Return the presence of all players and spectators, for the holder of a key."""
        if self._state is None:
            return UNSET
        # Without a key a visitor has no connection either: none of those counted is theirs.
        return views.presence_state(GameAudience(key or None), self._state, self.attendance)

    @property
    def is_deserted(self) -> bool:
        """True if the side to move has been away for long."""
        shared = self._state
        return shared is not None and self.attendance.is_deserted(shared)

    def _receive(self, published: Published[SharedGame]) -> None:
        """Send an append to every subscriber."""
        before, append, after = self._state, published.append, published.state
        if append is None:  # the game was deleted; a client that reconnects is told so
            self.end()
            return
        if before is None or append.version < before.version:
            return  # subscribers admitted from now on start with it
        self._state = after
        is_ordinary = views.is_ordinary_move(append, before, after)
        by_frames: defaultdict[object, list[GameSubscriber]] = defaultdict(list)
        for subscriber in self.subscribers:
            frame_key = subscriber.audience.frame_key(after, is_ordinary=is_ordinary)
            by_frames[frame_key].append(subscriber)
        for subscribers in by_frames.values():
            for frame in views.append_frames(
                self.id, subscribers[0].audience, append, before, after, is_ordinary=is_ordinary
            ):
                for subscriber in subscribers:
                    subscriber.send(frame)
        # When a win may be claimed from a player who is away depends on who is to move.
        is_player_away = {"away", "reconnecting"}.intersection(self._presence[:2])
        if is_player_away or not (is_ordinary or after.has_players_of(before)):
            self._presence_changed()

    def _presence_changed(self, newcomer: GameSubscriber | None = None) -> None:
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
