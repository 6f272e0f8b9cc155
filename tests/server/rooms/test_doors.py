"""Who comes into a room, from which address."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from noughts.server.http.limits import AddressBuckets, RateLimited
from noughts.server.rooms.decide import ShownOut
from noughts.server.rooms.doors import RoomDoors
from noughts.server.rooms.types import Choices, Member, Room

CODE = "KTRF7WX4"
OPEN = Room("owner", "secret", Choices())
ELSEWHERE = "ABC234XY"


def room(*members: str, removed: str = "", bars: str = "") -> Room:
    people = [Member(key, key, key == removed, key == removed, bars=bars) for key in members]
    return replace(OPEN, members=tuple(people))


def test_an_address_brings_a_class_and_no_crowd() -> None:
    doors = RoomDoors(30, AddressBuckets(1))
    for number in range(60):
        doors.join(CODE, OPEN, f"pupil {number}", "192.0.2.1")
    with pytest.raises(RateLimited, match="Too many players"):
        doors.join(CODE, OPEN, "one more", "192.0.2.1")
    doors.join(CODE, OPEN, "somebody else", "192.0.2.2")
    doors.join(ELSEWHERE, OPEN, "the class next door", "192.0.2.1")
    doors.join(CODE, room("pupil 1"), "pupil 1", "192.0.2.1")  # who comes back


@pytest.mark.parametrize("restarted", [False, True])
def test_who_was_removed_does_not_come_back_under_a_new_cookie(restarted: bool) -> None:
    doors = RoomDoors(30, AddressBuckets(1))
    doors.join(CODE, OPEN, "ann", "192.0.2.1")
    bars = doors.bars(CODE, room("ann"), 0)
    assert "192.0.2.1" not in bars
    after = room("ann", removed="ann", bars=bars)
    doors = RoomDoors(30, AddressBuckets(1)) if restarted else doors
    for key in ("new cookie", ""):
        with pytest.raises(ShownOut, match="removed a player"):
            doors.check(CODE, after, key, "192.0.2.1")
        doors.check(CODE, after, key, "192.0.2.2")
        doors.check(ELSEWHERE, OPEN, key, "192.0.2.1")  # another room
    for address in ("192.0.2.1", "192.0.2.2"):
        with pytest.raises(ShownOut, match="removed you"):
            doors.check(CODE, after, "ann", address)


@pytest.mark.parametrize("neighbour", ["owner", "ben"])
def test_an_address_that_others_share_stays_welcome(neighbour: str) -> None:
    doors, members = RoomDoors(30, AddressBuckets(1)), room("ann", "ben")
    doors.join(CODE, OPEN, "ann", "192.0.2.1")
    alone = doors.bars(CODE, members, 0)
    for number in (0, 2):  # of whom no address is known
        assert not RoomDoors(30, AddressBuckets(1)).bars(CODE, members, number)
    doors.remember(CODE, neighbour, "192.0.2.1")  # who is there now, since a restart say
    assert alone
    assert not doors.bars(CODE, members, 0)
    doors.check(CODE, room("ann", "ben", removed="ann", bars=alone), "cyn", "192.0.2.1")
