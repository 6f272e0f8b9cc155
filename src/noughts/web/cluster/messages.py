"""The messages that nodes exchange, as lines of JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from noughts.web.live.presence import Activity, PresenceUpdate
from noughts.web.storage.notifications import LARGEST
from noughts.web.storage.store import Append

_LISTED = 200  # ids of 24 characters, in one message
OMITTED = Raw(b"null")  # in place of events that are too long: they are in the log


class Appended(Struct, frozen=True, array_like=True, tag="kept"):
    """An append was committed; `events` are as in the log, or OMITTED.

    Without them it says how far the log of a game has come.
    """

    game: str
    version: int
    command: str
    events: Raw


class Heartbeat(Struct, frozen=True, array_like=True, tag="lives"):
    """A node is running."""


class NodeStopped(Struct, frozen=True, array_like=True, tag="ends"):
    """A node is shutting down; nobody is connected to it any more."""


class Subscribed(Struct, frozen=True, array_like=True, tag="subscribes"):
    """A node subscribes to a game or a room, and is to be sent what it does not know of it."""

    game: str


class Unsubscribed(Struct, frozen=True, array_like=True, tag="unsubscribes"):
    """A node has no more subscribers to a game or a room."""

    game: str


class SubscriptionList(Struct, frozen=True, array_like=True, tag="subscriptions"):
    """A part of all that a node subscribes to."""

    games: tuple[str, ...]
    is_first: bool
    is_last: bool


class SubscriptionQuery(Struct, frozen=True, array_like=True, tag="asks"):
    """A node asks others for the lists of all that they subscribe to."""


Message = (
    Appended
    | PresenceUpdate
    | Activity
    | Subscribed
    | Unsubscribed
    | SubscriptionList
    | SubscriptionQuery
    | Heartbeat
    | NodeStopped
)
_decoder = msgspec.json.Decoder(tuple[str, Message])  # the name of the sender comes first


def write(node: str, message: Message) -> str:
    """Encode a message from a node as one line."""
    return msgspec.json.encode((node, message)).decode()


def write_appended(node: str, append: Append, events: str) -> str:
    """Encode the message about an append, with its encoded events if they fit."""
    message = Appended(append.id, append.version, append.command_id, Raw(events.encode()))
    text = write(node, message)
    return text if len(text.encode()) < LARGEST else write(node, replace(message, events=OMITTED))


def subscription_lists(ids: Sequence[str]) -> Iterator[SubscriptionList]:
    """All that a node subscribes to, in messages that fit into notifications."""
    for first in range(0, max(len(ids), 1), _LISTED):
        last = first + _LISTED
        yield SubscriptionList(tuple(ids[first:last]), first == 0, last >= len(ids))


def read(line: str) -> tuple[str, Message]:
    """A message of a notification, with its sender; raises msgspec.DecodeError."""
    return _decoder.decode(line)
