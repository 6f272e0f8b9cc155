"""The channel of a room: notifies subscribers of changes; they then fetch the room again."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Literal

from noughts.server.ids import code_of, room_id
from noughts.server.live.channels import Channel, OpenChannels
from noughts.server.live.messages import write
from noughts.server.live.presence import Attendance
from noughts.server.live.subscribers import Audience, Subscriber
from noughts.server.log.repository import Published
from noughts.server.rooms.repository import BoardChanged, Rooms
from noughts.server.rooms.types import Room
from noughts.server.rooms.views import RoomChange


@dataclass(frozen=True, slots=True)
class RoomAudience(Audience):
    """A subscriber to a room, who may want to know of each move on its `boards`."""

    boards: bool = False


RoomSubscriber = Subscriber[RoomAudience]


class RoomChannels(OpenChannels["RoomChannel"]):
    """The channels of rooms with subscribers on this node."""

    repository: Rooms

    def __init__(self, rooms: Rooms, heartbeat: float) -> None:
        super().__init__(rooms, heartbeat, lambda id_: RoomChannel(id_, self))

    async def join(self, code: str, subscriber: RoomSubscriber) -> RoomChannel:
        """Subscribe to a room; raises UnknownRoom."""
        with self.joining(room_id(code), subscriber) as channel:
            room = await self.repository.find(code)
            channel.admit(subscriber, room)
        return channel

    def present(self, code: str) -> Set[str]:
        """Return the keys of the people connected to a room, on any node."""
        channel = self.open.get(room_id(code))
        return frozenset() if channel is None else channel.attendance.present()


class RoomChannel(Channel[Room, RoomAudience]):
    """A room, and its subscribers."""

    subject = "room"

    def __init__(self, id_: str, channels: RoomChannels) -> None:
        self._rooms = channels.repository
        self._present: Set[str] = frozenset()
        super().__init__(id_, channels, Attendance(channels.grace))

    def admit(self, subscriber: RoomSubscriber, room: Room) -> None:
        """Add a subscriber, starting from the room as it is."""
        self._admit(subscriber, room, [write(RoomChange("room", room.version))])
        self._presence_changed()
        self._end_removed(room)

    def _receive(self, published: Published[Room]) -> None:
        self._state = published.state
        self._send("boards" if isinstance(published, BoardChanged) else "room")
        self._end_removed(published.state)

    def _end_removed(self, room: Room) -> None:
        """End the connections of members removed by the owner."""
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
        """Note which members came or went, and tell the others."""
        before, self._present = self._present, self.attendance.present()
        changed = [key for key in before ^ self._present if self._is_expected_back(key)]
        members = () if self._state is None else self._state.members
        # Another node may have noted after this one that a member is away.
        wrong = {member.key for member in members if member.is_away}.intersection(self._present)
        for key in filter(None, wrong.union(changed)):
            self._tasks.start(self._attend(key))
        if changed:
            self._send("people")

    async def _attend(self, key: str) -> None:
        """Let the room know whether a member is here, who may come or go meanwhile."""
        is_here = None
        while is_here is not (key in self._present):
            is_here = key in self._present
            await self._rooms.attend(code_of(self.id), key, is_here=is_here)

    def _after_grace(self) -> None:
        self.attendance.forget_gone()
