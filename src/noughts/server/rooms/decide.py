"""From a command to the events it causes in a room, or to the reason for refusing it."""

from __future__ import annotations

from noughts.core.errors import IllegalAction
from noughts.language import gettext as _
from noughts.server.log.errors import Refused
from noughts.server.rooms.names import check_unlike, first_name, free_name, free_names_of_two
from noughts.server.rooms.tournaments import (
    begin_round,
    check_end,
    end,
    extend,
    pair_the_rest,
    pair_up,
    sides,
    with_what_follows,
)
from noughts.server.rooms.types import (
    Annul,
    BeginRound,
    CheckEnd,
    Choose,
    Chosen,
    Close,
    Closed,
    End,
    Extend,
    Finish,
    Finished,
    Join,
    Joined,
    Leave,
    Left,
    Lock,
    Locked,
    Look,
    Looked,
    MemberRenamed,
    Number,
    OwnerCommand,
    Pair,
    PairAll,
    Paired,
    Pause,
    Paused,
    Readmit,
    Remove,
    Rename,
    Room,
    RoomCommand,
    RoomEvent,
)

MOST_MEMBERS = 200
_MOST_WITHDRAWALS = 200  # of a member: each leaves an event or two in the log for good


class ShownOut(Refused):
    """Somebody whom the owner of a room has removed, or who comes from where they came from."""


def check_not_removed(room: Room, key: str) -> None:
    """Raise ShownOut for a member whom the owner has removed."""
    if room.has_removed(key):
        raise ShownOut(removed_text())


def removed_text() -> str:
    """What whoever was removed is told."""
    return _("The host has removed you – ask them to let you back in")


def join(room: Room, key: str, command: Join, now: str, draw: int) -> tuple[RoomEvent, ...]:
    """Let somebody in, or back in under the name they had; raises Refused and IllegalAction."""
    number = room.number_of(key)
    if number is not None:
        return _come_back(room, number, now)
    if room.is_locked and key != room.owner:
        raise Refused(_("The room is locked – ask the host to let you in"))
    if sum(not member.is_removed for member in room.members) >= MOST_MEMBERS:
        raise IllegalAction(_("The room is full: {count} players have joined", count=MOST_MEMBERS))
    if room.choices.naming == "typed":
        return (Joined(key, _typed_name(room, command), now, is_typed=True),)
    free = free_names_of_two if command.partner else free_name
    return (Joined(key, free(_taken(room), draw), now),)


def _come_back(room: Room, number: Number, now: str) -> tuple[RoomEvent, ...]:
    member = room.members[number]
    if member.is_removed:
        raise ShownOut(removed_text())
    if not member.is_gone:
        return ()
    check_withdrawals(room, number)
    return (Joined(member.key, member.name, now, is_typed=member.is_typed),)


def check_withdrawals(room: Room, member: Number) -> None:
    """Raise Refused for somebody who has come and gone too often."""
    if room.members[member].withdrawals >= _MOST_WITHDRAWALS:
        raise Refused(_("You've come and gone too often – ask the host"))


def _typed_name(room: Room, command: Join) -> str:
    names = [first_name(command.name)]
    if command.partner:
        names.append(first_name(command.partner))
    name = " & ".join(names)
    check_unlike(name, _taken(room))
    return name


def drawn_instead(room: Room, member: Number, draw: int, now: str) -> tuple[RoomEvent, ...]:
    """A drawn name for a member whose name was typed; nothing for others."""
    if not room.members[member].is_typed:
        return ()
    return (MemberRenamed(member, free_name(_taken(room), draw), now),)


def _taken(room: Room) -> set[str]:
    return {member.name for member in room.members}


MOST_GAMES = 3_000
_MOST_EVENTS = 10_000  # besides those of members; replaying them takes 0.1 s


def decide(
    room: Room, by: str, command: RoomCommand, now: str, *, draw: int = 0, bars: str = ""
) -> tuple[RoomEvent, ...]:
    """The events that a person's command causes at a time, none if it has no effect.

    A drawn name is picked by the random number `draw`; `bars` is the hash of the address of whom
    the owner removes, if nobody else has it. Changes nothing.

    Commands need no version: each means the same whatever happened in the meantime, or carries
    what its author saw. Raises Refused and IllegalAction.
    """
    match command:
        case Finish(pairing=number, result=result):
            if room.pairings[number].result is not None:
                return ()
            return with_what_follows(room, (Finished(number, result, now),), now)
        case CheckEnd():
            return check_end(room, now)
        case Leave():
            member = _member(room, by)
            departed = Left(member, is_removed=False, at=now)
            return with_what_follows(room, _depart(room, departed), now)
        case Close():
            _check_owner(room, by)
            return () if room.is_closed else (Closed(now),)
    if room.is_closed:
        raise IllegalAction(_("The room is closed"))
    if room.version - room.member_events >= _MOST_EVENTS:
        raise IllegalAction(_("Too much has happened in this room – open a new one"))
    match command:
        case Join():
            return with_what_follows(room, join(room, by, command, now, draw), now)
        case Look(is_looking=is_looking):
            return _look(room, _member(room, by), now, is_looking=is_looking)
    _check_owner(room, by)
    return _decide_for_owner(room, command, now, draw, bars)


def _decide_for_owner(
    room: Room, command: OwnerCommand, now: str, draw: int, bars: str
) -> tuple[RoomEvent, ...]:
    """The commands that only the owner may give, in an open room."""
    match command:
        case Remove(member=member):
            _check_present(room, member)
            return with_what_follows(room, _remove(room, member, now, bars), now)
        case Readmit(member=member):
            return _readmit(room, member, now)
        case Rename(member=member):
            _check_present(room, member)
            return drawn_instead(room, member, draw, now)
        case Annul(game=number):
            return _annul(room, number, now)
        case Pair(x=x, o=o):
            return _pair(room, x, o, now)
        case PairAll():
            return _pair_all(room, now)
        case BeginRound(games=games):
            return begin_round(_with_room_for_games(room), games, now)
        case Extend():
            return extend(_with_room_for_games(room), now)
        case End():
            return end(room, now)
        case Pause(is_paused=is_paused):
            paused = () if is_paused is room.is_paused else (Paused(is_paused, now),)
            return with_what_follows(room, paused, now)
        case Choose():
            choices = command.choices()
            return () if choices == room.choices else (Chosen(choices, now),)
        case Lock(is_locked=is_locked):
            return () if is_locked is room.is_locked else (Locked(is_locked, now),)


def _check_owner(room: Room, key: str) -> None:
    if key != room.owner:
        raise Refused(_("Only the host can do that"))


def _member(room: Room, key: str) -> Number:
    number = room.number_of(key)
    if number is None or room.members[number].is_gone:
        raise Refused(_("Join the room first"))
    return number


def _check_present(room: Room, *members: Number) -> None:
    for member in members:
        if not 0 <= member < len(room.members) or room.members[member].is_gone:
            raise IllegalAction(_("That player isn't in the room"))


def _depart(room: Room, departed: Left) -> tuple[RoomEvent, ...]:
    member = departed.member
    own = (n for n in room.open_pairings if member in room.pairings[n].members)
    left = (Finished(n, "void", departed.at, left_by=member) for n in own)
    return (*left, departed)


def _remove(room: Room, member: Number, now: str, bars: str) -> tuple[RoomEvent, ...]:
    """Whoever is removed leaves no typed name behind."""
    renamed = drawn_instead(room, member, len(room.members) * (member + 1), now)
    return (*renamed, *_depart(room, Left(member, is_removed=True, at=now, bars=bars)))


def _readmit(room: Room, member: Number, now: str) -> tuple[RoomEvent, ...]:
    """Whoever was removed has merely left now."""
    if not 0 <= member < len(room.members) or not room.members[member].is_removed:
        raise IllegalAction(_("That player may come in anyway"))
    return (Left(member, is_removed=False, at=now),)


def _annul(room: Room, number: Number, now: str) -> tuple[RoomEvent, ...]:
    if number not in room.open_pairings:
        raise IllegalAction(_("That game is over already"))
    return with_what_follows(room, (Finished(number, "void", now),), now)


def _look(room: Room, member: Number, now: str, *, is_looking: bool) -> tuple[RoomEvent, ...]:
    """Pair a member with the person they have met least among those looking, or let them wait."""
    if (member in room.looking) is is_looking:
        return ()
    if not is_looking:
        return (Looked(member, is_looking, now),)
    if room.choices.way != "free" and not room.is_arena_on:
        raise IllegalAction(_("Games come in rounds here – the host starts them"))
    check_withdrawals(room, member)
    _check_idle(room, member)
    _check_games(room)
    if not room.looking or room.is_paused or room.is_arena_on:
        return with_what_follows(room, (Looked(member, is_looking, now),), now)
    met = room.meetings()
    other = min(room.looking, key=lambda each: met[frozenset((each, member))])
    return (Paired(*sides(room, other, member), now),)


def _pair(room: Room, x: Number, o: Number, now: str) -> tuple[RoomEvent, ...]:
    _check_present(room, x, o)
    if x == o:
        raise IllegalAction(_("Choose two different players"))
    _check_idle(room, x, o)
    _check_games(room)
    return (Paired(x, o, now),)


def _pair_all(room: Room, now: str) -> tuple[RoomEvent, ...]:
    _check_games(room)
    if room.is_paused:
        raise IllegalAction(_("The games are paused – go on with them first"))
    if room.choices.way == "swiss" and room.tournament is not None and not room.is_over:
        return pair_the_rest(room, now)
    if room.is_arena_on:
        raise IllegalAction(_("The arena is on: games begin as players get free"))
    pairs = pair_up(room)
    if not pairs:
        raise IllegalAction(_("There aren't two players without a game"))
    return tuple(Paired(x, o, now) for x, o in pairs)


def _check_idle(room: Room, *members: Number) -> None:
    playing = room.playing
    for member in members:
        if member in playing:
            raise IllegalAction(_("{name} already has a game", name=room.members[member].name))


def _with_room_for_games(room: Room) -> Room:
    _check_games(room)
    return room


def _check_games(room: Room) -> None:
    if len(room.pairings) >= MOST_GAMES:
        raise IllegalAction(
            _("{count} games have been played here – open a new room", count=MOST_GAMES)
        )
