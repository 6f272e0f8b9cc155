"""How other nodes are notified of appends, and how messages are packed into NOTIFY payloads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from noughts.web.storage.store import Append

CHANNEL = "noughts"
LARGEST = 7_900  # bytes of one notification: a NOTIFY carries less than 8,000

Encode = Callable[[Append, str], str]  # from an append and its encoded events to a message


@dataclass(frozen=True, slots=True)
class Announcer:
    """How a store announces its appends to other nodes.

    `publish` sends the messages after the commit; without it, NOTIFY sends them in the same
    transaction.
    """

    encode: Encode
    publish: Callable[[str], None] | None = None


def pack(messages: Sequence[str]) -> list[str]:
    """Pack messages, in order, into as few notifications as possible.

    >>> [len(notification) for notification in pack(["x" * 5_000, "y" * 2_000, "z" * 2_000])]
    [7001, 2000]
    """
    packed: dict[int, list[str]] = {}
    for message, number in zip(messages, numbers(messages), strict=True):
        packed.setdefault(number, []).append(message)
    return ["\n".join(lines) for lines in packed.values()]


def numbers(messages: Iterable[str]) -> Iterator[int]:
    """For each message the number of the notification that carries it."""
    number, size = 0, 0
    for message in messages:
        length = len(message.encode()) + 1
        if size + length > LARGEST and size:
            number, size = number + 1, 0
        size += length
        yield number
