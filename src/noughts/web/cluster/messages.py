"""The messages that nodes exchange, as lines of JSON."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from noughts.web.live.presence import PresenceQuery, PresenceUpdate
from noughts.web.storage.notifications import LARGEST
from noughts.web.storage.store import Append

UNTOLD = Raw(b"null")  # in place of events too long to be told: they are in the log


class Appended(Struct, frozen=True, array_like=True, tag="kept"):
    """An append is in the log; `events` are as the log has them, or UNTOLD."""

    game: str
    version: int
    command: str
    events: Raw


class Heartbeat(Struct, frozen=True, array_like=True, tag="lives"):
    """A node is there."""


class NodeStopped(Struct, frozen=True, array_like=True, tag="ends"):
    """A node ends, and nobody attends on it any more."""


Message = Appended | PresenceUpdate | PresenceQuery | Heartbeat | NodeStopped
_decoder = msgspec.json.Decoder(tuple[str, Message])  # after the name of the node


def write(node: str, message: Message) -> str:
    """A message of a node as one line."""
    return msgspec.json.encode((node, message)).decode()


def write_appended(node: str, append: Append, events: str) -> str:
    """What is told of an append, with its events as they are kept."""
    told = Appended(append.id, append.version, append.command_id, Raw(events.encode()))
    text = write(node, told)
    return text if len(text.encode()) < LARGEST else write(node, replace(told, events=UNTOLD))


def read(notice: str) -> Iterator[tuple[str, Message]]:
    """The messages of a notice, each with its node; raises msgspec.DecodeError."""
    return map(_decoder.decode, notice.split("\n"))
