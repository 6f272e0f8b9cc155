"""Rooms for tests, and what is done in them."""

from __future__ import annotations

from noughts.online.room import Choices, Room, Way
from noughts.online.room_commands import Join, RoomCommand
from noughts.online.room_decide import decide_room
from noughts.online.room_events import RoomEvent, RoomOpened
from noughts.online.room_evolve import evolve_room, open_room
from tests.online.people import NOW

OWNER = "owner"


def opened(way: Way = "free") -> Room:
    return open_room(RoomOpened(OWNER, "secret", Choices(way=way), NOW))


def room(count: int, way: Way = "free") -> Room:
    """A room that so many have joined, by the keys "0", "1" and so on."""
    found = opened(way)
    for number in range(count):
        found = did(found, Join(str(number), number * 7))
    return found


def did(room: Room, command: RoomCommand, now: str = NOW) -> Room:
    """The room after a command."""
    return evolved(room, decide_room(room, command, now))


def evolved(room: Room, events: tuple[RoomEvent, ...]) -> Room:
    for event in events:
        room = evolve_room(room, event)
    return room
