"""The messages that every live connection gets, and how messages are written."""

from __future__ import annotations

import msgspec
from msgspec import Struct

_encoder = msgspec.json.Encoder()


class Hello(Struct, frozen=True, tag="hello"):
    """The first message: how many seconds there are between two of type `heartbeat`."""

    heartbeat: float


class Heartbeat(Struct, frozen=True, tag="heartbeat"):
    """Sent regularly: if you have an older version than this, you have missed something."""

    version: int


def write(message: Struct) -> str:
    """Encode a message as it is sent."""
    return _encoder.encode(message).decode()
