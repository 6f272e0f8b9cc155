"""Ids of games and rooms, and the codes of rooms."""

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
    """True if an id is a room's."""
    return id_.startswith(_ROOM)


def code_of(id_: str) -> str:
    """The code of the room with an id.

    >>> code_of(room_id("KTRF7WX4"))
    'KTRF7WX4'
    """
    return id_.removeprefix(_ROOM)


# No two look alike, in any hand or type; and no vowels, so that no words come out.
SIGNS = "34679CDFHJKMNPRTVWXY"
LENGTH = 8


def draw_code(key: str, command: str, draw: int = 0) -> str:
    """A code that a repeated command leads to again, and that only the key's holder can derive."""
    digest = blake2b(f"{key} {command} {draw}".encode(), digest_size=16).digest()
    number, signs = int.from_bytes(digest), []
    for _ in range(LENGTH):
        number, sign = divmod(number, len(SIGNS))
        signs.append(SIGNS[sign])
    return "".join(signs)


def read_code(text: str) -> str | None:
    """The code in what somebody typed, however they spaced it; None if there is none.

    >>> read_code(" ktrf-7wx4"), read_code("KTRF 7WX")
    ('KTRF7WX4', None)
    """
    code = "".join(text.upper().replace("-", " ").split()) if len(text) <= 3 * LENGTH else ""
    return code if len(code) == LENGTH and set(code) <= set(SIGNS) else None


def spaced(code: str) -> str:
    """A code as it is displayed and read aloud.

    >>> spaced("KTRF7WX4")
    'KTRF 7WX4'
    """
    return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"
