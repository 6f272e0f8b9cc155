"""The doors of rooms: how fast strangers come in, and who was shown out."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256

from noughts.language import gettext as _
from noughts.online.rooms.joining import ShownOut, check_not_removed
from noughts.online.rooms.state import Number, Room
from noughts.web.token_bucket import AddressBuckets

_JOINS_PER_MINUTE = 60  # to a room from one address: a school has one, and a class comes in at once
_MOST_REMEMBERED = 20_000  # members' addresses; those of the longest ago are forgotten first

_Member = tuple[str, str]  # the code of a room, and a key


def _too_many() -> str:
    return _("Too many players have joined from your address – wait a little")


class RoomDoors:
    """Limits how many people join a room from an address, and keeps out whom the owner removed.

    A fresh cookie makes a fresh person: only the address tells that it is a removed one. Where the
    owner or another member has the same address it tells nothing, since a class may share one.
    The addresses of members are in memory only; that of a removed one is stored, as a hash.
    """

    def __init__(self) -> None:
        self._joins = AddressBuckets(_JOINS_PER_MINUTE, _too_many)
        self._addresses: OrderedDict[_Member, str] = OrderedDict()

    def enter(self, code: str, room: Room, key: str, address: str) -> None:
        """Let somebody see a room, or raise ShownOut."""
        check_not_removed(room, key)
        if key == room.owner or room.number_of(key) is not None:
            self._remember(code, key, address)
        elif self._is_barred(code, room, address):
            raise ShownOut(_("The host has removed somebody at your address"))

    def join(self, code: str, room: Room, key: str, address: str) -> None:
        """Let somebody join, or raise RateLimited; members may always come back."""
        if room.number_of(key) is None and key != room.owner:
            self._joins.take(f"{address} {code}")
        self._remember(code, key, address)

    def bars(self, code: str, room: Room, member: Number) -> str:
        """The hash of a member's address, which bars it; empty if others have it, or unknown."""
        if not 0 <= member < len(room.members):
            return ""
        key = room.members[member].key
        address = self._addresses.get((code, key))
        if address is None or self._has_others(code, room, key, address):
            return ""
        return _hash(room, address)

    def _is_barred(self, code: str, room: Room, address: str) -> bool:
        bars = {member.bars for member in room.members if member.is_removed} - {""}
        return (
            bool(bars)
            and _hash(room, address) in bars
            and not self._has_others(code, room, "", address)
        )

    def _has_others(self, code: str, room: Room, key: str, address: str) -> bool:
        """Whether the owner or a member, other than the one with a key, is at an address."""
        others = (member.key for member in room.members if not member.is_removed)
        return any(
            self._addresses.get((code, each)) == address
            for each in (room.owner, *others)
            if each != key
        )

    def _remember(self, code: str, key: str, address: str) -> None:
        """Note from where a member or the owner comes."""
        self._addresses[code, key] = address
        self._addresses.move_to_end((code, key))
        if len(self._addresses) > _MOST_REMEMBERED:
            self._addresses.popitem(last=False)


def _hash(room: Room, address: str) -> str:
    """An address as the log has it: no longer to be read, but all there are can be tried out."""
    return sha256(f"{room.secret} {address}".encode()).hexdigest()[:32]
