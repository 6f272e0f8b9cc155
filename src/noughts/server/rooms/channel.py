"""The channel of a room: notifies subscribers of changes; they then fetch the room again."""

from __future__ import annotations

from collections.abc import Set
from typing import Literal

from noughts.server.games.channel import Channel, Channels, Subscriber
from noughts.server.games.views import write
from noughts.server.log.ids import code_of, room_id
from noughts.server.log.repository import Published
from noughts.server.rooms.repository import Rooms
from noughts.server.rooms.types import Room
from noughts.server.rooms.views import RoomChange


class RoomChannels(Channels["RoomChannel"]):
    """The channels of rooms with subscribers on this node."""

    def __init__(self, rooms: Rooms, heartbeat: float) -> None:
        super().__init__(heartbeat, rooms.log.counters, lambda id_: RoomChannel(id_, self))
        self.rooms = rooms

    async def join(self, code: str, subscriber: Subscriber) -> RoomChannel:
        """Subscribe to a room; raises UnknownRoom."""
        with self.joining(room_id(code), subscriber) as channel:
            room = await self.rooms.find(code)
            channel.admit(subscriber, room)
        return channel

    def present(self, code: str) -> Set[str]:
        """Return the keys of the people connected to a room, on any node."""
        channel = self.open.get(room_id(code))
        return frozenset() if channel is None else channel.attendance.present()


class RoomChannel(Channel[Room]):
    """A room, and its subscribers."""

    subject = "room"

    def __init__(self, id_: str, channels: RoomChannels) -> None:
        self._rooms = channels.rooms
        self._present: Set[str] = frozenset()
        super().__init__(id_, channels, channels.rooms, 0.0)

    def admit(self, subscriber: Subscriber, room: Room) -> None:
        """Add a subscriber, starting from the room as it is."""
        self._admit(subscriber, room, [write(RoomChange("room", room.version))])
        self._presence_changed()
        self._end_removed(room)

    def _receive(self, published: Published[Room]) -> None:
        self._state = published.state
        self._send("boards" if published.is_board else "room")
        self._end_removed(published.state)

    def _end_removed(self, room: Room) -> None:
        """End the connections of members whom the owner has removed."""
        removed = room.removed
        for subscriber in tuple(self.subscribers):
            if subscriber.key in removed:
                subscriber.end()

    def _send(self, what: Literal["room", "people", "boards"]) -> None:
        frame = write(RoomChange(what, 0 if self._state is None else self._state.version))
        for subscriber in tuple(self.subscribers):
            if what != "boards" or subscriber.audience.boards:
                subscriber.send(frame)

    def _is_expected_back(self, key: str) -> bool:
        return self._state is None or self._state.number_of(key) is not None

    def _presence_changed(self) -> None:
        """Stop looking for games for members who have gone, and say that some came or went."""
        before, self._present = self._present, self.attendance.present()
        for key in before - self._present:
            if key and self._is_expected_back(key):
                self._tasks.start(self._rooms.withdraw(code_of(self.id), key))
        if any(map(self._is_expected_back, before ^ self._present)):
            self._send("people")

    def _after_grace(self) -> None:
        self.attendance.forget_gone()
