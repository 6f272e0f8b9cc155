"""Rooms under random commands, checked against simple invariants."""

from __future__ import annotations

from typing import get_args

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from noughts.core.errors import IllegalAction
from noughts.server.games.names import folded
from noughts.server.log.errors import Refused
from noughts.server.rooms import types as commands
from noughts.server.rooms.decide import decide
from noughts.server.rooms.evolve import begin, replay
from noughts.server.rooms.text import situation, stage, stage_text
from noughts.server.rooms.tournaments import standings, without_game
from noughts.server.rooms.types import Choices, Naming, Opened, Result, RoomEvent, Way
from tests.server.games.people import NOW
from tests.server.rooms.members import LATER, OWNER, evolved

keys = st.sampled_from([OWNER, *"012345", "nobody"])
owners = st.sampled_from([OWNER, OWNER, OWNER, OWNER, "0"])
members = st.integers(-1, 7)
ways = st.sampled_from(get_args(Way))
namings = st.sampled_from(get_args(Naming))
typed = st.sampled_from(["", "Ann", "Ben", "ann", "<b>", "Cat", "Dan", "Eve", "Fay"])
results = st.sampled_from(get_args(Result))


class Rooms(RuleBasedStateMachine):
    """A room, and who may be in it: keys of some who join, leave and look for games."""

    @initialize(way=ways, count=st.integers(0, 6))
    def open(self, way: Way, count: int) -> None:
        opened = Opened(OWNER, "secret", Choices(way=way), at=NOW)
        self.events: list[RoomEvent] = [opened]
        self.room = begin(opened)
        self.removed: set[str] = set()
        self.ways: dict[int, Way] = {}
        for number in range(count):
            self.give(str(number), commands.Join(), draw=number)

    def give(self, by: str, command: commands.RoomCommand, draw: int = 0) -> bool:
        """Give a command; returns whether it was accepted."""
        try:
            events = decide(self.room, by, command, NOW, draw=draw)
        except (Refused, IllegalAction):
            return False
        self.events += events
        self.room = evolved(self.room, events)
        if self.room.tournament is not None:
            self.ways[self.room.tournament.number] = self.room.tournament.way
        return True

    @rule(key=keys, draw=st.integers(0, 10**9), name=typed, partner=typed)
    def join(self, key: str, draw: int, name: str, partner: str) -> None:
        may = not self.room.is_closed and key not in self.removed
        is_new = self.room.number_of(key) is None
        before = len(self.room.members)
        accepted = self.give(key, commands.Join(name, partner), draw=draw)
        if is_new and self.room.choices.naming == "typed":
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
        self.room = evolved(self.room, events)

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

    @rule(by=owners, x=members, o=members)
    def pair(self, by: str, x: int, o: int) -> None:
        idle = set(self.room.idle)
        may = by == OWNER and x != o and {x, o} <= idle and not self.room.is_closed
        assert self.give(by, commands.Pair(x, o)) is may

    @rule(by=owners)
    def pair_all(self, by: str) -> None:
        room = self.room
        may = by == OWNER and not (room.is_closed or room.is_paused or room.is_arena_on)
        is_swiss = room.choices.way == "swiss" and room.tournament is not None
        if is_swiss and not room.is_over:
            assert self.give(by, commands.PairAll()) is (may and len(without_game(room)) > 1)
        else:
            assert self.give(by, commands.PairAll()) is (may and len(room.idle) > 1)
            assert not may or len(self.room.idle) < 2

    @rule(by=owners, drift=st.sampled_from([0, 0, 0, -1]))
    def begin_round(self, by: str, drift: int) -> None:
        self.give(by, commands.BeginRound(len(self.room.pairings) + drift))

    @precondition(lambda self: self.room.open_pairings)
    @rule(which=st.integers(0, 99), result=results)
    def finish(self, which: int, result: Result) -> None:
        number = self.room.open_pairings[which % len(self.room.open_pairings)]
        assert self.give("", commands.Finish(number, result))
        assert self.room.pairings[number].result == result

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
    def who_looks_is_here_and_idle_and_nobody_waits_in_vain(self) -> None:
        assert set(self.room.looking) <= set(self.room.idle)
        is_held_up = self.room.is_paused or (
            self.room.is_arena_on and len(self.room.open_pairings) > 1
        )
        assert is_held_up or len(self.room.looking) <= 1

    @invariant()
    def nobody_is_without_a_sentence(self) -> None:
        room = self.room
        for key in {OWNER, "nobody", *(member.key for member in room.members)}:
            found = situation(room, key)
            assert found.text
            assert found.button is None or found.label
            number = room.number_of(key)
            plays = number in room.playing
            assert (found.state == "playing") is plays
            assert found.state != "hosting" or key == OWNER
        assert stage_text(room, stage(room))

    @invariant()
    def in_a_round_everybody_plays_once(self) -> None:
        rounds: dict[tuple[int, int], list[int]] = {}
        for each in self.room.pairings:
            assert each.x != each.o
            way = self.ways.get(each.tournament)
            if way == "round-robin" or (way == "swiss" and each.result != "void"):
                rounds.setdefault((each.tournament, each.round), []).extend(each.members)
        assert all(len(found) == len(set(found)) for found in rounds.values())

    @invariant()
    def in_a_round_robin_two_meet_at_most_once(self) -> None:
        met = [(each.tournament, frozenset(each.members)) for each in self.room.pairings]
        formal = [each for each in met if self.ways.get(each[0]) == "round-robin"]
        assert len(formal) == len(set(formal))

    @invariant()
    def the_table_gives_a_point_a_game_and_an_arena_four_in_a_streak(self) -> None:
        counted = [each for each in self.room.counted if each.result not in (None, "void")]
        table = standings(self.room)
        places = [each.place for each in table.values()]
        assert places == sorted(places)
        assert not any(self.room.members[n].is_removed for n in table)
        for number, line in table.items():
            own = [each for each in counted if number in each.members]
            won = [each.result == ("x" if each.x == number else "o") for each in own]
            points = [won + (each.result == "draw") / 2 for each, won in zip(own, won, strict=True)]
            if own and self.ways.get(own[0].tournament) == "arena":
                points = [
                    2 * each * (1 + (won[max(at - 2, 0) : at] == [True, True]))
                    for at, each in enumerate(points)
                ]
            assert (line.points, line.played) == (sum(points) + line.byes, len(own))

    @invariant()
    def a_round_that_is_over_is_followed_by_the_next(self) -> None:
        now = self.room.tournament
        goes_on = not self.room.is_tournament_over and not self.room.is_arena_on
        if now is not None and goes_on and not (self.room.is_closed or self.room.is_paused):
            assert not self.room.is_round_over


TestRooms = Rooms.TestCase
