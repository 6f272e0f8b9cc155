"""Walks through all that can happen to a tournament, up to a number of steps besides its games.

`python -m tests.server.rooms.walk --depth 2` says how much that is. One game after another is won
by X, which costs nothing; all else is a step. So a walk of one step has all that can happen once,
at any time from the first round to the end, and each step can be the last: from every state on, the
tournament must come to its end.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import lru_cache, reduce
from typing import NamedTuple

from noughts.core.errors import IllegalAction
from noughts.server.log.errors import Refused
from noughts.server.rooms import commands, types
from noughts.server.rooms.commands import RoomCommand
from noughts.server.rooms.decide import decide
from noughts.server.rooms.types import Events, Result, Room, RoomEvent, Way
from tests.server.games.people import NOW
from tests.server.rooms.invariants import check_goes_on, check_state, check_step
from tests.server.rooms.members import LATER, OWNER, did, essence, opened

WAYS = tuple(Way)
COUNTS = (2, 3, 4)  # members who are there from the start
_ROUNDS = 2  # of a Swiss tournament
_GAMES = 4  # after which an arena is over by its time


class Step(NamedTuple):
    """A command, who gives it, and when."""

    by: str
    command: RoomCommand
    now: str = NOW

    def __str__(self) -> str:
        return f"{self.by or 'the room'}: {self.command}"


def to_first_round(way: Way, count: int) -> Iterator[Step]:
    """The steps to where a walk begins; of two, the host lets in who comes later."""
    for number in range(count):
        yield Step(str(number), commands.Join())
    yield Step(OWNER, commands.Choose(way=way, rounds=_ROUNDS, is_guarded=count == min(COUNTS)))
    yield Step(OWNER, commands.PairAll() if way == Way.FREE else commands.BeginRound(0))


def ordinary(room: Room) -> Step | None:
    """What comes next if everybody only plays."""
    if room.is_arena_on and len(room.pairings) >= _GAMES and not room.is_paused:
        return Step("", commands.CheckEnd(), LATER)
    return next((Step("", commands.Finish(n, Result.X)) for n in room.open_pairings), None)


def steps(room: Room) -> Iterator[Step]:
    """All that can be tried in a room, whether it is refused or not."""
    for number, member in enumerate(room.members):
        yield from _of_member(number, member)
    if "late" not in {member.key for member in room.members}:
        yield Step("late", commands.Join())
    for number in room.open_pairings:
        for result in (Result.X, Result.O, Result.DRAW):
            yield Step("", commands.Finish(number, result))
        yield Step("", commands.Finish(number, Result.O, missed_by=room.pairings[number].x))
        yield Step("", commands.Finish(number, Result.X, missed_by=room.pairings[number].o))
        yield Step(OWNER, commands.Annul(number))
    if not room.is_closed:
        yield from _of_host(room)
    if room.is_arena_on:
        yield Step("", commands.CheckEnd(), LATER)


def _of_member(number: int, member: types.Member) -> Iterator[Step]:
    if member.is_removed:
        yield Step(OWNER, commands.Readmit(number))
    elif member.is_gone:
        yield Step(member.key, commands.Join())
    else:
        yield Step(member.key, commands.Leave())
        yield Step(OWNER, commands.Remove(number))
        yield Step(OWNER, commands.Admit(number))
        yield Step(member.key, commands.Attend(is_here=member.is_away))
        yield Step(member.key, commands.Look())
        yield Step(member.key, commands.Look(is_looking=False))


def _of_host(room: Room) -> Iterator[Step]:
    games, going = len(room.pairings), len(room.open_pairings)
    yield Step(OWNER, commands.BeginRound(games, going))
    yield Step(OWNER, commands.BeginRound(games))  # as by a page that has not seen what goes on
    yield Step(OWNER, commands.PairAll())
    if len(room.idle) > 1:
        yield Step(OWNER, commands.Pair(room.idle[-1], room.idle[0]))
    yield Step(OWNER, commands.Extend())
    yield Step(OWNER, commands.Pause(is_paused=not room.is_paused))
    yield Step(OWNER, commands.End())
    for way in WAYS:
        if way != room.choices.way:
            yield Step(OWNER, commands.Choose(way=way, rounds=_ROUNDS))
    yield Step(OWNER, commands.Close())


def accepted(room: Room, step: Step) -> Events | None:
    """The events of a step, None if it is refused."""
    try:
        return decide(room, *step, draw=len(room.members))
    except (Refused, IllegalAction):
        return None


class Counts(NamedTuple):
    """What a walk has come across: a sequence is one of steps that were not refused."""

    states: int
    steps: int
    sequences: int


class Walk:
    """All rooms within so many steps of one, each of which is checked."""

    def __init__(self, way: Way, count: int, depth: int) -> None:
        self.events: set[type[RoomEvent]] = set()  # that have happened
        self._depth = depth
        self._steps = 0
        self._path = [*to_first_round(way, count)]
        first = reduce(lambda room, step: did(room, step.by, step.command), self._path, opened())
        self._numbers = {essence(first): 0}
        self._came_by: list[tuple[int, Step]] = [(0, self._path[-1])]
        self._ways: list[tuple[list[int], list[int]]] = []  # what follows at no cost, and at one
        self._ending: set[Room] = set()
        layer = [(0, first)]
        for cost in range(depth + 1):
            for number, room in layer:  # which grows
                self._ways.append(([], []))
                if (step := ordinary(room)) is not None:
                    layer += self._take(number, room, step, self._ways[number][0])
            if cost < depth:
                layer = [
                    new
                    for number, room in layer
                    for step in steps(room)
                    for new in self._take(number, room, step, self._ways[number][1])
                ]

    def _take(self, number: int, room: Room, step: Step, ways: list[int]) -> list[tuple[int, Room]]:
        """Take a step from a room; returns the room after it, if that is a new one."""
        self._steps += 1
        try:
            if (events := accepted(room, step)) is None:
                return []
            self.events.update(map(type, events))
            after = check_step(room, step.command, events)
            found = self._numbers.setdefault(essence(after), len(self._numbers))
            ways.append(found)
            if found < len(self._came_by):
                return []
            check_state(after)
            check_goes_on(after, self._ending)
        except Exception as error:
            for each in (*self._path_to(number), step):
                error.add_note(str(each))
            raise
        self._came_by.append((number, step))
        return [(found, after)]

    def _path_to(self, number: int) -> list[Step]:
        path: list[Step] = []
        while number:
            number, step = self._came_by[number]
            path.append(step)
        return [*self._path, *reversed(path)]

    @property
    def counts(self) -> Counts:
        """How much the walk has seen."""

        @lru_cache(None)
        def sequences(number: int, left: int) -> int:
            free, paid = self._ways[number]
            follow = sum(sequences(each, left) for each in free)
            return 1 + follow + sum(sequences(each, left - 1) for each in paid if left)

        return Counts(len(self._numbers), self._steps, sequences(0, self._depth))


def main() -> None:
    """Print what the walks see."""
    parser = argparse.ArgumentParser(description="All that can happen to small tournaments.")
    parser.add_argument("--depth", type=int, default=2, help="steps besides the games (2)")
    depth = parser.parse_args().depth
    print(f"{'':12} members      states       steps   sequences")
    for way in WAYS:
        for count in COUNTS:
            seen = Walk(way, count, depth).counts
            print(f"{way:12} {count:7}", *(f"{each:11,}" for each in seen))


if __name__ == "__main__":
    main()
