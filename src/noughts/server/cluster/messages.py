"""The messages between nodes: JSON, a line each."""

from __future__ import annotations

from typing import Any, Union

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from noughts.server.cluster.transport import LARGEST
from noughts.server.log.store import Append

OMITTED = Raw(b"null")  # in place of events that are too long: they are in the log


class Appended(Struct, frozen=True, array_like=True, tag="appended"):
    """An append was committed; `events` are as in the log, or OMITTED.

    Without them it says how far a log has come.
    """

    id: str
    version: int
    command: str
    events: Raw


class Heartbeat(Struct, frozen=True, array_like=True, tag="heartbeat"):
    """A node is running."""


class NodeStopped(Struct, frozen=True, array_like=True, tag="stopped"):
    """A node is shutting down; nobody is connected to it any more."""


class Subscribed(Struct, frozen=True, array_like=True, tag="subscribed"):
    """A node subscribes to aggregates, and is to be sent what it does not know of them.

    It may subscribe anew, to these and no earlier ones; with the last it has listed all.
    """

    ids: tuple[str, ...]
    is_anew: bool = False
    is_last: bool = False


class Unsubscribed(Struct, frozen=True, array_like=True, tag="unsubscribed"):
    """A node has no more subscribers to an aggregate."""

    id: str


class SubscriptionQuery(Struct, frozen=True, array_like=True, tag="subscription-query"):
    """A node asks others for all that they subscribe to."""


class Notice(Struct, frozen=True, array_like=True):
    """What other nodes are told about an aggregate, and no log has; its kinds are registered."""

    id: str


Message = (
    Appended | Subscribed | Unsubscribed | SubscriptionQuery | Heartbeat | NodeStopped | Notice
)
_kinds: list[Any] = []
_decoders: list[msgspec.json.Decoder[tuple[str, Message]]] = []


def register(*kinds: type[Struct]) -> None:
    """Let nodes send these messages; each has a tag of its own."""
    _kinds.extend(kinds)
    # Here, while there is one thread (`log/events.py`). The name of the sender comes first.
    message: Any = Union[tuple(_kinds)]  # noqa: UP007 - of a list that grows
    _decoders[:] = [msgspec.json.Decoder(tuple[str, message])]


register(Appended, Subscribed, Unsubscribed, SubscriptionQuery, Heartbeat, NodeStopped)


def write(node: str, message: Message) -> str:
    """Encode a message from a node as one line."""
    return msgspec.json.encode((node, message)).decode()


def write_appended(node: str, append: Append, events: str) -> str:
    """Encode the message about an append, with its encoded events if they fit."""
    message = Appended(append.id, append.version, append.command_id, Raw(events.encode()))
    text = write(node, message)
    return text if len(text.encode()) < LARGEST else write(node, replace(message, events=OMITTED))


def read(line: str) -> tuple[str, Message]:
    """Return a message of a notification, with its sender; raises msgspec.DecodeError."""
    return _decoders[0].decode(line)
