"""From a room and an event to the room after that event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TypeVar

from msgspec.structs import replace

from noughts.server.rooms.types import (
    ArenaBegan,
    Choices,
    Chosen,
    Closed,
    Ended,
    Extended,
    Finished,
    Joined,
    Left,
    Locked,
    Looked,
    Member,
    MemberRenamed,
    Number,
    Opened,
    Paired,
    Pairing,
    PairsAdded,
    Paused,
    Room,
    RoomEvent,
    RoundBegan,
    RoundRobinBegan,
    SwissBegan,
    Tournament,
)

T = TypeVar("T")


def begin(event: Opened) -> Room:
    """The room as its first event opens it."""
    return Room(event.owner, event.secret, event.choices, event.at)


def evolve(room: Room, event: RoomEvent) -> Room:
    """The room after an event that `decide` returned; raises ValueError for any other."""
    after = replace(room, version=room.version + 1, changed=event.at)
    match event:
        case Joined() | Left() | Looked():
            return _of_member(replace(after, member_events=room.member_events + 1), event)
        case MemberRenamed(member=number, name=name):
            renamed = replace(room.members[number], name=name, is_typed=False, is_renamed=True)
            return replace(after, members=_with(room.members, number, renamed))
        case Paired(x=x, o=o):
            return _paired(after, [Pairing(x, o)])
        case Finished():
            return _finished(after, event)
        case Chosen(choices=choices):
            return _chose(after, choices)
        case Locked(is_locked=is_locked):
            return replace(after, is_locked=is_locked)
        case Paused(is_paused=is_paused):
            return replace(after, paused=event.at) if is_paused else _resumed(after, event.at)
        case Closed():
            return replace(after, is_closed=True, looking=())
    return _of_tournament(after, event)


def replay(events: Iterable[RoomEvent]) -> Room:
    """The room after all its events; raises ValueError unless the first one opened it."""
    rest = iter(events)
    first = next(rest, None)
    if not isinstance(first, Opened):
        raise ValueError("a room starts with the event that opened it")
    room = begin(first)
    for event in rest:
        room = evolve(room, event)
    return room


def _of_tournament(
    room: Room,
    event: Opened
    | RoundRobinBegan
    | SwissBegan
    | ArenaBegan
    | RoundBegan
    | PairsAdded
    | Extended
    | Ended,
) -> Room:
    number = 1 if room.tournament is None else room.tournament.number + 1
    match event:
        case RoundRobinBegan(players=players):
            return replace(room, tournament=Tournament(number, players))
        case SwissBegan(rounds=rounds):
            return replace(room, tournament=Tournament(number, (), 0, "swiss", rounds))
        case ArenaBegan(ends=ends):
            arena = Tournament(number, room.present, 1, "arena", ends=ends)
            return replace(room, tournament=arena, looking=room.idle)
        case RoundBegan(pairs=pairs):
            return _round_began(room, pairs)
        case PairsAdded(pairs=pairs):
            return _added(room, pairs)
        case Extended(rounds=rounds, ends=ends):
            extended = replace(_tournament(room), planned=rounds, ends=ends)
            return replace(room, tournament=extended)
        case Ended():
            ended = replace(_tournament(room), is_ended=True)
            return replace(room, tournament=ended, looking=())
    raise ValueError("this cannot happen to a room that is open")


def _tournament(room: Room) -> Tournament:
    if room.tournament is None:
        raise ValueError("a round belongs to a tournament")
    return room.tournament


def _resumed(room: Room, at: str) -> Room:
    """An arena ends later by the time that it was paused."""
    now = room.tournament
    if now is not None and room.is_arena_on and room.paused:
        pause = datetime.fromisoformat(at) - datetime.fromisoformat(room.paused)
        ends = (datetime.fromisoformat(now.ends) + pause).isoformat()
        room = replace(room, tournament=replace(now, ends=ends))
    return replace(room, paused="")


def _finished(room: Room, event: Finished) -> Room:
    """In an arena, who has finished looks for the next game."""
    finished = replace(room.pairings[event.pairing], result=event.result)
    room = replace(room, pairings=_with(room.pairings, event.pairing, finished))
    if event.left_by is not None:
        room = _with_bye(room, finished, event.left_by)
    if not room.is_arena_on or room.is_closed:
        return room
    free = (m for m in finished.members if m in room.idle and m not in room.looking)
    return replace(room, looking=(*room.looking, *free))


def _of_member(room: Room, event: Joined | Left | Looked) -> Room:
    match event:
        case Joined():
            room = replace(room, members=_joined(room, event))
            number = room.number_of(event.key)
            if number is None or not room.is_arena_on:
                return room
            return replace(room, looking=(*_without(room.looking, number), number))
        case Left(member=number, is_removed=is_removed, bars=bars):
            room = _withdrawn(room, number)
            gone = replace(room.members[number], is_gone=True, is_removed=is_removed, bars=bars)
            return replace(room, members=_with(room.members, number, gone))
        case Looked(member=number, is_looking=True):
            return replace(room, looking=(*_without(room.looking, number), number))
        case Looked(member=number):
            return _withdrawn(room, number)


def _joined(room: Room, event: Joined) -> tuple[Member, ...]:
    number = room.number_of(event.key)
    if number is None:
        return (*room.members, Member(event.key, event.name, is_typed=event.is_typed))
    back = replace(room.members[number], name=event.name, is_gone=False)
    return _with(room.members, number, back)


def _withdrawn(room: Room, number: Number) -> Room:
    """The room after a member stopped looking for a game."""
    member = room.members[number]
    members = _with(room.members, number, replace(member, withdrawals=member.withdrawals + 1))
    return replace(room, members=members, looking=_without(room.looking, number))


def _paired(room: Room, pairings: Sequence[Pairing]) -> Room:
    busy = {member for pairing in pairings for member in pairing.members}
    looking = tuple(member for member in room.looking if member not in busy)
    return replace(room, pairings=(*room.pairings, *pairings), looking=looking)


def _round_began(room: Room, pairs: Sequence[tuple[Number, Number]]) -> Room:
    """Each round of a Swiss tournament is for whoever is there by then."""
    now = _tournament(room)
    now = replace(now, round=now.round + 1)
    if now.way == "swiss":
        players = tuple(sorted({*now.players, *room.present}))
        now = replace(now, players=players, byes=(*now.byes, _left_over(room, pairs)))
    return _added(replace(room, tournament=now), pairs)


def _with_bye(room: Room, pairing: Pairing, leaver: Number) -> Room:
    """The room after somebody was left at a board: in a Swiss tournament, that is a bye."""
    now = room.tournament
    if now is None or now.way != "swiss" or pairing.tournament != now.number:
        return room
    left = next(member for member in pairing.members if member != leaver)
    at = pairing.round - 1
    return replace(room, tournament=replace(now, byes=_with(now.byes, at, (*now.byes[at], left))))


def _left_over(room: Room, pairs: Sequence[tuple[Number, Number]]) -> tuple[Number, ...]:
    """Who has no opponent in a round with games, since the number of those who are free is odd."""
    paired = {member for pair in pairs for member in pair}
    return tuple(member for member in room.idle if paired and member not in paired)


def _added(room: Room, pairs: Iterable[tuple[Number, Number]]) -> Room:
    now = _tournament(room)
    pairings = [Pairing(x, o, now.number, now.round) for x, o in pairs]
    if now.way != "round-robin":
        newcomers = {member for pair in pairings for member in pair.members}
        now = replace(now, players=tuple(sorted(newcomers.union(now.players))))
        if now.byes:  # who sat out plays after all
            left = tuple(member for member in now.byes[-1] if member not in newcomers)
            now = replace(now, byes=(*now.byes[:-1], left))
    return _paired(replace(room, tournament=now), pairings)


def _chose(room: Room, choices: Choices) -> Room:
    """Choosing another way to play ends a tournament, and looking for games."""
    tournament = room.tournament
    if tournament is not None and choices.way != tournament.way:
        tournament = replace(tournament, is_ended=True)
    looking = room.looking if choices.way == room.choices.way else ()
    return replace(room, choices=choices, tournament=tournament, looking=looking)


def _with(values: tuple[T, ...], number: Number, value: T) -> tuple[T, ...]:
    return (*values[:number], value, *values[number + 1 :])


def _without(values: tuple[Number, ...], value: Number) -> tuple[Number, ...]:
    return tuple(each for each in values if each != value)
