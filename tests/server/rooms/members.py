"""Rooms for tests, and commands in them."""

from __future__ import annotations

from msgspec.structs import replace

from noughts.server.rooms.commands import Join, RoomCommand
from noughts.server.rooms.decide import decide
from noughts.server.rooms.evolve import begin, evolve
from noughts.server.rooms.types import Choices, Opened, Room, RoomEvent, Way
from tests.server.games.people import NOW

OWNER = "owner"
LATER = "2036-01-01T00:00:00+00:00"  # when every arena is over


def opened(way: Way = Way.FREE) -> Room:
    return begin(Opened(OWNER, "secret", Choices(way=way), at=NOW))


def room(count: int, way: Way = Way.FREE) -> Room:
    """A room with `count` members, with the keys "0", "1" and so on."""
    found = opened(way)
    for number in range(count):
        found = did(found, str(number), Join(), draw=number * 7)
    return found


def did(room: Room, by: str, command: RoomCommand, now: str = NOW, *, draw: int = 0) -> Room:
    """The room after a command."""
    return evolved(room, decide(room, by, command, now, draw=draw))


def evolved(room: Room, events: tuple[RoomEvent, ...]) -> Room:
    for event in events:
        room = evolve(room, event)
    return room


def essence(room: Room) -> Room:
    """A room without what changes nothing of what can happen in it.

    The order of games counts only in an arena and in free play.
    """
    is_in_rounds = room.choices.way in (Way.SWISS, Way.ROUND_ROBIN)
    return replace(
        room,
        version=0,
        member_events=0,
        invited=0,
        members=tuple(replace(each, withdrawals=0) for each in room.members),
        pairings=tuple(sorted(room.pairings, key=repr)) if is_in_rounds else room.pairings,
    )
