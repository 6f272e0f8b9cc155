"""Rooms of up to a dozen under random commands, checked against simple invariants."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from noughts.core.errors import IllegalAction
from noughts.server.games.names import folded
from noughts.server.log.errors import Refused
from noughts.server.rooms import commands
from noughts.server.rooms.decide import decide
from noughts.server.rooms.evolve import begin, replay
from noughts.server.rooms.tournaments import without_game
from noughts.server.rooms.types import Choices, Naming, Opened, Result, RoomEvent, Way
from tests.server.games.people import NOW
from tests.server.rooms.invariants import check_goes_on, check_state, check_step, ready
from tests.server.rooms.members import LATER, OWNER

_MOST = 12  # members who are there from the start
_LONG = 60  # events, before which no room is closed: then nothing more happens in it
keys = st.sampled_from([OWNER, *map(str, range(_MOST)), "nobody"])
owners = st.sampled_from([OWNER, OWNER, OWNER, OWNER, "0"])
members = st.integers(-1, _MOST + 1)
counts = st.sampled_from([*range(_MOST + 1), *range(5, _MOST + 1)])
ways = st.sampled_from(Way)
namings = st.sampled_from(Naming)
typed = st.sampled_from(["", "Ann", "Ben", "ann", "<b>", "Cat", "Dan", "Eve", "Fay"])
results = st.sampled_from(Result)


class Rooms(RuleBasedStateMachine):
    """A room, and who may be in it: keys of some who join, leave and look for games."""

    @initialize(way=ways, count=counts, is_begun=st.sampled_from([False, True, True, True]))
    def open(self, way: Way, count: int, *, is_begun: bool) -> None:
        opened = Opened(OWNER, "secret", Choices(way=way), at=NOW)
        self.events: list[RoomEvent] = [opened]
        self.room = begin(opened)
        self.removed: set[str] = set()
        for number in range(count):
            self.give(str(number), commands.Join(), draw=number)
        if is_begun:
            self.give(OWNER, commands.PairAll() if way == Way.FREE else commands.BeginRound(0))

    def give(self, by: str, command: commands.RoomCommand, draw: int = 0) -> bool:
        """Give a command; returns whether it was accepted."""
        try:
            events = decide(self.room, by, command, NOW, draw=draw)
        except (Refused, IllegalAction):
            return False
        self.events += events
        self.room = check_step(self.room, command, events)
        return True

    @rule(key=keys, draw=st.integers(0, 10**9), name=typed, partner=typed)
    def join(self, key: str, draw: int, name: str, partner: str) -> None:
        may = not self.room.is_closed and key not in self.removed
        is_new = self.room.number_of(key) is None
        before = len(self.room.members)
        accepted = self.give(key, commands.Join(name, partner), draw=draw)
        if is_new and self.room.choices.naming == Naming.TYPED:
            assert accepted <= may
            assert len(self.room.members) == before + accepted
        else:
            assert accepted is may
        assert len({member.key for member in self.room.members}) == len(self.room.members)

    @rule(by=owners, member=members, draw=st.integers(0, 10**9))
    def rename(self, by: str, member: int, draw: int) -> None:
        is_here = member in self.room.present
        may = by == OWNER and is_here and not self.room.is_closed
        assert self.give(by, commands.Rename(member), draw=draw) is may
        assert not (may and self.room.members[member].is_typed)

    @rule(by=owners, is_paused=st.booleans())
    def pause(self, by: str, *, is_paused: bool) -> None:
        may = by == OWNER and not self.room.is_closed
        assert self.give(by, commands.Pause(is_paused)) is may

    @rule(by=owners)
    def extend(self, by: str) -> None:
        self.give(by, commands.Extend())

    @rule(by=owners)
    def end(self, by: str) -> None:
        if self.give(by, commands.End()):
            assert self.room.is_over

    @rule(is_late=st.booleans())
    def check_end(self, *, is_late: bool) -> None:
        events = decide(self.room, "", commands.CheckEnd(), LATER if is_late else NOW)
        assert bool(events) is (self.room.is_arena_on and is_late and not self.room.is_paused)
        self.events += events
        self.room = check_step(self.room, commands.CheckEnd(), events)

    @precondition(lambda self: self.room.pairings)
    @rule(by=owners, which=st.integers(0, 99))
    def annul(self, by: str, which: int) -> None:
        number = which % len(self.room.pairings)
        is_open = self.room.pairings[number].result is None
        may = by == OWNER and is_open and not self.room.is_closed
        assert self.give(by, commands.Annul(number)) is may

    @rule(key=keys)
    def depart(self, key: str) -> None:
        is_here = self.room.number_of(key) in self.room.present
        assert self.give(key, commands.Leave()) is is_here

    @rule(by=owners, member=members)
    def remove(self, by: str, member: int) -> None:
        is_here = member in self.room.present
        may = by == OWNER and is_here and not self.room.is_closed
        assert self.give(by, commands.Remove(member)) is may
        if may:
            self.removed.add(self.room.members[member].key)
            assert not self.room.members[member].is_typed

    @rule(key=keys, is_looking=st.booleans())
    def look(self, key: str, *, is_looking: bool) -> None:
        self.give(key, commands.Look(is_looking))

    @rule(key=keys, is_here=st.booleans())
    def attend(self, key: str, *, is_here: bool) -> None:
        self.give(key, commands.Attend(is_here))

    @rule(by=owners, member=members)
    def readmit(self, by: str, member: int) -> None:
        removed = self.room.members[member].key if 0 <= member < len(self.room.members) else ""
        may = by == OWNER and removed in self.removed and not self.room.is_closed
        assert self.give(by, commands.Readmit(member)) is may
        if may:
            self.removed.remove(removed)

    @rule(by=owners, x=members, o=members)
    def pair(self, by: str, x: int, o: int) -> None:
        may = by == OWNER and x != o and {x, o} <= ready(self.room) and not self.room.is_closed
        assert self.give(by, commands.Pair(x, o)) is may

    @rule(by=owners)
    def pair_all(self, by: str) -> None:
        room = self.room
        may = by == OWNER and not (room.is_closed or room.is_paused or room.is_arena_on)
        free = without_game(room) if room.is_swiss_on else room.ready
        assert self.give(by, commands.PairAll()) is (may and len(free) > 1)
        assert room.is_swiss_on or not may or len(self.room.ready) < 2

    @rule(by=owners, games=st.sampled_from([0, 0, 0, -1]), going=st.sampled_from([0, 0, 0, -1]))
    def begin_round(self, by: str, games: int, going: int) -> None:
        games, going = games + len(self.room.pairings), going + len(self.room.open_pairings)
        self.give(by, commands.BeginRound(games, max(0, going)))

    @precondition(lambda self: self.room.open_pairings)
    @rule(which=st.integers(0, 99), result=results)
    def finish(self, which: int, result: Result) -> None:
        number = self.room.open_pairings[which % len(self.room.open_pairings)]
        assert self.give("", commands.Finish(number, result))
        assert self.room.pairings[number].result == result

    @precondition(lambda self: self.room.open_pairings)
    @rule(won=st.lists(results, min_size=1, max_size=_MOST))
    def play(self, won: list[Result]) -> None:
        for result in won[: len(self.room.open_pairings)]:
            assert self.give("", commands.Finish(self.room.open_pairings[0], result))

    @precondition(lambda self: self.room.open_pairings)
    @rule(which=st.integers(0, 99))
    def miss_the_first_move(self, which: int) -> None:
        number = self.room.open_pairings[which % len(self.room.open_pairings)]
        x = self.room.pairings[number].x
        assert self.give("", commands.Finish(number, Result.O, missed_by=x))
        assert x not in ready(self.room)
        assert x not in self.room.playing

    @precondition(lambda self: self.room.pairings)
    @rule(which=st.integers(0, 99), result=results)
    def finish_again(self, which: int, result: Result) -> None:
        number = which % len(self.room.pairings)
        before = self.room.pairings[number].result
        assert self.give("", commands.Finish(number, result))
        assert self.room.pairings[number].result == (before or result)

    @rule(by=owners, way=ways, naming=namings)
    def choose(self, by: str, way: Way, naming: Naming) -> None:
        choose = commands.Choose(way=way, naming=naming, rounds=2)
        assert self.give(by, choose) is (by == OWNER and not self.room.is_closed)

    @precondition(lambda self: len(self.events) > _LONG)
    @rule(by=st.sampled_from(["0", "1", "2", "3", "4", "5", OWNER]))
    def close(self, by: str) -> None:
        assert self.give(by, commands.Close()) is (by == OWNER)

    @invariant()
    def its_events_make_the_same_room(self) -> None:
        assert replay(self.events) == self.room
        assert self.room.version == len(self.events)

    @invariant()
    def names_are_of_one_each(self) -> None:
        names = [folded(member.name) for member in self.room.members]
        assert len(set(names)) == len(names)
        assert {each.key for each in self.room.members if each.is_removed} == self.removed

    @invariant()
    def what_always_holds(self) -> None:
        check_state(self.room)

    def teardown(self) -> None:
        if hasattr(self, "room"):
            check_goes_on(self.room, set())


TestRooms = Rooms.TestCase
