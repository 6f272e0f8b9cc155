"""From a room and an event to the room after that event."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import reduce
from itertools import chain
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from noughts.server.rooms import types
from noughts.server.rooms.types import Number, Pairing, Room, RoomEvent, Tournament

S = TypeVar("S", bound=Struct)


def begin(event: types.Opened) -> Room:
    """Return the room as its first event opens it."""
    return Room(event.owner, event.secret, event.choices)


def evolve(room: Room, event: RoomEvent) -> Room:
    """Return the room after an event that `decide` returned; raises ValueError for any other."""
    after = replace(room, version=room.version + 1)
    match event:
        case types.Joined() | types.Left() | types.Looked():
            return _of_member(replace(after, member_events=room.member_events + 1), event)
        case types.Admitted(member=number):
            return _free(_with_member(after, number, is_waiting=False), number)
        case types.HostInvited():
            return replace(after, invited=after.version)
        case types.BecameHost(key=key):
            return replace(after, hosts=(*room.hosts, key), invited=0)
        case types.MemberRenamed(member=number, name=name):
            return _with_member(after, number, name=name, is_typed=False, is_renamed=True)
        case types.Paired(x=x, o=o):
            return _paired(after, Pairing(x, o, began=event.at))
        case types.Finished():
            return _finished(after, event)
        case types.Chosen(choices=choices):
            looking = room.looking if choices.way == room.choices.way else ()
            after = replace(after, choices=choices, looking=looking)
            current = room.tournament
            if current is None or choices.way == current.way:
                return after
            return replace(after, tournament=replace(current, is_ended=True))
        case types.Locked(is_locked=is_locked):
            return replace(after, is_locked=is_locked)
        case types.Paused(is_paused=is_paused):
            return replace(after, paused=event.at) if is_paused else _resumed(after, event.at)
        case types.Closed():
            return replace(after, is_closed=True, looking=())
    return _of_tournament(after, event)


def replay(events: Iterable[RoomEvent]) -> Room:
    """Return the room after all its events; raises ValueError unless the first one opened it."""
    match [*events]:
        case [types.Opened() as opened, *rest]:
            return reduce(evolve, rest, begin(opened))
    raise ValueError("a room starts with the event that opened it")


def _of_tournament(room: Room, event: RoomEvent) -> Room:
    current = room.tournament
    number = 1 if current is None else current.number + 1
    match event:
        case types.RoundRobinBegan(players=players):
            return replace(room, tournament=Tournament(number, players))
        case types.SwissBegan(rounds=rounds):
            return replace(room, tournament=Tournament(number, (), 0, "swiss", rounds))
        case types.ArenaBegan(ends=ends):
            arena = Tournament(number, room.present, 1, "arena", ends=ends)
            return replace(room, tournament=arena, looking=room.idle)
    if current is not None:
        match event:
            case types.RoundBegan(pairs=pairs):
                current = replace(current, round=current.round + 1)
                if current.way == "swiss":  # each round is for all who are there by then
                    players = tuple(sorted({*current.players, *room.present}))
                    # With an odd number one has no opponent; a round without games is no bye.
                    left = _without(room.idle, *chain(*pairs)) if pairs else ()
                    current = replace(current, players=players, byes=(*current.byes, left))
                return _added(room, current, pairs, event.at)
            case types.PairsAdded(pairs=pairs):
                return _added(room, current, pairs, event.at)
            case types.Extended(rounds=rounds, ends=ends):
                return replace(room, tournament=replace(current, planned=rounds, ends=ends))
            case types.Ended():
                return replace(room, tournament=replace(current, is_ended=True), looking=())
    raise ValueError("this cannot happen to a room that is open")


def _resumed(room: Room, at: str) -> Room:
    """An arena ends later by the time that it was paused."""
    now = room.tournament
    if now is not None and room.is_arena_on and room.paused:
        pause = datetime.fromisoformat(at) - datetime.fromisoformat(room.paused)
        ends = (datetime.fromisoformat(now.ends) + pause).isoformat()
        room = replace(room, tournament=replace(now, ends=ends))
    return replace(room, paused="")


def _finished(room: Room, event: types.Finished) -> Room:
    """End a game; being left in a Swiss tournament is a bye."""
    pairing, now = room.pairings[event.pairing], room.tournament
    room = replace(room, pairings=_with(room.pairings, event.pairing, result=event.result))
    is_of_swiss = now is not None and now.way == "swiss" and pairing.tournament == now.number
    if now is not None and is_of_swiss and event.left_by is not None:
        (left,) = {*pairing.members} - {event.left_by}
        byes, at = now.byes, pairing.round - 1
        byes = (*byes[:at], (*byes[at], left), *byes[at + 1 :])
        room = replace(room, tournament=replace(now, byes=byes))
    return _free(room, *pairing.members)


def _free(room: Room, *members: Number) -> Room:
    """In an arena, members who came in or have finished look for the next game."""
    if not room.is_arena_on or room.is_closed:
        return room
    free = (m for m in members if m in room.idle and m not in room.looking)
    return replace(room, looking=(*room.looking, *free))


def _of_member(room: Room, event: types.Joined | types.Left | types.Looked) -> Room:
    match event:
        case types.Joined(key=key, name=name):
            number = room.number_of(key)
            if number is not None:
                return _free(_with_member(room, number, name=name, is_gone=False), number)
            new = types.Member(key, name, is_typed=event.is_typed, is_waiting=event.is_waiting)
            return _free(replace(room, members=(*room.members, new)), len(room.members))
        case types.Looked(member=number, is_looking=True):
            return replace(room, looking=(*room.looking, number))
        case types.Left(member=number, is_removed=is_removed, bars=bars):
            room = _with_member(room, number, is_gone=True, is_removed=is_removed, bars=bars)
    withdrawals = room.members[event.member].withdrawals + 1
    room = _with_member(room, event.member, withdrawals=withdrawals)
    return replace(room, looking=_without(room.looking, event.member))


def _paired(room: Room, *pairings: Pairing) -> Room:
    looking = _without(room.looking, *(m for each in pairings for m in each.members))
    return replace(room, pairings=(*room.pairings, *pairings), looking=looking)


def _added(room: Room, now: Tournament, pairs: tuple[tuple[Number, Number], ...], at: str) -> Room:
    if now.way != "round-robin":
        playing = set(chain(*pairs))
        now = replace(now, players=tuple(sorted(playing.union(now.players))))
        if now.byes:  # who sat out plays after all
            now = replace(now, byes=(*now.byes[:-1], _without(now.byes[-1], *playing)))
    pairings = (
        Pairing(x, o, now.number, now.round, is_of_arena=now.way == "arena", began=at)
        for x, o in pairs
    )
    return _paired(replace(room, tournament=now), *pairings)


def _with_member(room: Room, number: Number, **changes: Any) -> Room:
    return replace(room, members=_with(room.members, number, **changes))


def _with(values: tuple[S, ...], number: Number, **changes: Any) -> tuple[S, ...]:
    return (*values[:number], replace(values[number], **changes), *values[number + 1 :])


def _without(values: tuple[Number, ...], *left_out: Number) -> tuple[Number, ...]:
    return tuple(each for each in values if each not in left_out)
