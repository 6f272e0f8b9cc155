"""Those who watch games live: each hears what happens, who is there, and that all is well."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

from noughts.online.games import Decline, Person, SharedGame
from noughts.web.aggregates.bus import Bus, Happened
from noughts.web.aggregates.games import Games
from noughts.web.live.frames import Teller
from noughts.web.live.presence import Attendance, PresenceQuery, PresenceUpdate
from noughts.web.live.subscriber import Subscriber
from noughts.web.storage.store import Append
from noughts.web.tasks import Tasks

_GRACE = 1.5  # heartbeats within which somebody who is cut off is expected back
_MARGIN = 0.05  # seconds: a loop that counts whole milliseconds calls up to one of them too early


class Live:
    """The tables at which somebody watches, one a game."""

    def __init__(self, games: Games, bus: Bus, heartbeat: float, fair_seconds: float) -> None:
        self.heartbeat = heartbeat
        self.fair_seconds = fair_seconds
        self.games = games
        self._bus = bus
        self._tell: Callable[[PresenceUpdate | PresenceQuery], None] = lambda _: None
        self._tables: dict[str, Table] = {}
        self.is_ending = False

    async def watch(self, id_: str, watcher: Subscriber, after: int | None) -> Table:
        """Watch a game, hearing first what happened after a version; raises UnknownGame."""
        table = self._tables.get(id_)
        if table is None:  # it listens before the game is read, so that nothing is missed between
            table = self._tables[id_] = Table(id_, self)
            table.stop_hearing = self._bus.subscribe(id_, table.hear)
            self._tell(PresenceQuery(id_))
        table.expected += 1
        try:
            shared, appends = await self.games.log_of(id_, after or 0)
            table.admit(watcher, shared, appends, after)
        finally:
            table.expected -= 1
            table.close_if_empty()
        if self.is_ending:
            watcher.end()
        return table

    def forget(self, id_: str) -> None:
        """Nobody watches a game any more."""
        self._tables.pop(id_, None)

    def away_seconds(self, id_: str) -> float:
        """For how long the side to move of a game that is watched has been away."""
        table = self._tables.get(id_)
        return 0.0 if table is None else table.away_seconds()

    def seen(self, id_: str, key: str | None) -> None:
        """Whoever holds this key is about to do something in a game."""
        table = self._tables.get(id_)
        if table is not None and key is not None:
            table.seen(key)

    def join(self, tell: Callable[[PresenceUpdate | PresenceQuery], None]) -> None:
        """Tell other nodes who attends here."""
        self._tell = tell

    def tell_attends(self, id_: str, key: str, connections: int, visible: int) -> None:
        """Tell other nodes how somebody attends a game here."""
        self._tell(PresenceUpdate(id_, key, connections, visible))

    def hear(self, node: str, message: PresenceUpdate | PresenceQuery) -> None:
        """Another node tells who attends a game there, or asks who does here."""
        table = self._tables.get(message.game)
        if table is None:
            return
        if isinstance(message, PresenceQuery):
            table.tell_who_attends()
        else:
            table.hear_attends(node, message.key, message.connections, message.visible)

    def lose(self, node: str) -> None:
        """Another node has ended."""
        for table in tuple(self._tables.values()):
            table.lose(node)

    def tell_all(self) -> None:
        """Tell other nodes who attends, and ask who does there: some of it may have been lost."""
        for id_, table in self._tables.items():
            table.tell_who_attends()
            self._tell(PresenceQuery(id_))

    def watched(self) -> tuple[str, ...]:
        """The games that somebody watches."""
        return tuple(self._tables)

    def end(self) -> None:
        """Send everybody away: the server ends."""
        self.is_ending = True
        for table in self._tables.values():
            for watcher in tuple(table.watchers):
                watcher.end()


class Table:
    """A game and those who watch it."""

    def __init__(self, id_: str, live: Live) -> None:
        self.id = id_
        self.watchers: dict[Subscriber, None] = {}
        self.expected = 0  # who are about to be admitted, or may come back
        self.stop_hearing: Callable[[], None] = lambda: None
        self.attendance = Attendance(live.heartbeat * _GRACE, live.fair_seconds)
        self._live = live
        self._shared: SharedGame | None = None
        self._teller = Teller(id_)
        self._beat: asyncio.TimerHandle | None = None
        self._presence = ""
        self._tasks = Tasks()

    def admit(
        self,
        watcher: Subscriber,
        shared: SharedGame,
        appends: tuple[Append, ...],
        after: int | None,
    ) -> None:
        """Let somebody watch, from the game as it is."""
        if self._shared is None or shared.version > self._shared.version:
            self._shared = shared
        self.watchers[watcher] = None
        self._count(watcher, 1)
        self._come_or_go(watcher)
        watcher.tell(self._teller.hello(self._live.heartbeat))
        for frame in self._teller.first(watcher.audience, shared, appends, after):
            watcher.tell(frame)
        self._tell_presence(newcomer=watcher)
        watcher.tell(self._teller.presence(watcher.audience, shared, self.attendance))
        if self._beat is None:
            self._schedule_beat()

    def leave(self, watcher: Subscriber) -> None:
        """Let somebody go; whether they come back is seen in a while."""
        if watcher in self.watchers:
            del self.watchers[watcher]
            self._count(watcher, -1)
        self._come_or_go(watcher)
        self._tell_presence()
        self._look_round_later()

    def set_hidden(self, watcher: Subscriber, *, is_hidden: bool) -> None:
        """Somebody's page was hidden, or is shown again."""
        if watcher.is_hidden is not is_hidden:
            watcher.is_hidden = is_hidden
            self._come_or_go(watcher)
            self._tell_presence()

    def seen(self, key: str) -> None:
        """Somebody does something without a line; of those who do not play there is no end."""
        if self._shared is not None and self._shared.sides_of(key):
            self.attendance.seen(key)

    def hear(self, happened: Happened) -> None:
        """Something happened: tell everybody, in their own words."""
        before, append = self._shared, happened.append
        if before is None or append.version < before.version:
            return  # whoever is admitted from now on reads it
        self._shared = happened.after
        is_gap = append.version > before.version
        for watcher, frames in self._told(happened, before):
            if is_gap and watcher.audience.show == "events":
                watcher.cut()  # whoever counts events comes again, and reads what is missing
                continue
            for frame in frames:
                watcher.tell(frame)
        if self.attendance.is_anybody_away(happened.after) or _seats_changed(before, happened):
            self._tell_presence()

    def repeat(self, watcher: Subscriber, append: Append) -> None:
        """Tell again what a command that was sent again has done."""
        if self._shared is not None:
            for frame in self._teller.happened(
                watcher.audience, Happened(append, self._shared), self._shared
            ):
                watcher.tell(frame)

    def away_seconds(self) -> float:
        """For how long the side to move has been away."""
        if self._shared is None:
            return 0.0
        return self.attendance.away_seconds(self._shared, self._shared.game.position.turn)

    def close_if_empty(self) -> None:
        """Forget the game once nobody watches it."""
        if self.watchers or self.expected:
            return
        if self._beat is not None:
            self._beat.cancel()
            self._beat = None
        self.stop_hearing()
        self.stop_hearing = lambda: None
        self._live.forget(self.id)

    def _told(
        self, happened: Happened, before: SharedGame
    ) -> Iterator[tuple[Subscriber, tuple[str, ...]]]:
        """What each is told; written once for all who are told the same."""
        written: dict[object, tuple[str, ...]] = {}
        for watcher in tuple(self.watchers):
            kind = watcher.audience.kind(happened.after)
            if kind not in written:
                written[kind] = self._teller.happened(watcher.audience, happened, before)
            yield watcher, written[kind]

    def _count(self, watcher: Subscriber, change: int) -> None:
        self._live.games.counters.subscribers[watcher.door, watcher.audience.show] += change

    def _come_or_go(self, watcher: Subscriber) -> None:
        key = watcher.audience.key or ""
        lines = self._lines_of(key)
        self.attendance.update(key, *lines)
        self._live.tell_attends(self.id, key, *lines)

    def _lines_of(self, key: str) -> tuple[int, int]:
        own = [each for each in self.watchers if (each.audience.key or "") == key]
        return len(own), sum(not each.is_hidden for each in own)

    def tell_who_attends(self) -> None:
        """Tell other nodes who is here."""
        for key in {watcher.audience.key or "" for watcher in self.watchers}:
            self._live.tell_attends(self.id, key, *self._lines_of(key))

    def hear_attends(self, node: str, key: str, connections: int, visible: int) -> None:
        """Somebody came or went on another node."""
        self.attendance.update(key, connections, visible, node)
        self._tell_presence()

    def lose(self, node: str) -> None:
        """Another node ended, and with it the lines that led there."""
        if self.attendance.lose(node):
            self._tell_presence()
            self._look_round_later()

    def _tell_presence(self, newcomer: Subscriber | None = None) -> None:
        """Tell everybody who is there, if that has changed; a newcomer is told anyway."""
        shared = self._shared
        if shared is None:
            return
        state = self.attendance.summary(shared)
        if state == self._presence:
            return
        self._presence = state
        for watcher in tuple(self.watchers):
            if watcher is not newcomer:
                watcher.tell(self._teller.presence(watcher.audience, shared, self.attendance))

    def _look_round_later(self) -> None:
        self.expected += 1
        later = self.attendance.grace + _MARGIN
        asyncio.get_running_loop().call_later(later, self._look_round)

    def _look_round(self) -> None:
        """Somebody left a while ago: if they are not back, what they offered no longer stands."""
        self.expected -= 1
        self._tell_presence()
        shared = self._shared
        if shared is not None and shared.offer is not None:
            author = shared.seat(shared.offer[1])
            if isinstance(author, Person) and self.attendance.is_gone(author.key):
                self._tasks.start(self._withdraw(author, shared.version))
        self.close_if_empty()

    async def _withdraw(self, author: Person, version: int) -> None:
        await self._live.games.withdraw(self.id, Decline(author, version))

    def _schedule_beat(self) -> None:
        loop = asyncio.get_running_loop()
        self._beat = loop.call_later(self._live.heartbeat, self._tell_beat)

    def _tell_beat(self) -> None:
        self._beat = None
        if self._shared is None or not self.watchers:
            return
        frame = self._teller.beat(self._shared)
        for watcher in tuple(self.watchers):
            watcher.tell(frame)
        self._schedule_beat()


def _seats_changed(before: SharedGame, happened: Happened) -> bool:
    return (before.x, before.o) != (happened.after.x, happened.after.o)
