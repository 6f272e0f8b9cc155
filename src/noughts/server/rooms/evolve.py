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
    if isinstance(event, types.MemberEvent):
        return _of_member(replace(after, member_events=room.member_events + 1), event)
    match event:
        case types.Admitted(member=number):
            return _freed(_with_member(after, number, is_waiting=False), number)
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
    """Return the room after a pause; an arena ends later by the time that it was paused."""
    current = room.tournament
    if current is not None and room.is_arena_on and room.paused:
        pause = datetime.fromisoformat(at) - datetime.fromisoformat(room.paused)
        ends = (datetime.fromisoformat(current.ends) + pause).isoformat()
        room = replace(room, tournament=replace(current, ends=ends))
    return replace(room, paused="")


def _finished(room: Room, event: types.Finished) -> Room:
    """Return the room after a game; being left in a Swiss tournament is a bye."""
    pairing, current = room.pairings[event.pairing], room.tournament
    is_left = event.left_by is not None
    pairings = _with(room.pairings, event.pairing, result=event.result, is_left=is_left)
    room = replace(room, pairings=pairings)
    if (
        is_left
        and current is not None
        and current.way is Way.SWISS
        and current.number == pairing.tournament
    ):
        (left,) = {*pairing.members} - {event.left_by}
        byes, at = current.byes, pairing.round - 1
        byes = (*byes[:at], (*byes[at], left), *byes[at + 1 :])
        room = replace(room, tournament=replace(current, byes=byes))
    return _freed(room, *pairing.members)


def _freed(room: Room, *members: Number) -> Room:
    """Return the room after members came in or finished: in an arena they look for a game."""
    if not room.is_arena_on or room.is_closed:
        return room
    free = (m for m in members if m in room.ready and m not in room.looking)
    return replace(room, looking=(*room.looking, *free))


def _of_member(room: Room, event: types.MemberEvent) -> Room:
    match event:
        case types.Joined(key=key, name=name):
            number = room.number_of(key)
            if number is not None:
                room = _with_member(room, number, name=name, is_gone=False)
                current = room.tournament
                if current is not None and not current.is_ended:
                    left = _without(current.left, number)
                    room = replace(room, tournament=replace(current, left=left))
                return _freed(room, number)
            new = types.Member(key, name, is_typed=event.is_typed, is_waiting=event.is_waiting)
            return _freed(replace(room, members=(*room.members, new)), len(room.members))
        case types.Looked(member=number, is_looking=True):
            return replace(room, looking=(*room.looking, number))
        case types.PresenceChanged(member=number, is_here=True):
            return _freed(_with_member(room, number, is_away=False), number)
        case types.RestChanged(member=number, is_resting=False):
            return _freed(_with_active(room, number), number)
        case types.PresenceChanged(member=number):
            room = _with_member(room, number, is_away=True)
        case types.RestChanged(member=number, has_missed=has_missed):
            room = _with_member(room, number, is_resting=True, has_missed=has_missed)
        case types.Left(member=number, is_removed=is_removed, bars=bars):
            room = _with_member(room, number, is_gone=True, is_removed=is_removed, bars=bars)
            room = _with_active(room, number)
            current = room.tournament
            if current is not None and current.waits and not (current.is_ended or room.is_closed):
                is_new = number in current.players and number not in current.left
                left = (*current.left, number) if is_new else current.left
                room = replace(room, tournament=replace(current, left=left))
    return _withdrawn(room, event.member)


def _withdrawn(room: Room, number: Number) -> Room:
    """Return the room in which a member gets no game, whether looked for or owed by a round."""
    room = _with_member(room, number, withdrawals=room.members[number].withdrawals + 1)
    if room.tournament is not None:
        owed = _without(room.tournament.owed, number)
        room = replace(room, tournament=replace(room.tournament, owed=owed))
    return replace(room, looking=_without(room.looking, number))


def _with_round(room: Room, current: Tournament, began: types.RoundBegan) -> Tournament:
    """Return a tournament in its next round, which in a Swiss one is for all who are there."""
    number, due = began.number or current.round + 1, (*current.due, *began.due)
    current = replace(current, round=number, due=due)
    if current.way is not Way.SWISS:
        return current
    if began.byes is None:
        # With an odd number one has no opponent; a round without games is no bye.
        byes = _without(room.idle, *chain(*began.pairs)) if began.pairs else ()
        players = tuple(sorted({*current.players, *room.present}))
        return replace(current, players=players, byes=(*current.byes, byes), owed=())
    players = tuple(sorted({*current.players, *room.active}))
    current = replace(current, players=players, byes=(*current.byes, ()), owed=room.active)
    return _with_byes(current, began.byes)


def _with_byes(current: Tournament, byes: tuple[Number, ...]) -> Tournament:
    if not byes:
        return current
    last = (*current.byes[-1], *byes)
    return replace(current, byes=(*current.byes[:-1], last), owed=_without(current.owed, *byes))


def _entered(room: Room, current: Tournament, players: tuple[Number, ...]) -> Tournament:
    """Return a round robin with other players, who are due their games of its first round."""
    begun = {pairing.members for pairing in room.pairings if pairing.tournament == current.number}
    first = games_of_round(players, 1) if current.round else ()
    return replace(current, players=players, due=tuple(game for game in first if game not in begun))


def _paired(room: Room, *pairings: Pairing) -> Room:
    members = chain(*(pairing.members for pairing in pairings))
    looking = _without(room.looking, *members)
    return replace(room, pairings=(*room.pairings, *pairings), looking=looking)


def _added(room: Room, current: Tournament, pairs: tuple[Sides, ...], at: str) -> Room:
    has_schedule = current.way is Way.ROUND_ROBIN  # whose games may begin after their round
    if has_schedule:
        current = replace(current, due=tuple(game for game in current.due if game not in pairs))
    else:
        playing = set(chain(*pairs))
        players = tuple(sorted(playing.union(current.players)))
        current = replace(current, players=players, owed=_without(current.owed, *playing))
        if current.byes:  # a player who sat out plays after all
            last = _without(current.byes[-1], *playing)
            current = replace(current, byes=(*current.byes[:-1], last))
    pairings = (
        Pairing(
            x,
            o,
            current.number,
            round_of(current.players, (x, o)) if has_schedule else current.round,
            is_of_arena=current.way is Way.ARENA,
            began=at,
        )
        for x, o in pairs
    )
    return _paired(replace(room, tournament=current), *pairings)


def _with_member(room: Room, number: Number, **changes: Any) -> Room:
    return replace(room, members=_with(room.members, number, **changes))


def _with_active(room: Room, number: Number) -> Room:
    """Return the room with a member who is neither away nor resting any more."""
    return _with_member(room, number, is_away=False, is_resting=False, has_missed=False)


def _with(values: tuple[S, ...], number: Number, **changes: Any) -> tuple[S, ...]:
    return (*values[:number], replace(values[number], **changes), *values[number + 1 :])


def _without(numbers: tuple[Number, ...], *left_out: Number) -> tuple[Number, ...]:
    return tuple(number for number in numbers if number not in left_out)
