"""Ids of games and rooms, and the codes of rooms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from string import digits

_ROOM = "room-"  # the prefix of rooms' ids; games' ids are hexadecimal
_ID_BYTES = 12  # 96 bits: too many to guess


def derived_id(key: str, command_id: str) -> str:
    """Return an id that only the key's holder can derive, the same for a repeated command."""
    return blake2b(f"{key} {command_id}".encode(), digest_size=_ID_BYTES).hexdigest()


def room_id(code: str) -> str:
    """Return the id of the room with a code."""
    return f"{_ROOM}{code}"


def room_game_id(code: str, secret: str, number: int) -> str:
    """Return the id of a game in a room; it cannot be derived without the room's secret."""
    return derived_id(secret, f"{code}:{number}")


def is_room_id(id_: str) -> bool:
    """True if an id is a room's."""
    return id_.startswith(_ROOM)


def code_of(id_: str) -> str:
    """Return the code of the room with an id.

    >>> code_of(room_id("417293"))
    '417293'
    """
    return id_.removeprefix(_ROOM)


_DIGITS = 6  # which a numeric keypad types, and a class remembers between wall and hand
# A code of today or of the first kind, and perhaps the proof that makes it a long one.
_CODE = re.compile(rf"([0-9]{{{_DIGITS}}}|[34679CDFHJKMNPRTVWXY]{{8}})([0-9]{{{_DIGITS}}})?")
_LONGEST_TYPED = 24  # with spaces and hyphens


def draw_code(secret: str, key: str, command: str, draw: int = 0) -> str:
    """Return a code, the same for a repeated command, that no one without the secret knows."""
    digest = blake2b(f"{key} {command} {draw}".encode(), digest_size=16, key=secret.encode())
    return f"{int.from_bytes(digest.digest()) % 10**_DIGITS:0{_DIGITS}}"


def codes_near(code: str) -> Iterator[str]:
    """Yield a code, and all that someone types who gets one digit of it wrong."""
    yield code
    for place, digit in enumerate(code):
        for other in digits.replace(digit, ""):
            yield code[:place] + other + code[place + 1 :]


def proof_of(secret: str) -> str:
    """Return the second half of the long code of the room with a secret."""
    return f"{int(derived_id(secret, 'door'), 16) % 10**_DIGITS:0{_DIGITS}}"


def long_code(code: str, proof: str) -> str:
    """Return a code with a proof, if there is one; proxies find the same server by the code.

    >>> long_code("417293", "582604"), long_code("417293", "")
    ('417293-582604', '417293')
    """
    return f"{code}-{proof}" if proof else code


def read_code(text: str) -> tuple[str, str]:
    """Return the code in what a player typed, with any spaces, and the proof if it is a long one.

    Both are empty if there is none.

    >>> read_code(" 417-293"), read_code("ktrf 7wx4"), read_code("41729")
    (('417293', ''), ('KTRF7WX4', ''), ('', ''))
    >>> read_code("417 293 582 604")
    ('417293', '582604')
    """
    typed = "".join(text.upper().replace("-", " ").split()) if len(text) <= _LONGEST_TYPED else ""
    code = _CODE.fullmatch(typed)
    return (code[1], code[2] or "") if code else ("", "")


def spaced(code: str) -> str:
    """Return a code as it is displayed and read aloud.

    >>> spaced("417293")
    '417 293'
    """
    half = len(code) // 2
    return f"{code[:half]} {code[half:]}"
