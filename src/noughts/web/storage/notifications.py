"""How other nodes are notified of appends, and how messages are packed into NOTIFY payloads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from noughts.web.storage.store import Append

EVERYBODY = "noughts"  # the channel of all nodes; each has another one of its own
LARGEST = 7_900  # bytes of one notification: a NOTIFY carries less than 8,000

Encode = Callable[[Append, str], str]  # from an append and its encoded events to a message


class Sent(NamedTuple):
    """A message and its channel."""

    channel: str
    message: str


@dataclass(frozen=True, slots=True)
class Announcer:
    """How a store announces its appends to other nodes, in the transaction of the appends.

    `channels` are those of the nodes that subscribe to a game or a room.
    """

    encode: Encode
    channels: Callable[[str], Sequence[str]]


def channel_of(node: str) -> str:
    """The channel of one node."""
    return f"{EVERYBODY}-{node}"


def pack(messages: Sequence[Sent]) -> list[Sent]:
    """Pack messages, in order, into as few notifications as possible.

    >>> messages = [Sent("a", "x" * 5_000), Sent("a", "y" * 2_000), Sent("a", "z" * 2_000)]
    >>> [(channel, len(notification)) for channel, notification in pack(messages)]
    [('a', 7001), ('a', 2000)]
    """
    packed: dict[tuple[str, int], list[str]] = {}
    for (channel, message), number in zip(messages, numbers(messages), strict=True):
        packed.setdefault((channel, number), []).append(message)
    return [Sent(channel, "\n".join(lines)) for (channel, _), lines in packed.items()]


def numbers(messages: Iterable[Sent]) -> Iterator[int]:
    """For each message the number of the notification, of those to its channel, that carries it."""
    last: dict[str, tuple[int, int]] = {}
    for channel, message in messages:
        number, size = last.get(channel, (0, 0))
        length = len(message.encode()) + 1
        if size + length > LARGEST and size:
            number, size = number + 1, 0
        last[channel] = number, size + length
        yield number
