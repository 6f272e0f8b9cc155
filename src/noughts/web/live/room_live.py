"""Those who look at rooms live: each hears that something changed, and looks again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Set
from typing import Literal

import structlog

from noughts.core.errors import NoughtsError
from noughts.web.aggregates.rooms import Rooms
from noughts.web.live.frames import write
from noughts.web.live.messages import Beat, Hello
from noughts.web.live.presence import PresenceQuery, PresenceUpdate
from noughts.web.live.subscriber import Subscriber
from noughts.web.storage.store import ROOM
from noughts.web.tasks import Tasks
from noughts.web.views.room_schemas import RoomChange

_THIS = ""  # node
_GRACE = 1.5  # heartbeats within which somebody who is cut off is expected back

log = structlog.get_logger()


class RoomLive:
    """The rooms at which somebody looks."""

    def __init__(self, rooms: Rooms, heartbeat: float) -> None:
        self.rooms = rooms
        self.heartbeat = heartbeat
        self._tell: Callable[[PresenceUpdate | PresenceQuery], None] = lambda _: None
        self._halls: dict[str, Hall] = {}
        self._is_ending = False

    async def watch(self, code: str, watcher: Subscriber, *, boards: bool) -> Hall:
        """Look at a room; raises UnknownRoom."""
        room = await self.rooms.find(code)
        hall = self._halls.get(code)
        if hall is None:
            hall = self._halls[code] = Hall(code, self)
            self._tell(PresenceQuery(f"{ROOM}{code}"))
        hall.admit(watcher, room.version, boards=boards)
        if self._is_ending:
            watcher.end()
        return hall

    def here(self, code: str) -> Set[str]:
        """The keys of those who look at a room, on whatever node."""
        hall = self._halls.get(code)
        return hall.here if hall is not None else frozenset()

    def join(self, tell: Callable[[PresenceUpdate | PresenceQuery], None]) -> None:
        """Tell other nodes who looks at rooms here."""
        self._tell = tell

    def tell_attends(self, code: str, key: str, lines: int) -> None:
        """Tell other nodes by how many lines somebody looks at a room here."""
        self._tell(PresenceUpdate(f"{ROOM}{code}", key, lines, lines))

    def hear(self, node: str, message: PresenceUpdate | PresenceQuery) -> None:
        """Another node tells who looks at a room there, or asks who does here."""
        hall = self._halls.get(message.game.removeprefix(ROOM))
        if hall is None:
            return
        if isinstance(message, PresenceQuery):
            hall.tell_who_is_here()
        else:
            hall.set_lines(message.key, message.connections, node)

    def lose(self, node: str) -> None:
        """Another node has ended."""
        for hall in tuple(self._halls.values()):
            hall.lose(node)

    def tell_all(self) -> None:
        """Tell other nodes who is here, and ask who is there: some of it may have been lost."""
        for code, hall in self._halls.items():
            hall.tell_who_is_here()
            self._tell(PresenceQuery(f"{ROOM}{code}"))

    def forget(self, code: str) -> None:
        """Nobody looks at a room any more."""
        self._halls.pop(code, None)

    def end(self) -> None:
        """Send everybody away: the server ends."""
        self._is_ending = True
        for hall in tuple(self._halls.values()):
            for watcher in tuple(hall.watchers):
                watcher.end()


class Hall:
    """A room and those who look at it, some of them at its boards."""

    def __init__(self, code: str, live: RoomLive) -> None:
        self.watchers: dict[Subscriber, bool] = {}
        self._lines: Counter[tuple[str, str]] = Counter()  # by key and node; some just cut off
        self._code = code
        self._live = live
        self._version = 0
        self._stop: Callable[[], None] = live.rooms.listen(code, self._hear)
        self._beat: asyncio.TimerHandle | None = None
        self._tasks = Tasks()

    def admit(self, watcher: Subscriber, version: int, *, boards: bool) -> None:
        """Let somebody look on."""
        self._version = max(version, self._version)
        self.watchers[watcher] = boards
        self._count(watcher, 1)
        watcher.tell(write(Hello(self._live.heartbeat)))
        watcher.tell(write(RoomChange("room", version)))
        self._change_lines(watcher.audience.key or "", +1)
        if self._beat is None:
            self._schedule_beat()

    def leave(self, watcher: Subscriber) -> None:
        """Let somebody go; whether they come back is seen in a while."""
        if self.watchers.pop(watcher, None) is not None:
            self._count(watcher, -1)
        later = self._live.heartbeat * _GRACE
        asyncio.get_running_loop().call_later(later, self._miss, watcher.audience.key or "")

    @property
    def here(self) -> Set[str]:
        """The keys of those who look on, or did so a moment ago."""
        return {key for key, _ in self._lines}

    def set_lines(self, key: str, lines: int, node: str) -> None:
        """Somebody has so many lines on a node; who has none on any looks for no game."""
        before = self.here
        self._lines[key, node] = lines
        if not lines:
            del self._lines[key, node]
        if key and key in before - self.here:
            self._tasks.start(self._withdraw(key))
        if before != self.here:
            self._tell("people")

    def lose(self, node: str) -> None:
        """Another node ended: those whose lines led there are expected at another for a while."""
        lost = [key for key, theirs in self._lines if theirs == node]
        for key in lost:
            self._lines[key, f"lost {node}"] = self._lines.pop((key, node))
        if lost:
            later = self._live.heartbeat * _GRACE
            asyncio.get_running_loop().call_later(later, self._give_up, node, lost)

    def tell_who_is_here(self) -> None:
        """Tell other nodes."""
        for key, node in self._lines:
            if node == _THIS:
                self._live.tell_attends(self._code, key, self._lines[key, node])

    def _change_lines(self, key: str, change: int) -> None:
        lines = self._lines[key, _THIS] + change
        self.set_lines(key, lines, _THIS)
        self._live.tell_attends(self._code, key, lines)

    def _count(self, watcher: Subscriber, change: int) -> None:
        self._live.rooms.counters.subscribers[watcher.door, "room"] += change

    def _miss(self, key: str) -> None:
        """Somebody left a while ago, and may not be back."""
        self._change_lines(key, -1)
        if not any(node == _THIS for _, node in self._lines):
            self._close()

    def _give_up(self, node: str, keys: list[str]) -> None:
        """Who was there when a node ended has come elsewhere by now, or is not expected."""
        if self._beat is not None:  # or nobody looks on here, and others see to it
            for key in keys:
                self.set_lines(key, 0, f"lost {node}")

    async def _withdraw(self, key: str) -> None:
        try:
            await self._live.rooms.withdraw(self._code, key)
        except NoughtsError as error:  # as a rule they were no member
            log.debug("nobody looked for a game", reason=str(error))

    def _hear(self, version: int, is_of_game: bool) -> None:
        self._version = version
        self._tell("boards" if is_of_game else "room")

    def _tell(self, what: Literal["room", "people", "boards"]) -> None:
        frame = write(RoomChange(what, self._version))
        for watcher, sees_boards in tuple(self.watchers.items()):
            if what != "boards" or sees_boards:
                watcher.tell(frame)

    def _schedule_beat(self) -> None:
        loop = asyncio.get_running_loop()
        self._beat = loop.call_later(self._live.heartbeat, self._tell_beat)

    def _tell_beat(self) -> None:
        self._beat = None
        for watcher in tuple(self.watchers):
            watcher.tell(write(Beat(self._version)))
        self._schedule_beat()

    def _close(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
            self._beat = None
        self._stop()
        self._stop = lambda: None
        self._live.forget(self._code)
