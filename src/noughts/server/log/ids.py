"""Ids of games and rooms, and the codes of rooms."""

from __future__ import annotations

import re
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
    """True if an id is a room's."""
    return id_.startswith(_ROOM)


def code_of(id_: str) -> str:
    """The code of the room with an id.

    >>> code_of(room_id("417293"))
    '417293'
    """
    return id_.removeprefix(_ROOM)


_DIGITS = 6  # which a numeric keypad types, and a class remembers between wall and hand
_CODE = re.compile(r"[0-9]{6}|[34679CDFHJKMNPRTVWXY]{8}")  # or as codes were at first
_LONGEST_TYPED = 24  # with spaces and hyphens


def draw_code(key: str, command: str, draw: int = 0) -> str:
    """A code that a repeated command leads to again, and that only the key's holder can derive."""
    digest = blake2b(f"{key} {command} {draw}".encode(), digest_size=16).digest()
    return f"{int.from_bytes(digest) % 10**_DIGITS:0{_DIGITS}}"


def read_code(text: str) -> str | None:
    """Return the code in what a player typed, with any spaces; None if there is none.

    >>> read_code(" 417-293"), read_code("ktrf 7wx4"), read_code("41729")
    ('417293', 'KTRF7WX4', None)
    """
    code = "".join(text.upper().replace("-", " ").split()) if len(text) <= _LONGEST_TYPED else ""
    return code if _CODE.fullmatch(code) else None


def spaced(code: str) -> str:
    """A code as it is displayed and read aloud.

    >>> spaced("417293")
    '417 293'
    """
    half = len(code) // 2
    return f"{code[:half]} {code[half:]}"
