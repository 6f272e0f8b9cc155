"""Codes of rooms: short enough to write on a board, too many to search.

Eight of twenty signs make 2.6e10 codes. With 1,000 rooms open, one guess in 26 million finds a
room; at 30 wrong codes a minute, that takes one address 590 days on average, and a thousand
addresses 14 hours.
"""

from __future__ import annotations

from hashlib import blake2b

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
