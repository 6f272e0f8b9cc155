"""From a room and an event to the room after that event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from noughts.online.rooms.events import (
    Chose,
    Departed,
    Finished,
    Joined,
    Looked,
    Paired,
    RoomClosed,
    RoomEvent,
    RoomOpened,
    RoundBegan,
    RoundRobinBegan,
)
from noughts.online.rooms.state import Choices, Member, Number, Pairing, Room, Tournament

T = TypeVar("T")


def begin(event: RoomOpened) -> Room:
    """The room as its first event opens it."""
    return Room(event.owner, event.secret, event.choices, event.at)


def evolve(room: Room, event: RoomEvent) -> Room:
    """The room after an event that `decide` returned; raises ValueError for any other."""
    after = replace(room, version=room.version + 1, changed=event.at)
    match event:
        case Joined(key=key, name=name):
            return replace(after, members=_joined(room, Member(key, name)))
        case Departed(member=number, is_removed=is_removed):
            return _departed(after, number, is_removed=is_removed)
        case Looked(member=number, is_looking=is_looking):
            others = _without(room.looking, number)
            return replace(after, looking=(*others, number) if is_looking else others)
        case Paired(x=x, o=o):
            return _paired(after, [Pairing(x, o)])
        case RoundRobinBegan(players=players):
            number = 1 if room.tournament is None else room.tournament.number + 1
            return replace(after, tournament=Tournament(number, players))
        case RoundBegan(pairs=pairs):
            return _round_began(after, pairs)
        case Finished(pairing=number, result=result):
            finished = replace(room.pairings[number], result=result)
            return replace(after, pairings=_with(room.pairings, number, finished))
        case Chose(choices=choices):
            return _chose(after, choices)
        case RoomClosed():
            return replace(after, is_closed=True, looking=())
    raise ValueError("this cannot happen to a room that is open")


def replay(events: Iterable[RoomEvent]) -> Room:
    """The room after all its events; raises ValueError unless the first one opened it."""
    rest = iter(events)
    first = next(rest, None)
    if not isinstance(first, RoomOpened):
        raise ValueError("a room starts with the event that opened it")
    room = begin(first)
    for event in rest:
        room = evolve(room, event)
    return room


def _joined(room: Room, member: Member) -> tuple[Member, ...]:
    number = room.number_of(member.key)
    return (*room.members, member) if number is None else _with(room.members, number, member)


def _departed(room: Room, number: Number, *, is_removed: bool) -> Room:
    gone = replace(room.members[number], is_gone=True, is_removed=is_removed)
    members = _with(room.members, number, gone)
    return replace(room, members=members, looking=_without(room.looking, number))


def _paired(room: Room, pairings: Sequence[Pairing]) -> Room:
    busy = {member for pairing in pairings for member in pairing.members}
    looking = tuple(member for member in room.looking if member not in busy)
    return replace(room, pairings=(*room.pairings, *pairings), looking=looking)


def _round_began(room: Room, pairs: Iterable[tuple[Number, Number]]) -> Room:
    if room.tournament is None:
        raise ValueError("a round belongs to a round-robin")
    now = replace(room.tournament, round=room.tournament.round + 1)
    pairings = [Pairing(x, o, now.number, now.round) for x, o in pairs]
    return _paired(replace(room, tournament=now), pairings)


def _chose(room: Room, choices: Choices) -> Room:
    """Choosing free play ends a round-robin; choosing a round-robin ends looking for games."""
    tournament = room.tournament
    if choices.way == "round-robin":
        return replace(room, choices=choices, looking=())
    if tournament is not None:
        tournament = replace(tournament, round=tournament.rounds)
    return replace(room, choices=choices, tournament=tournament)


def _with(values: tuple[T, ...], number: Number, value: T) -> tuple[T, ...]:
    return (*values[:number], value, *values[number + 1 :])


def _without(values: tuple[Number, ...], value: Number) -> tuple[Number, ...]:
    return tuple(each for each in values if each != value)
