"""From a command to the events it causes in a room, or to the reason for refusing it."""

from __future__ import annotations

from functools import reduce
from hmac import compare_digest

from noughts.core.errors import IllegalAction
from noughts.server.games import names
from noughts.server.log.errors import Refused
from noughts.server.rooms import commands, tournaments, types
from noughts.server.rooms.evolve import evolve
from noughts.server.rooms.types import Events, Naming, Number, Result, Room, Way
from noughts.wording.grammar import addressing, agreeing
from noughts.wording.language import gettext as _

MOST_MEMBERS = 200
_MOST_GAMES = 3_000
_MOST_HOSTS = 9  # devices besides the one that opened the room
_MOST_EVENTS = 10_000  # besides those of members; replaying them takes 0.1 s
_MOST_WITHDRAWALS = 200  # of a member: each leaves an event or two in the log for good


class ShownOut(Refused):
    """A person removed by the owner of a room, or at the same address as one."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason or _("The host has removed you – ask them to let you back in"))


def decide(
    room: Room, by: str, command: commands.RoomCommand, now: str, *, draw: int = 0, bars: str = ""
) -> Events:
    """Return the events that a person's command causes at a time, none if it has no effect.

    A drawn name is picked by the random number `draw`; `bars` is the hash of the address of a
    member to be removed, if nobody else has it. Changes nothing.

    Commands need no version: each means the same whatever happened in the meantime, or carries
    what its author saw. Raises Refused and IllegalAction.
    """
    events = _decide(room, by, command, now, draw, bars)
    return (*events, *tournaments.what_follows(reduce(evolve, events, room), now))


def _decide(
    room: Room, by: str, command: commands.RoomCommand, now: str, draw: int, bars: str
) -> Events:
    match command:
        case commands.Finish():
            return _finish(room, command, now)
        case commands.Attend(is_here=is_here):
            return _attend(room, by, now, is_here=is_here)
        case commands.CheckEnd():
            return tournaments.check_end(room, now)
        case commands.Leave():
            return _depart(room, types.Left(_member(room, by), is_removed=False, at=now))
        case commands.Close():
            _check_owner(room, by)
            return () if room.is_closed else (types.Closed(at=now),)
    if room.is_closed:
        raise IllegalAction(_("The room is closed"))
    if room.version - room.member_events >= _MOST_EVENTS:
        raise IllegalAction(_("Too much has happened in this room – open a new one"))
    match command:
        case commands.Join():
            return _join(room, by, command, now, draw)
        case commands.InviteHost() | commands.BecomeHost():
            return _add_host(room, by, command, now)
        case commands.Look(is_looking=is_looking):
            return _look(room, _member(room, by), now, is_looking=is_looking)
    _check_owner(room, by)
    return _decide_for_owner(room, command, now, draw, bars)


def _decide_for_owner(
    room: Room, command: commands.OwnerCommand, now: str, draw: int, bars: str
) -> Events:
    match command:
        case commands.Remove() | commands.Admit() | commands.Readmit() | commands.Rename():
            return _of_member(room, command, now, draw, bars)
        case commands.Annul(game=number):
            if number not in room.open_pairings:
                raise IllegalAction(_("That game is over already"))
            return (types.Finished(number, Result.VOID, at=now),)
        case commands.Pair(x=x, o=o):
            return _pair(room, x, o, now)
        case commands.PairAll():
            return _pair_all(room, now)
        case commands.BeginRound(games=games, going=going):
            _check_can_begin(room)
            return tournaments.begin_round(room, games, going, now)
        case commands.Extend():
            _check_can_begin(room)
            return tournaments.extend(room, now)
        case commands.End():
            return tournaments.end(room, now)
        case commands.Pause(is_paused=is_paused):
            return () if is_paused is room.is_paused else (types.Paused(is_paused, at=now),)
        case commands.Choose():
            choices = command.choices()
            return () if choices == room.choices else (types.Chosen(choices, at=now),)
        case commands.Lock(is_locked=is_locked):
            return () if is_locked is room.is_locked else (types.Locked(is_locked, at=now),)


def _of_member(room: Room, command: commands.OfMember, now: str, draw: int, bars: str) -> Events:
    member = command.member
    if isinstance(command, commands.Readmit):
        if not 0 <= member < len(room.members) or not room.members[member].is_removed:
            raise IllegalAction(_("That player may come in anyway"))
        return (types.Left(member, is_removed=False, at=now),)  # as if they had merely left
    if member not in (*room.present, *room.at_door):
        raise IllegalAction(_("That player isn't in the room"))
    if isinstance(command, commands.Admit):
        return (types.Admitted(member, at=now),) if member in room.at_door else ()
    others = {other.name for n, other in enumerate(room.members) if n != member}
    name = names.free_name({*others, room.members[member].name}, draw)
    if isinstance(command, commands.Rename):
        if command.name:
            name = names.first_name(command.name)
            names.check_unlike(name, others)
        return (types.MemberRenamed(member, name, at=now),)
    # A removed member leaves no typed name behind.
    renamed = (types.MemberRenamed(member, name, at=now),) if room.members[member].is_typed else ()
    return (*renamed, *_depart(room, types.Left(member, is_removed=True, at=now, bars=bars)))


def _check_owner(room: Room, key: str) -> None:
    if not room.is_host(key):
        raise Refused(_("Only the host can do that"))


def _member(room: Room, key: str) -> Number:
    number = room.number_of(key)
    if number is None or number not in (*room.present, *room.at_door):
        raise Refused(_("Join the room first"))
    return number


def _add_host(
    room: Room, key: str, command: commands.InviteHost | commands.BecomeHost, now: str
) -> Events:
    if len(room.hosts) >= _MOST_HOSTS:
        raise IllegalAction(_("The room has {count} hosts already", count=_MOST_HOSTS + 1))
    if isinstance(command, commands.InviteHost):
        _check_owner(room, key)
        return (types.HostInvited(at=now),)
    if room.is_host(key):
        return ()
    token = command.token.encode()
    if not room.invited or not compare_digest(token, room.host_token.encode()):
        raise Refused(_("This link has been used already – ask for another one"))
    return (types.BecameHost(key, at=now),)


def _check_can_begin(room: Room, *members: Number) -> None:
    """Raise IllegalAction for members not in the room or in a game, or after too many games."""
    for member in members:
        if member not in room.present:
            raise IllegalAction(_("That player isn't in the room"))
        if member in room.playing:
            raise IllegalAction(
                agreeing(
                    "{name} already has a game", "{name} already have a game", room.name(member)
                )
            )
    if len(room.pairings) >= _MOST_GAMES:
        raise IllegalAction(
            _("{count} games have been played here – open a new room", count=_MOST_GAMES)
        )


def _check_withdrawals(room: Room, member: Number) -> None:
    if room.members[member].withdrawals >= _MOST_WITHDRAWALS:
        raise Refused(_("You've come and gone too often – ask the host"))


def _join(room: Room, key: str, command: commands.Join, now: str, draw: int) -> Events:
    """Let a person in, or back in under the name they had."""
    number = room.number_of(key)
    if number is not None:
        member = room.members[number]
        if member.is_removed:
            raise ShownOut
        if not member.is_gone:
            return ()
        _check_withdrawals(room, number)
        return (types.Joined(key, member.name, at=now, is_typed=member.is_typed),)
    if room.is_locked and not room.is_host(key):
        raise Refused(_("The room is locked – ask the host to let you in"))
    if sum(not member.is_removed for member in room.members) >= MOST_MEMBERS:
        raise IllegalAction(_("The room is full: {count} players have joined", count=MOST_MEMBERS))
    taken = {member.name for member in room.members}
    is_waiting = room.choices.is_guarded and not room.is_host(key)
    if room.choices.naming is Naming.TYPED:
        typed = [command.name, command.partner] if command.partner else [command.name]
        name = " & ".join(map(names.first_name, typed))
        names.check_decent("".join(typed))
        names.check_unlike(name, taken)
        return (types.Joined(key, name, at=now, is_typed=True, is_waiting=is_waiting),)
    free = names.free_names_of_two if command.partner else names.free_name
    return (types.Joined(key, free(taken, draw), at=now, is_waiting=is_waiting),)


def _depart(room: Room, left: types.Left) -> Events:
    """Let a member go: they lose their game of a round robin, and their other games are void."""
    own = [n for n in room.open_pairings if left.member in room.pairings[n].members]
    results = [tournaments.result_of_leaving(room, number, left.member) for number in own]
    finished = (
        types.Finished(number, result, at=left.at, left_by=left.member)
        for number, result in zip(own, results, strict=True)
    )
    return (*finished, left)


def _finish(room: Room, command: commands.Finish, now: str) -> Events:
    """Record a result; a player who missed their first move rests until they are back."""
    if room.pairings[command.pairing].result is not None:
        return ()
    finished, missed = types.Finished(command.pairing, command.result, at=now), command.missed_by
    if missed is None or missed not in room.active:
        return (finished,)
    return (finished, types.RestChanged(missed, True, True, at=now))


def _attend(room: Room, key: str, now: str, *, is_here: bool) -> Events:
    """Note that a member is here again, or away, unless they have come and gone too often."""
    number = room.number_of(key)
    if room.is_closed or number is None or number not in (*room.present, *room.at_door):
        return ()
    member = room.members[number]
    is_too_often = not is_here and member.withdrawals >= _MOST_WITHDRAWALS
    if is_too_often or member.is_away is not is_here:
        return ()
    return (types.PresenceChanged(number, is_here, at=now),)


def _look(room: Room, member: Number, now: str, *, is_looking: bool) -> Events:
    """Begin or end a member's search for a game, or their break from a tournament."""
    if member in room.at_door:
        raise Refused(addressing("Wait until the host lets you in", room.name(member)))
    is_free = room.choices.way is Way.FREE
    if not is_looking:
        if is_free:
            return (types.Looked(member, False, at=now),) if member in room.looking else ()
        is_resting = room.members[member].is_resting
        return () if is_resting else (types.RestChanged(member, True, at=now),)
    if member in room.looking:
        return ()
    back: Events = ()
    if not room.members[member].is_active:
        _check_withdrawals(room, member)
        back = (types.RestChanged(member, False, at=now),)
        if not is_free:
            return back
    if not (is_free or room.is_arena_on):
        raise IllegalAction(_("Games come in rounds here – the host starts them"))
    _check_withdrawals(room, member)
    _check_can_begin(room, member)
    return (*back, types.Looked(member, True, at=now))


def _pair(room: Room, x: Number, o: Number, now: str) -> Events:
    if x == o:
        raise IllegalAction(_("Choose two different players"))
    _check_can_begin(room, x, o)
    for member in (x, o):
        if member not in room.active:
            raise IllegalAction(
                agreeing("{name} isn't ready", "{name} aren't ready", room.name(member))
            )
    return tournaments.pair(room, x, o, now)


def _pair_all(room: Room, now: str) -> Events:
    _check_can_begin(room)
    if room.is_paused:
        raise IllegalAction(_("The games are paused – go on with them first"))
    if room.is_arena_on:
        raise IllegalAction(_("The arena is on: games begin as players become free"))
    if is_swiss := room.is_swiss_on:  # those without a game in this round, who may have come late
        pairs, _odd = tournaments.swiss_pairs(room, tournaments.without_game(room))
    else:
        pairs = tournaments.pair_up(room)
    if not pairs:
        raise IllegalAction(_("There aren't two players without a game"))
    if is_swiss:
        return (types.PairsAdded(pairs, at=now),)
    return tuple(types.Paired(x, o, at=now) for x, o in pairs)
