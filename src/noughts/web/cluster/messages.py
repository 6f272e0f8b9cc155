"""The messages that nodes exchange, as lines of JSON."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from noughts.web.live.presence import PresenceQuery, PresenceUpdate
from noughts.web.storage.notifications import LARGEST
from noughts.web.storage.store import Append

OMITTED = Raw(b"null")  # in place of events that are too long: they are in the log


class Appended(Struct, frozen=True, array_like=True, tag="kept"):
    """An append was committed; `events` are as in the log, or OMITTED."""

    game: str
    version: int
    command: str
    events: Raw


class Heartbeat(Struct, frozen=True, array_like=True, tag="lives"):
    """A node is running."""


class NodeStopped(Struct, frozen=True, array_like=True, tag="ends"):
    """A node is shutting down; nobody is connected to it any more."""


Message = Appended | PresenceUpdate | PresenceQuery | Heartbeat | NodeStopped
_decoder = msgspec.json.Decoder(tuple[str, Message])  # the name of the sender comes first


def write(node: str, message: Message) -> str:
    """Encode a message from a node as one line."""
    return msgspec.json.encode((node, message)).decode()


def write_appended(node: str, append: Append, events: str) -> str:
    """Encode the message about an append, with its encoded events if they fit."""
    message = Appended(append.id, append.version, append.command_id, Raw(events.encode()))
    text = write(node, message)
    return text if len(text.encode()) < LARGEST else write(node, replace(message, events=OMITTED))


def read(notification: str) -> Iterator[tuple[str, Message]]:
    """The messages in a notification, each with its sender; raises msgspec.DecodeError."""
    return map(_decoder.decode, notification.split("\n"))
