"""Rooms under random commands, checked against simple invariants."""

from __future__ import annotations

from typing import get_args

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from noughts.core.errors import IllegalAction
from noughts.online.errors import Refused
from noughts.online.rooms.commands import (
    BeginRound,
    Choose,
    Close,
    Depart,
    Finish,
    Join,
    Look,
    Pair,
    PairAll,
    Remove,
    RoomCommand,
)
from noughts.online.rooms.decisions import decide
from noughts.online.rooms.events import RoomEvent, RoomOpened
from noughts.online.rooms.evolution import begin, replay
from noughts.online.rooms.standings import standings
from noughts.online.rooms.state import Choices, Result, Way
from tests.online.people import NOW
from tests.online.rooms.members import OWNER, evolved

keys = st.sampled_from([OWNER, *"012345", "nobody"])
owners = st.sampled_from([OWNER, OWNER, OWNER, OWNER, "0"])
members = st.integers(-1, 7)
ways = st.sampled_from(get_args(Way))
results = st.sampled_from(get_args(Result))


class Rooms(RuleBasedStateMachine):
    """A room, and who may be in it: keys of some who join, leave and look for games."""

    @initialize(way=ways, count=st.integers(0, 6))
    def open(self, way: Way, count: int) -> None:
        opened = RoomOpened(OWNER, "secret", Choices(way=way), NOW)
        self.events: list[RoomEvent] = [opened]
        self.room = begin(opened)
        self.removed: set[str] = set()
        for number in range(count):
            self.give(Join(str(number), number))

    def give(self, command: RoomCommand) -> bool:
        """Give a command; returns whether it was accepted."""
        try:
            events = decide(self.room, command, NOW)
        except (Refused, IllegalAction):
            return False
        self.events += events
        self.room = evolved(self.room, events)
        return True

    @rule(key=keys, draw=st.integers(0, 10**9))
    def join(self, key: str, draw: int) -> None:
        may = not self.room.is_closed and key not in self.removed
        assert self.give(Join(key, draw)) is may

    @rule(key=keys)
    def depart(self, key: str) -> None:
        is_here = self.room.number_of(key) in self.room.present
        assert self.give(Depart(key)) is is_here

    @rule(by=owners, member=members)
    def remove(self, by: str, member: int) -> None:
        is_here = member in self.room.present
        may = by == OWNER and is_here and not self.room.is_closed
        assert self.give(Remove(by, member)) is may
        if may:
            self.removed.add(self.room.members[member].key)

    @rule(key=keys, is_looking=st.booleans())
    def look(self, key: str, *, is_looking: bool) -> None:
        self.give(Look(key, is_looking))

    @rule(by=owners, x=members, o=members)
    def pair(self, by: str, x: int, o: int) -> None:
        idle = set(self.room.idle)
        may = by == OWNER and x != o and {x, o} <= idle and not self.room.is_closed
        assert self.give(Pair(by, x, o)) is may

    @rule(by=owners)
    def pair_all(self, by: str) -> None:
        may = by == OWNER and len(self.room.idle) > 1 and not self.room.is_closed
        assert self.give(PairAll(by)) is may
        if may:
            assert len(self.room.idle) < 2

    @rule(by=owners, drift=st.sampled_from([0, 0, 0, -1]))
    def begin_round(self, by: str, drift: int) -> None:
        self.give(BeginRound(by, len(self.room.pairings) + drift))

    @precondition(lambda self: self.room.open_pairings)
    @rule(which=st.integers(0, 99), result=results)
    def finish(self, which: int, result: Result) -> None:
        number = self.room.open_pairings[which % len(self.room.open_pairings)]
        assert self.give(Finish(number, result))
        assert self.room.pairings[number].result == result

    @precondition(lambda self: self.room.pairings)
    @rule(which=st.integers(0, 99), result=results)
    def finish_again(self, which: int, result: Result) -> None:
        number = which % len(self.room.pairings)
        before = self.room.pairings[number].result
        assert self.give(Finish(number, result))
        assert self.room.pairings[number].result == (before or result)

    @rule(by=owners, way=ways)
    def choose(self, by: str, way: Way) -> None:
        assert self.give(Choose(by, Choices(way=way))) is (by == OWNER and not self.room.is_closed)

    @rule(by=st.sampled_from(["0", "1", "2", "3", "4", "5", OWNER]))
    def close(self, by: str) -> None:
        assert self.give(Close(by)) is (by == OWNER)

    @invariant()
    def its_events_make_the_same_room(self) -> None:
        assert replay(self.events) == self.room
        assert self.room.version == len(self.events)

    @invariant()
    def names_are_of_one_each(self) -> None:
        names = [member.name for member in self.room.members]
        assert len(set(names)) == len(names)
        assert {each.key for each in self.room.members if each.is_removed} == self.removed

    @invariant()
    def who_looks_is_here_and_idle_and_nobody_waits_in_vain(self) -> None:
        assert set(self.room.looking) <= set(self.room.idle)
        assert len(self.room.looking) <= 1

    @invariant()
    def in_a_round_everybody_plays_once(self) -> None:
        rounds: dict[tuple[int, int], list[int]] = {}
        for each in self.room.pairings:
            assert each.x != each.o
            if each.tournament:
                rounds.setdefault((each.tournament, each.round), []).extend(each.members)
        assert all(len(found) == len(set(found)) for found in rounds.values())

    @invariant()
    def in_a_round_robin_two_meet_at_most_once(self) -> None:
        met = [(each.tournament, frozenset(each.members)) for each in self.room.pairings]
        formal = [each for each in met if each[0]]
        assert len(formal) == len(set(formal))

    @invariant()
    def the_table_gives_a_point_a_game(self) -> None:
        counted = [each for each in self.room.counted if each.result not in (None, "void")]
        table = standings(self.room)
        assert sum(each.points for each in table) == len(counted)
        assert sum(each.played for each in table) == 2 * len(counted)
        assert [each.place for each in table] == sorted(each.place for each in table)
        assert len({each.member for each in table}) == len(table)

    @invariant()
    def a_round_that_is_over_is_followed_by_the_next(self) -> None:
        if not self.room.is_closed and not self.room.is_tournament_over:
            assert not self.room.is_round_over


TestRooms = Rooms.TestCase
