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
from noughts.server.rooms.schedule import games_of_round, round_of
from noughts.server.rooms.types import Number, Pairing, Room, RoomEvent, Sides, Tournament, Way

S = TypeVar("S", bound=Struct)


def begin(event: types.Opened) -> Room:
    """Return the room as its first event opens it."""
    return Room(event.owner, event.secret, event.choices)


def evolve(room: Room, event: RoomEvent) -> Room:
    """Return the room after an event that `decide` returned; raises ValueError for any other."""
    after = replace(room, version=room.version + 1)
    if isinstance(event, types.Coming):
        return _of_member(replace(after, member_events=room.member_events + 1), event)
    match event:
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
        case types.RoundRobinBegan(players=players, waits=waits):
            return replace(room, tournament=Tournament(number, players, waits=waits))
        case types.SwissBegan(rounds=rounds):
            return replace(room, tournament=Tournament(number, (), 0, Way.SWISS, rounds))
        case types.ArenaBegan(ends=ends):
            arena = Tournament(number, room.present, 1, Way.ARENA, ends=ends)
            return replace(room, tournament=arena, looking=room.ready)
    if current is not None:
        match event:
            case types.RoundBegan(pairs=pairs):
                return _added(room, _with_round(room, current, event), pairs, event.at)
            case types.PairsAdded(pairs=pairs, byes=byes):
                return _added(room, _with_byes(current, byes), pairs, event.at)
            case types.Entered(players=players):
                return replace(room, tournament=_entered(room, current, players))
            case types.Extended(rounds=rounds, ends=ends):
                return replace(room, tournament=replace(current, planned=rounds, ends=ends))
            case types.Ended():
                ended = replace(current, is_ended=True, owed=())
                if current.byes and (current.owed or room.open_of_tournament):
                    # Nobody has a point more for a round that is cut short.
                    ended = replace(ended, byes=(*current.byes[:-1], ()))
                return replace(room, tournament=ended, looking=())
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
    is_left = event.left_by is not None
    pairings = _with(room.pairings, event.pairing, result=event.result, is_left=is_left)
    room = replace(room, pairings=pairings)
    if is_left and now is not None and now.way is Way.SWISS and pairing.tournament == now.number:
        (left,) = {*pairing.members} - {event.left_by}
        byes, at = now.byes, pairing.round - 1
        byes = (*byes[:at], (*byes[at], left), *byes[at + 1 :])
        room = replace(room, tournament=replace(now, byes=byes))
    return _free(room, *pairing.members)


def _free(room: Room, *members: Number) -> Room:
    """In an arena, members who came in or have finished look for the next game."""
    if not room.is_arena_on or room.is_closed:
        return room
    free = (m for m in members if m in room.ready and m not in room.looking)
    return replace(room, looking=(*room.looking, *free))


def _of_member(room: Room, event: types.Coming) -> Room:
    match event:
        case types.Joined(key=key, name=name):
            number = room.number_of(key)
            if number is not None:
                room = _with_member(room, number, name=name, is_gone=False)
                now = room.tournament
                if now is not None and not now.is_ended:
                    room = replace(room, tournament=replace(now, left=_without(now.left, number)))
                return _free(room, number)
            new = types.Member(key, name, is_typed=event.is_typed, is_waiting=event.is_waiting)
            return _free(replace(room, members=(*room.members, new)), len(room.members))
        case types.Looked(member=number, is_looking=True):
            return replace(room, looking=(*room.looking, number))
        case types.PresenceChanged(member=number, is_here=True):
            return _free(_with_member(room, number, is_away=False), number)
        case types.RestChanged(member=number, is_resting=False):
            return _free(_with_active(room, number), number)
        case types.PresenceChanged(member=number):
            room = _with_member(room, number, is_away=True)
        case types.RestChanged(member=number, has_missed=has_missed):
            room = _with_member(room, number, is_resting=True, has_missed=has_missed)
        case types.Left(member=number, is_removed=is_removed, bars=bars):
            room = _with_member(room, number, is_gone=True, is_removed=is_removed, bars=bars)
            room = _with_active(room, number)
            now = room.tournament
            if now is not None and now.waits and not (now.is_ended or room.is_closed):
                is_new = number in now.players and number not in now.left
                left = (*now.left, number) if is_new else now.left
                room = replace(room, tournament=replace(now, left=left))
    return _withdrawn(room, event.member)


def _withdrawn(room: Room, number: Number) -> Room:
    """A member gets no game: neither one they look for, nor one that a round owes them."""
    room = _with_member(room, number, withdrawals=room.members[number].withdrawals + 1)
    if room.tournament is not None:
        owed = _without(room.tournament.owed, number)
        room = replace(room, tournament=replace(room.tournament, owed=owed))
    return replace(room, looking=_without(room.looking, number))


def _with_round(room: Room, now: Tournament, began: types.RoundBegan) -> Tournament:
    """The next round begins; one of a Swiss tournament is for all who are there by then."""
    now = replace(now, round=began.number or now.round + 1, due=(*now.due, *began.due))
    if now.way is not Way.SWISS:
        return now
    if began.byes is None:
        # With an odd number one has no opponent; a round without games is no bye.
        byes = _without(room.idle, *chain(*began.pairs)) if began.pairs else ()
        players = tuple(sorted({*now.players, *room.present}))
        return replace(now, players=players, byes=(*now.byes, byes), owed=())
    players = tuple(sorted({*now.players, *room.active}))
    now = replace(now, players=players, byes=(*now.byes, ()), owed=room.active)
    return _with_byes(now, began.byes)


def _with_byes(now: Tournament, byes: tuple[Number, ...]) -> Tournament:
    if not byes:
        return now
    last = (*now.byes[-1], *byes)
    return replace(now, byes=(*now.byes[:-1], last), owed=_without(now.owed, *byes))


def _entered(room: Room, now: Tournament, players: tuple[Number, ...]) -> Tournament:
    """A round robin has other players, and is due what they have to play in its first round."""
    begun = {each.members for each in room.pairings if each.tournament == now.number}
    first = games_of_round(players, 1) if now.round else ()
    return replace(now, players=players, due=tuple(each for each in first if each not in begun))


def _paired(room: Room, *pairings: Pairing) -> Room:
    looking = _without(room.looking, *(m for each in pairings for m in each.members))
    return replace(room, pairings=(*room.pairings, *pairings), looking=looking)


def _added(room: Room, now: Tournament, pairs: tuple[Sides, ...], at: str) -> Room:
    if now.way is Way.ROUND_ROBIN:
        now = replace(now, due=tuple(each for each in now.due if each not in pairs))
    else:
        playing = set(chain(*pairs))
        players = tuple(sorted(playing.union(now.players)))
        now = replace(now, players=players, owed=_without(now.owed, *playing))
        if now.byes:  # who sat out plays after all
            now = replace(now, byes=(*now.byes[:-1], _without(now.byes[-1], *playing)))
    has_schedule = now.way is Way.ROUND_ROBIN  # whose games may begin after their round
    pairings = (
        Pairing(
            x,
            o,
            now.number,
            round_of(now.players, (x, o)) if has_schedule else now.round,
            is_of_arena=now.way is Way.ARENA,
            began=at,
        )
        for x, o in pairs
    )
    return _paired(replace(room, tournament=now), *pairings)


def _with_member(room: Room, number: Number, **changes: Any) -> Room:
    return replace(room, members=_with(room.members, number, **changes))


def _with_active(room: Room, number: Number) -> Room:
    """A member is neither away nor resting any more."""
    return _with_member(room, number, is_away=False, is_resting=False, has_missed=False)


def _with(values: tuple[S, ...], number: Number, **changes: Any) -> tuple[S, ...]:
    return (*values[:number], replace(values[number], **changes), *values[number + 1 :])


def _without(values: tuple[Number, ...], *left_out: Number) -> tuple[Number, ...]:
    return tuple(each for each in values if each not in left_out)
