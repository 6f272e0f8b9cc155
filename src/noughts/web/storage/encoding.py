"""Events as JSON, in the log and in messages between nodes."""

from __future__ import annotations

from typing import Any

import msgspec

from noughts.online.events import LoggedEvent

_decoder = msgspec.json.Decoder(tuple[LoggedEvent, ...])


def encode_events(events: tuple[Any, ...]) -> str:
    """Events as the log has them."""
    return msgspec.json.encode(events).decode()


def decode_events(text: str | bytes) -> tuple[LoggedEvent, ...]:
    """Events read from the log; raises msgspec.DecodeError where they are damaged."""
    return _decoder.decode(text)
