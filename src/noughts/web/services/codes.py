"""The codes of rooms: short enough to be written on a board, too many to be searched.

Eight of twenty signs make 2.6e10 codes. Where 1,000 rooms are open, one try in 26 million finds
some room; at 30 wrong codes a minute, that takes one address 590 days on average,
and a thousand addresses 14 hours.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b
from time import monotonic

from litestar.exceptions import TooManyRequestsException

# No two look alike, in any hand or type; and no vowels, so that no words come out.
SIGNS = "34679CDFHJKMNPRTVWXY"
LENGTH = 8
_MOST_ADDRESSES = 10_000  # the one that tried longest ago is forgotten first


def draw_code(key: str, command: str, draw: int = 0) -> str:
    """A code that a repeated command finds again and nobody without the key can work out."""
    digest = blake2b(f"{key} {command} {draw}".encode(), digest_size=16).digest()
    number, signs = int.from_bytes(digest), []
    for _ in range(LENGTH):
        number, sign = divmod(number, len(SIGNS))
        signs.append(SIGNS[sign])
    return "".join(signs)


def read_code(text: str) -> str | None:
    """The code somebody typed, however they wrote it; None if it is none.

    >>> read_code(" ktrf-7wx4"), read_code("KTRF 7WX")
    ('KTRF7WX4', None)
    """
    code = "".join(text.upper().replace("-", " ").split()) if len(text) <= 3 * LENGTH else ""
    return code if len(code) == LENGTH and set(code) <= set(SIGNS) else None


def spaced(code: str) -> str:
    """A code as it is shown and read out.

    >>> spaced("KTRF7WX4")
    'KTRF 7WX4'
    """
    return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"


class Tries:
    """How many wrong codes each address may still try: a bucket that fills by the minute."""

    def __init__(self, per_minute: int) -> None:
        self._most = per_minute
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()  # how many, and when

    def check(self, address: str) -> None:
        """Raise TooManyRequestsException for an address that has tried too often."""
        spent = self._spent_now(address)
        if spent > self._most - 1:
            wait = (spent - self._most + 1) * 60 / self._most
            raise TooManyRequestsException(
                "too many codes that no room has were tried from your address: wait a little",
                headers={"RateLimit-Reset": str(int(wait) + 1)},
            )

    def failed(self, address: str) -> None:
        """Count a wrong code."""
        self._spent[address] = self._spent_now(address) + 1, monotonic()
        self._spent.move_to_end(address)
        if len(self._spent) > _MOST_ADDRESSES:
            self._spent.popitem(last=False)

    def _spent_now(self, address: str) -> float:
        spent, then = self._spent.get(address, (0.0, 0.0))
        return max(0.0, spent - (monotonic() - then) * self._most / 60)
