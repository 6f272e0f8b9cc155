"""From a command to the events it causes in a room, or to the reason for refusing it."""

from __future__ import annotations

from collections.abc import Iterator

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
from noughts.online.rooms.events import (
    Chose,
    Departed,
    Finished,
    Joined,
    Looked,
    Paired,
    RoomClosed,
    RoomEvent,
    RoundBegan,
    RoundRobinBegan,
)
from noughts.online.rooms.evolution import evolve
from noughts.online.rooms.names import free_name
from noughts.online.rooms.pairing import pair_up, sides
from noughts.online.rooms.round_robin import rounds
from noughts.online.rooms.state import Number, Room

MOST_MEMBERS = 200
MOST_PLAYERS = 40  # of a round-robin: 39 rounds, 780 games
MOST_GAMES = 3_000
_MOST_EVENTS = 10_000  # caused by people; replaying them takes 0.1 s


def decide(room: Room, command: RoomCommand, now: str) -> tuple[RoomEvent, ...]:
    """The events a command causes at a time, none if it has no effect; changes nothing.

    Commands need no version: each means the same whatever happened in the meantime, or carries
    what its author saw. Raises Refused and IllegalAction.
    """
    match command:
        case Finish(pairing=number, result=result):
            if room.pairings[number].result is not None:
                return ()
            return _with_next_round(room, (Finished(number, result, now),), now)
        case Depart(by=key):
            member = _member(room, key)
            return _with_next_round(room, _depart(room, member, now, is_removed=False), now)
        case Close(by=key):
            _check_owner(room, key)
            return () if room.is_closed else (RoomClosed(now),)
    if room.is_closed:
        raise IllegalAction("the room is closed")
    if room.version >= _MOST_EVENTS:
        raise IllegalAction("too much has happened in this room: open another")
    match command:
        case Join(by=key, draw=draw):
            return _join(room, key, draw, now)
        case Look(by=key, is_looking=is_looking):
            return _look(room, _member(room, key), now, is_looking=is_looking)
    _check_owner(room, command.by)
    return _decide_for_owner(room, command, now)


def _decide_for_owner(
    room: Room, command: Remove | Pair | PairAll | BeginRound | Choose, now: str
) -> tuple[RoomEvent, ...]:
    """The commands that only the owner may give."""
    match command:
        case Remove(member=member):
            _check_present(room, member)
            return _with_next_round(room, _depart(room, member, now, is_removed=True), now)
        case Pair(x=x, o=o):
            return _pair(room, x, o, now)
        case PairAll():
            return _pair_all(room, now)
        case BeginRound(games=games):
            return _begin_round(room, games, now)
        case Choose(choices=choices):
            return () if choices == room.choices else (Chose(choices, now),)


def _check_owner(room: Room, key: str) -> None:
    if key != room.owner:
        raise Refused("only whoever opened the room may do that")


def _member(room: Room, key: str) -> Number:
    number = room.number_of(key)
    if number is None or room.members[number].is_gone:
        raise Refused("join the room first")
    return number


def _check_present(room: Room, *members: Number) -> None:
    for member in members:
        if not 0 <= member < len(room.members) or room.members[member].is_gone:
            raise IllegalAction("there is no such person in the room")


def _join(room: Room, key: str, draw: int, now: str) -> tuple[RoomEvent, ...]:
    number = room.number_of(key)
    if number is not None:
        member = room.members[number]
        if member.is_removed:
            raise Refused("the owner of the room has sent you away")
        return (Joined(key, member.name, now),) if member.is_gone else ()
    if len(room.members) >= MOST_MEMBERS:
        raise IllegalAction(f"the room is full: {MOST_MEMBERS} people have joined")
    return (Joined(key, free_name({member.name for member in room.members}, draw), now),)


def _depart(room: Room, member: Number, now: str, *, is_removed: bool) -> tuple[RoomEvent, ...]:
    own = (n for n in room.open_pairings if member in room.pairings[n].members)
    return (*(Finished(n, "void", now) for n in own), Departed(member, is_removed, now))


def _look(room: Room, member: Number, now: str, *, is_looking: bool) -> tuple[RoomEvent, ...]:
    """Pair a member with the person they have met least among those looking, or let them wait."""
    if (member in room.looking) is is_looking:
        return ()
    if not is_looking:
        return (Looked(member, is_looking, now),)
    if room.choices.way != "free":
        raise IllegalAction("games come in rounds here: the owner begins them")
    _check_idle(room, member)
    _check_games(room)
    if not room.looking:
        return (Looked(member, is_looking, now),)
    met = room.meetings()
    other = min(room.looking, key=lambda each: met[frozenset((each, member))])
    return (Paired(*sides(room, other, member), now),)


def _pair(room: Room, x: Number, o: Number, now: str) -> tuple[RoomEvent, ...]:
    _check_present(room, x, o)
    if x == o:
        raise IllegalAction("a game is between two")
    _check_idle(room, x, o)
    _check_games(room)
    return (Paired(x, o, now),)


def _pair_all(room: Room, now: str) -> tuple[RoomEvent, ...]:
    _check_games(room)
    pairs = pair_up(room)
    if not pairs:
        raise IllegalAction("there are no two people without a game")
    return tuple(Paired(x, o, now) for x, o in pairs)


def _begin_round(room: Room, games: int, now: str) -> tuple[RoomEvent, ...]:
    if games != len(room.pairings):
        raise IllegalAction("other games have begun meanwhile: look again")
    if room.choices.way == "free":
        raise IllegalAction("choose a round-robin first")
    _check_games(room)
    if not room.is_tournament_over:
        return tuple(_next_rounds(room, now))
    players = room.present
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise IllegalAction(f"a round-robin is for 2 to {MOST_PLAYERS} people")
    began = RoundRobinBegan(players, now)
    return (began, *_next_rounds(evolve(room, began), now))


def _with_next_round(room: Room, events: tuple[RoomEvent, ...], now: str) -> tuple[RoomEvent, ...]:
    """These events, and the next round if they end the current one."""
    after = room
    for event in events:
        after = evolve(after, event)
    ends_round = not room.is_round_over and after.is_round_over
    if not ends_round or after.is_closed:
        return events
    return (*events, *_next_rounds(after, now))


def _next_rounds(room: Room, now: str) -> Iterator[RoomEvent]:
    """Empty rounds, whose members have all gone, and the first round with a game to play."""
    while room.tournament is not None and not room.is_tournament_over:
        pairs = _pairs_of(room, room.tournament.round)
        began = RoundBegan(pairs, now)
        yield began
        if pairs:
            return
        room = evolve(room, began)


def _pairs_of(room: Room, number: int) -> tuple[tuple[Number, Number], ...]:
    assert room.tournament is not None
    players = room.tournament.players
    pairs = ((players[x], players[o]) for x, o in rounds(len(players))[number])
    return tuple(
        (x, o) for x, o in pairs if not (room.members[x].is_gone or room.members[o].is_gone)
    )


def _check_idle(room: Room, *members: Number) -> None:
    playing = room.playing
    for member in members:
        if member in playing:
            raise IllegalAction(f"{room.members[member].name} has a game already")


def _check_games(room: Room) -> None:
    if len(room.pairings) >= MOST_GAMES:
        raise IllegalAction(f"{MOST_GAMES} games have been played here: open another room")
