"""Rooms by example: who may do what, and its effect."""

from __future__ import annotations

from typing import Any, cast

import pytest

from noughts.core.errors import IllegalAction, NoughtsError
from noughts.online.errors import Refused
from noughts.online.games import Began, Person
from noughts.online.rooms.commands import (
    BeginRound,
    Choose,
    Close,
    Depart,
    Finish,
    Join,
    Lock,
    Look,
    Pair,
    PairAll,
    Remove,
    RoomCommand,
)
from noughts.online.rooms.decisions import decide
from noughts.online.rooms.events import Joined
from noughts.online.rooms.evolution import evolve, replay
from noughts.online.rooms.joining import MOST_MEMBERS
from noughts.online.rooms.standings import standings
from noughts.online.rooms.state import Choices, Room
from noughts.online.rooms.tournaments import MOST_PLAYERS
from tests.online.people import NOW
from tests.online.rooms.members import OWNER, did, opened, room


def refusal(room: Room, command: RoomCommand) -> NoughtsError:
    with pytest.raises(NoughtsError) as caught:
        decide(room, command, NOW)
    return caught.value


def players(room: Room) -> list[tuple[int, int]]:
    return [(each.x, each.o) for each in room.pairings if each.result is None]


def test_whoever_joins_gets_a_name_and_comes_back_under_it() -> None:
    found = room(3)
    names = [member.name for member in found.members]
    assert len(set(names)) == 3
    assert decide(found, Join("1", 5), NOW) == ()
    left = did(found, Depart("1"))
    assert left.present == (0, 2)
    assert did(left, Join("1", 99)).present == found.present
    assert [member.name for member in did(left, Join("1", 99)).members] == names


def test_who_was_sent_away_stays_away() -> None:
    found = did(room(3), Remove(OWNER, 1))
    assert found.present == (0, 2)
    assert isinstance(refusal(found, Join("1", 5)), Refused)
    assert str(refusal(found, Remove(OWNER, 1))) == "That player isn't in the room"


def test_a_room_is_full_some_time() -> None:
    full = room(MOST_MEMBERS)
    assert "full" in str(refusal(full, Join("late", 0)))
    assert "full" in str(refusal(did(full, Depart("1")), Join("late", 0)))  # they may come back
    assert len(did(did(full, Remove(OWNER, 1)), Join("late", 0)).present) == MOST_MEMBERS


def test_a_locked_room_lets_nobody_new_in() -> None:
    locked = did(room(2), Lock(OWNER, is_locked=True))
    assert decide(locked, Lock(OWNER, is_locked=True), NOW) == ()
    assert "locked" in str(refusal(locked, Join("late", 0)))
    assert did(did(locked, Depart("1")), Join("1", 0)).present == (0, 1)
    assert did(did(locked, Lock(OWNER, is_locked=False)), Join("late", 0)).present == (0, 1, 2)
    assert isinstance(refusal(locked, Lock("1", is_locked=False)), Refused)
    assert did(locked, Join(OWNER, 0)).present == (0, 1, 2)


def test_nobody_uses_up_the_log_of_a_room() -> None:
    found = room(3)
    for _ in range(199):
        found = did(did(found, Look("1")), Look("1", is_looking=False))
        found = did(did(found, Depart("2")), Join("2", 0))
    found = did(did(found, Look("1")), Look("1", is_looking=False))
    found = did(found, Depart("2"))
    assert "too often" in str(refusal(found, Look("1")))
    assert "too often" in str(refusal(found, Join("2", 0)))
    assert found.version - found.member_events == 1
    assert did(found, Pair(OWNER, 0, 1)).playing == {0, 1}


def test_what_only_the_owner_or_a_member_may_do() -> None:
    for command in (
        Remove("1", 0), Pair("1", 0, 1), PairAll("1"), BeginRound("1", 0),
        Choose("1", Choices("4x4:3")), Close("1"), Look("nobody"), Depart("nobody"), Look(OWNER),
    ):  # fmt: skip
        assert isinstance(refusal(room(3), command), Refused), command


def test_two_who_look_for_a_game_get_one_and_then_look_no_more() -> None:
    found = did(room(3), Look("2"))
    assert found.looking == (2,)
    assert decide(found, Look("2"), NOW) == ()
    found = did(found, Look("0"))
    assert (players(found), found.looking) == ([(2, 0)], ())
    assert "already has a game" in str(refusal(found, Look("0")))
    assert did(did(found, Look("1")), Look("1", is_looking=False)).looking == ()


def test_those_who_have_met_least_play_and_change_sides() -> None:
    found = room(3)
    for first, second, pair in [("0", "1", (0, 1)), ("0", "1", (1, 0))]:
        found = did(did(found, Look(first)), Look(second))
        assert players(found) == [pair]
        found = did(found, Finish(len(found.pairings) - 1, "draw"))
    found = did(did(found, Look("1")), Pair(OWNER, 0, 2))
    found = did(found, Finish(2, "x"))
    found = did(did(found, Look("2")), Look("0"))  # 2 is paired with 1 at once
    assert players(found) == [(2, 1)]
    assert found.looking == (0,)


def test_the_owner_pairs_two_or_everybody() -> None:
    found = did(room(5), Pair(OWNER, 3, 1))
    assert players(found) == [(3, 1)]
    for x, o in [(3, 0), (0, 1)]:
        assert "already has a game" in str(refusal(found, Pair(OWNER, x, o)))
    for x, o in [(0, 0), (0, 9), (-1, 0)]:
        assert isinstance(refusal(found, Pair(OWNER, x, o)), IllegalAction)
    found = did(found, PairAll(OWNER))
    assert sorted(m for pair in players(found) for m in pair) == [0, 1, 2, 3]
    assert str(refusal(found, PairAll(OWNER))) == "There aren't two players without a game"


def test_pairing_everybody_again_pairs_nobody_with_the_same() -> None:
    for count in (4, 8, 16, 40):
        found = room(count)
        for _ in range(3):
            found = did(found, PairAll(OWNER))
            for number in found.open_pairings:
                found = did(found, Finish(number, "x"))
        assert set(found.meetings().values()) == {1}, count


def test_a_round_robin_goes_on_by_itself_to_its_table() -> None:
    found = did(room(4, "round-robin"), BeginRound(OWNER, 0))
    assert len(players(found)) == 2
    assert str(refusal(found, Look("0"))).startswith("Games come in rounds")
    for number in range(6):
        assert not found.is_tournament_over or number >= 4
        pairing = found.pairings[number]
        found = did(found, Finish(number, "x" if pairing.x < pairing.o else "o"))
    assert players(found) == []
    assert [(each.member, each.points, each.place) for each in standings(found)] == [
        (0, 3, 1), (1, 2, 2), (2, 1, 3), (3, 0, 4),
    ]  # fmt: skip
    again = did(found, BeginRound(OWNER, 6))
    assert {each.tournament for each in again.pairings} == {1, 2}
    assert [each.played for each in standings(again)] == [0] * 4


def test_the_owner_need_not_wait_for_a_round_and_begins_none_twice() -> None:
    found = did(room(4, "round-robin"), BeginRound(OWNER, 0))
    found = did(found, BeginRound(OWNER, 2))
    assert len(players(found)) == 4
    assert "take another look" in str(refusal(found, BeginRound(OWNER, 2)))
    for number in (0, 1, 2):  # a late end of the first round begins no third
        found = did(found, Finish(number, "draw"))
    assert len(found.pairings) == 4
    assert len(did(found, Finish(3, "draw")).pairings) == 6


def test_who_leaves_holds_nobody_up() -> None:
    found = did(room(4, "round-robin"), BeginRound(OWNER, 0))
    found = did(did(found, Finish(1, "x")), Depart("0"))  # in the first game
    assert found.pairings[0].result == "void"
    assert [each.round for each in found.pairings] == [1, 1, 2]
    assert all(0 not in pair for pair in players(found))
    for member in "123":
        found = did(found, Depart(member))
    assert found.is_tournament_over
    assert players(found) == []


def test_free_play_ends_a_round_robin() -> None:
    found = did(room(4, "round-robin"), BeginRound(OWNER, 0))
    found = did(found, Choose(OWNER, Choices("4x4:3")))
    assert found.is_tournament_over
    for number in (0, 1):
        found = did(found, Finish(number, "x"))
    assert len(found.pairings) == 2
    assert isinstance(refusal(found, BeginRound(OWNER, 2)), IllegalAction)
    assert [each.played for each in standings(found)] == [0] * 4
    assert decide(found, Choose(OWNER, Choices("4x4:3")), NOW) == ()


def test_a_round_robin_is_for_so_many() -> None:
    for count in (0, 1, MOST_PLAYERS + 1):
        assert isinstance(refusal(room(count, "round-robin"), BeginRound(OWNER, 0)), IllegalAction)


def test_equal_scores_share_a_place_and_a_void_game_counts_for_nobody() -> None:
    found = did(did(room(4), Pair(OWNER, 0, 1)), Pair(OWNER, 2, 3))
    found = did(did(found, Finish(0, "draw")), Finish(1, "void"))
    table = {each.member: (each.place, each.points, each.played) for each in standings(found)}
    assert table == {0: (1, 0.5, 1), 1: (1, 0.5, 1), 2: (3, 0, 0), 3: (3, 0, 0)}


def test_in_a_closed_room_nothing_begins_and_what_was_begun_ends() -> None:
    found = did(did(room(4, "round-robin"), BeginRound(OWNER, 0)), Close(OWNER))
    assert decide(found, Close(OWNER), NOW) == ()
    for command in (Join("new", 0), Look("1"), PairAll(OWNER), BeginRound(OWNER, 2)):
        assert str(refusal(found, command)) == "The room is closed"
    for number in (0, 1):
        found = did(found, Finish(number, "o"))
    assert len(found.pairings) == 2
    assert did(found, Depart("1")).present == (0, 2, 3)


def test_a_room_starts_with_its_opening_and_has_events_of_rooms_alone() -> None:
    of_a_game = Began(".../.../... x 3", Person("a"), Person("b"), NOW)
    logs: list[Any] = [(), (Joined("1", "Blue Cat", NOW),), (of_a_game,)]
    for log in logs:
        with pytest.raises(ValueError, match="opened"):
            replay(log)
    with pytest.raises(ValueError, match="cannot happen"):
        evolve(opened(), cast(Any, of_a_game))
