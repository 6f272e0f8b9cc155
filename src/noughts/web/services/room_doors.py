"""The doors of rooms: how fast strangers come in, and who was shown out."""

from __future__ import annotations

from collections import OrderedDict

from noughts.language import gettext as _
from noughts.online.errors import Refused
from noughts.online.rooms.state import Room
from noughts.web.token_bucket import AddressBuckets

_JOINS_PER_MINUTE = 60  # to a room from one address: a school has one, and a class comes in at once
_MOST_REMEMBERED = 20_000  # members' addresses; those of the longest ago are forgotten first

_Member = tuple[str, str]  # the code of a room, and a key


def _too_many() -> str:
    return _("Too many players have joined from your address – wait a little")


class RoomDoors:
    """Limits how many people join a room from an address, and keeps out addresses of removed ones.

    A fresh cookie makes a fresh person: only the address tells that it is a removed one. Where the
    owner or another member has the same address it tells nothing, since a class may share one.
    Addresses are in memory only, so a restart forgets them.
    """

    def __init__(self) -> None:
        self._joins = AddressBuckets(_JOINS_PER_MINUTE, _too_many)
        self._addresses: OrderedDict[_Member, str] = OrderedDict()

    def check(self, code: str, room: Room, key: str, address: str) -> None:
        """Let somebody join, or raise RateLimited or Refused; members may always come back."""
        if room.number_of(key) is None and key != room.owner:
            if self._is_barred(code, room, address):
                raise Refused(_("The host has removed somebody at your address"))
            self._joins.take(f"{address} {code}")
        self.remember(code, key, address)

    def remember(self, code: str, key: str, address: str) -> None:
        """Note from where a member or the owner comes."""
        self._addresses[code, key] = address
        self._addresses.move_to_end((code, key))
        if len(self._addresses) > _MOST_REMEMBERED:
            self._addresses.popitem(last=False)

    def _is_barred(self, code: str, room: Room, address: str) -> bool:
        def is_from_here(key: str) -> bool:
            return self._addresses.get((code, key)) == address

        removed = [member.key for member in room.members if member.is_removed]
        others = [member.key for member in room.members if not member.is_removed]
        return any(map(is_from_here, removed)) and not any(map(is_from_here, [room.owner, *others]))
