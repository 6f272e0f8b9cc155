"""The kinds of events that logs hold, events as JSON, and the time as they record it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Union

import msgspec
from msgspec import Meta

RENAMED: dict[str, str] = {}  # in the JSON of events: old names, and those of today

_kinds: list[Any] = []
_decoders: list[msgspec.json.Decoder[tuple[Any, ...]]] = []


def register(*kinds: Any) -> None:
    """Let logs hold these events; each has a tag of its own."""
    _kinds.extend(kinds)
    # Here, while there is one thread: where two make one at once, msgspec 0.22 ends the process.
    # An append has at least one event, and readers rely on the last.
    _decoders[:] = [
        msgspec.json.Decoder(Annotated[tuple[logged(), ...], Meta(min_length=1)])  # type: ignore[misc]
    ]


def rename(names: Mapping[str, str]) -> None:
    """Read events by old names too, which nothing may be called again; they are parts of JSON.

    In a name that a player typed, a quotation mark has a backslash before it.
    """
    RENAMED.update(names)


def logged() -> Any:
    """Return the type of all events that logs may hold."""
    return Union[tuple(_kinds)]  # noqa: UP007 - of a list that grows


def encode_events(events: tuple[Any, ...]) -> str:
    """Return events as JSON, as logs and messages between nodes have them."""
    return msgspec.json.encode(events).decode()


def decode_events(text: str) -> tuple[Any, ...]:
    """Return events from JSON, by old names too; raises msgspec.DecodeError for damaged ones."""
    try:
        return _decoders[0].decode(text)
    except msgspec.ValidationError:
        renamed = text
        for old, new in RENAMED.items():
            renamed = renamed.replace(old, new)
        if renamed == text:
            raise
        return decode_events(renamed)
    except (UnicodeDecodeError, RecursionError) as error:  # msgspec's too
        raise msgspec.DecodeError(str(error)) from None


def now() -> str:
    """Return the time in UTC, in ISO 8601 to the millisecond, as events record it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
