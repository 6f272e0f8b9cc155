"""Ids of games and rooms."""

from __future__ import annotations

from hashlib import blake2b

_ROOM = "room-"  # the prefix of rooms' ids; games' ids are hexadecimal
_ID_BYTES = 12  # 96 bits: too many to guess


def derived_id(key: str, command_id: str) -> str:
    """An id that a repeated command yields again, and that only the key's holder can derive."""
    return blake2b(f"{key} {command_id}".encode(), digest_size=_ID_BYTES).hexdigest()


def room_id(code: str) -> str:
    """The id of the room with a code."""
    return f"{_ROOM}{code}"


def room_game_id(code: str, secret: str, number: int) -> str:
    """The id of a game in a room; it cannot be derived without the room's secret."""
    return derived_id(secret, f"{code}:{number}")


def is_room_id(id_: str) -> bool:
    """Whether an id is a room's."""
    return id_.startswith(_ROOM)


def code_of(id_: str) -> str:
    """The code of the room with an id.

    >>> code_of(room_id("KTRF7WX4"))
    'KTRF7WX4'
    """
    return id_.removeprefix(_ROOM)
