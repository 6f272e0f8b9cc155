"""Who comes into a room, from which address."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from noughts.online.errors import Refused
from noughts.online.rooms import Choices, Member, Room
from noughts.web.services.room_doors import RoomDoors
from noughts.web.token_bucket import RateLimited

CODE = "KTRF7WX4"
OPEN = Room("owner", "secret", Choices(), "2026-01-01T12:00:00+00:00")


def room(*members: str, removed: str = "") -> Room:
    people = [Member(key, key, key == removed, key == removed) for key in members]
    return replace(OPEN, members=tuple(people))


def test_an_address_brings_a_class_and_no_crowd() -> None:
    doors = RoomDoors()
    for number in range(60):
        doors.check(CODE, OPEN, f"pupil {number}", "192.0.2.1")
    with pytest.raises(RateLimited, match="Too many players"):
        doors.check(CODE, OPEN, "one more", "192.0.2.1")
    doors.check(CODE, OPEN, "somebody else", "192.0.2.2")
    doors.check("ABC234XY", OPEN, "the class next door", "192.0.2.1")
    doors.check(CODE, room("pupil 1"), "pupil 1", "192.0.2.1")  # who comes back


def test_who_was_removed_does_not_come_back_under_a_new_cookie() -> None:
    doors = RoomDoors()
    doors.check(CODE, OPEN, "ann", "192.0.2.1")
    with pytest.raises(Refused, match="removed somebody"):
        doors.check(CODE, room("ann", removed="ann"), "new cookie", "192.0.2.1")
    doors.check(CODE, room("ann", removed="ann"), "ben", "192.0.2.2")
    doors.check("ABC234XY", OPEN, "new cookie", "192.0.2.1")  # another room


@pytest.mark.parametrize("neighbour", ["owner", "ben"])
def test_an_address_that_others_share_stays_welcome(neighbour: str) -> None:
    doors = RoomDoors()
    doors.check(CODE, OPEN, "ann", "192.0.2.1")
    doors.check(CODE, OPEN, neighbour, "192.0.2.1")
    doors.check(CODE, room("ann", "ben", removed="ann"), "cyn", "192.0.2.1")
