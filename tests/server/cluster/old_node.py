"""A server from before the step that renames events: it knows their old names alone."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from noughts.server.log import events as log

_RENAMING = "0008"
_encode, _decode = log.encode_events, log.decode_events


def _encode_as_of_old(events: tuple[Any, ...]) -> str:
    text = _encode(events)
    for old, new in log.RENAMED.items():
        text = text.replace(new, old)
    return text


def _decode_as_of_old(text: str) -> tuple[Any, ...]:
    if any(new in text for new in log.RENAMED.values()):
        raise msgspec.ValidationError("an unknown name")
    return _decode(text)


if __name__ == "__main__":
    # Before anything imports them.
    log.encode_events, log.decode_events = _encode_as_of_old, _decode_as_of_old

    from noughts.server.log import migrate

    for step in [each for each in migrate._UPGRADES if each >= _RENAMING]:
        del migrate._UPGRADES[step]
    migrate.LATEST = max(migrate._UPGRADES)

    from noughts.cli.main import main

    sys.exit(main())
