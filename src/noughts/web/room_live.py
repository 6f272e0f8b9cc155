"""Those who look at rooms live: each hears that something changed, and looks again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from typing import Literal

import structlog

from noughts.core.errors import NoughtsError
from noughts.online.room_commands import Look
from noughts.web.messages import Beat, Hello
from noughts.web.room_schemas import RoomChange
from noughts.web.rooms import Rooms
from noughts.web.telling import write
from noughts.web.watcher import Watcher

_GRACE = 1.5  # heartbeats within which somebody who is cut off is expected back

log = structlog.get_logger()


class RoomLive:
    """The rooms at which somebody looks."""

    def __init__(self, rooms: Rooms, heartbeat: float) -> None:
        self.rooms = rooms
        self.heartbeat = heartbeat
        self._halls: dict[str, Hall] = {}
        self._is_ending = False

    async def watch(self, code: str, watcher: Watcher, *, boards: bool) -> Hall:
        """Look at a room; raises UnknownRoom."""
        room = await self.rooms.find(code)
        hall = self._halls.get(code)
        if hall is None:
            hall = self._halls[code] = Hall(code, self)
        hall.admit(watcher, room.version, boards=boards)
        if self._is_ending:
            watcher.end()
        return hall

    def here(self, code: str) -> Collection[str]:
        """The keys of those who look at a room."""
        hall = self._halls.get(code)
        return hall.here if hall is not None else ()

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
        self.watchers: dict[Watcher, bool] = {}
        self.here: Counter[str] = Counter()  # lines of each key, of those who left lately too
        self._code = code
        self._live = live
        self._version = 0
        self._stop: Callable[[], None] = live.rooms.listen(code, self._hear)
        self._beat: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def admit(self, watcher: Watcher, version: int, *, boards: bool) -> None:
        """Let somebody look on."""
        self._version = max(version, self._version)
        self.watchers[watcher] = boards
        self._count(watcher, 1)
        key = watcher.audience.key
        is_new = key is not None and not self.here[key]
        if key is not None:
            self.here[key] += 1
        watcher.tell(write(Hello(self._live.heartbeat)))
        watcher.tell(write(RoomChange("room", version)))
        if is_new:
            self._tell("people")
        if self._beat is None:
            self._schedule_beat()

    def leave(self, watcher: Watcher) -> None:
        """Let somebody go; whether they come back is seen in a while."""
        if self.watchers.pop(watcher, None) is not None:
            self._count(watcher, -1)
        later = self._live.heartbeat * _GRACE
        asyncio.get_running_loop().call_later(later, self._miss, watcher.audience.key)

    def _count(self, watcher: Watcher, change: int) -> None:
        self._live.rooms.measures.watchers[watcher.door, "room"] += change

    def _miss(self, key: str | None) -> None:
        """Somebody left a while ago: if they are not back, they look for no game."""
        if key is not None:
            self.here[key] -= 1
            if self.here[key] <= 0:
                del self.here[key]
                self._tell("people")
                self._start_withdrawing(key)
        if not self.watchers and not self.here:
            self._close()

    def _start_withdrawing(self, key: str) -> None:
        task = asyncio.create_task(self._withdraw(key))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _withdraw(self, key: str) -> None:
        try:
            await self._live.rooms.act(self._code, Look(key, is_looking=False))
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
