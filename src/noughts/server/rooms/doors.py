"""The doors of rooms: who comes in, after how many wrong codes, and from which address."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from hashlib import sha256
from ipaddress import IPv6Network

from noughts.server.http.limits import AddressBuckets, TokenBucket
from noughts.server.rooms.decide import ShownOut
from noughts.server.rooms.types import Number, Room
from noughts.wording.language import gettext as _

# The wrong codes allowed to a /56 and a /48 of IPv6, which one customer of a provider may have, and
# to all addresses together, in multiples of those allowed to one address.
_OF_NETWORKS = {56: 2, 48: 3}
_OF_ALL = 5

_JOINS_PER_MINUTE = 60  # to a room from one address: a school has one, and a class comes in at once
_MOST_REMEMBERED = 20_000  # members' addresses; those of the longest ago are forgotten first


def _networks(address: str) -> list[tuple[int, str]]:
    """Return an address and the networks around it, the narrowest first, with their shares."""
    around = [(_OF_ALL, "all")]
    with suppress(ValueError):  # of IPv4, or of no address
        own = IPv6Network(address)
        wider = ((share, own.supernet(new_prefix=bits)) for bits, share in _OF_NETWORKS.items())
        around = [*((share, str(network)) for share, network in wider), *around]
    return [(1, address), *around]


class WrongCodes:
    """Limits the wrong codes of an address, of the networks around it, and of all addresses.

    While those around an address have tried too many, a right code opens only a room that has a
    host or a member there; a long one opens its room from anywhere. So those who guess cannot lock
    a class out.
    """

    def __init__(self, per_hour: int) -> None:
        self._by_share = {
            share: AddressBuckets(per_hour * share, _too_many, minutes=60)
            for share in (1, *_OF_NETWORKS.values(), _OF_ALL)
        }

    def count(self, address: str) -> None:
        """Count a wrong code; raises RateLimited once there are too many.

        Then it costs as little as a right one that is refused: otherwise the tokens left would
        tell them apart.
        """
        self.check(address, is_at_home=False)
        for bucket in self._buckets(address):  # what an address is refused costs all others nothing
            bucket.take()

    def check(self, address: str, *, is_at_home: bool) -> None:
        """Raise RateLimited if a right code opens nothing: there were too many wrong ones."""
        own, *around = self._buckets(address)
        for bucket in [own] if is_at_home else [own, *around]:
            bucket.take(0)

    def _buckets(self, address: str) -> list[TokenBucket]:
        return [self._by_share[share](network) for share, network in _networks(address)]


def _too_many() -> str:
    return _(
        "Too many wrong codes were tried – wait a little, scan the QR code or type the room's "
        "long code"
    )


class RoomDoors:
    """Limits what comes from an address: wrong codes, joins and games; keeps out removed members.

    A fresh cookie makes a fresh person: only the address tells that it is a removed one. Where the
    owner or another member has the same address it tells nothing, since a class may share one.
    The addresses of members are in memory only; that of a removed one is stored, as a hash.
    """

    def __init__(self, codes_per_hour: int, games_today: AddressBuckets) -> None:
        self.wrong_codes = WrongCodes(codes_per_hour)
        self.games_today = games_today
        self._joins = AddressBuckets(
            _JOINS_PER_MINUTE,
            lambda: _("Too many players have joined from your address – wait a little"),
        )
        self._addresses: OrderedDict[tuple[str, str], str] = OrderedDict()  # by room's code and key

    def check_code(self, code: str, room: Room, address: str) -> None:
        """Raise RateLimited for a stranger with the right code after too many wrong ones."""
        is_at_home = self._has_others(code, room, "", address)
        self.wrong_codes.check(address, is_at_home=is_at_home)

    def check(self, code: str, room: Room, key: str, address: str) -> None:
        """Raise ShownOut for a person who may not see a room; note from where members come."""
        if key in room.removed:
            raise ShownOut
        if room.knows(key):
            self.remember(code, key, address)
            return
        bars = {member.bars for member in room.members if member.is_removed}
        if _hash(room, address) in bars and not self._has_others(code, room, "", address):
            raise ShownOut(_("The host has removed a player at your address"))

    def join(self, code: str, room: Room, key: str, address: str) -> None:
        """Let a person join, or raise RateLimited; members may always come back."""
        if not room.knows(key):
            self._joins(f"{address} {code}").take()
        self.remember(code, key, address)

    def bars(self, code: str, room: Room, member: Number) -> str:
        """Return the hash of a member's address, which bars it; empty if shared or unknown."""
        if not 0 <= member < len(room.members):
            return ""
        key = room.members[member].key
        address = self._addresses.get((code, key))
        if address is None or self._has_others(code, room, key, address):
            return ""
        return _hash(room, address)

    def _has_others(self, code: str, room: Room, key: str, address: str) -> bool:
        """True if the owner or a member, other than the one with a key, is at an address."""
        others = {
            room.owner,
            *room.hosts,
            *(member.key for member in room.members if not member.is_removed),
        } - {key}
        return any(self._addresses.get((code, other)) == address for other in others)

    def remember(self, code: str, key: str, address: str) -> None:
        """Note from where a member or the owner comes."""
        self._addresses[code, key] = address
        self._addresses.move_to_end((code, key))
        if len(self._addresses) > _MOST_REMEMBERED:
            self._addresses.popitem(last=False)


def _hash(room: Room, address: str) -> str:
    """Return the hash of an address for the log; trying all addresses would still find it."""
    return sha256(f"{room.secret} {address}".encode()).hexdigest()[:32]
