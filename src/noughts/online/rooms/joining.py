"""Coming into a room, and the names that people get there."""

from __future__ import annotations

from noughts.core.errors import IllegalAction
from noughts.language import gettext as _
from noughts.online.errors import Refused
from noughts.online.rooms.commands import Join, Rename
from noughts.online.rooms.events import Joined, MemberRenamed, RoomEvent
from noughts.online.rooms.names import free_name, free_names_of_two
from noughts.online.rooms.state import Number, Room
from noughts.online.rooms.typed_names import check_unlike, first_name

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


def join(room: Room, command: Join, now: str) -> tuple[RoomEvent, ...]:
    """Let somebody in, or back in under the name they had; raises Refused and IllegalAction."""
    number = room.number_of(command.by)
    if number is not None:
        return _come_back(room, number, now)
    if room.is_locked and command.by != room.owner:
        raise Refused(_("The room is locked – ask the host to let you in"))
    if sum(not member.is_removed for member in room.members) >= MOST_MEMBERS:
        raise IllegalAction(_("The room is full: {count} players have joined", count=MOST_MEMBERS))
    if room.choices.naming == "typed":
        return (Joined(command.by, _typed_name(room, command), now, is_typed=True),)
    free = free_names_of_two if command.partner else free_name
    return (Joined(command.by, free(_taken(room), command.draw), now),)


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


def rename(room: Room, command: Rename, now: str) -> tuple[RoomEvent, ...]:
    """Give a member a drawn name in place of a typed one."""
    return drawn_instead(room, command.member, command.draw, now)


def drawn_instead(room: Room, member: Number, draw: int, now: str) -> tuple[RoomEvent, ...]:
    """A drawn name for a member whose name was typed; nothing for others."""
    if not room.members[member].is_typed:
        return ()
    return (MemberRenamed(member, free_name(_taken(room), draw), now),)


def _taken(room: Room) -> set[str]:
    return {member.name for member in room.members}
