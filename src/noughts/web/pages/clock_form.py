"""A clock as the forms of pages send it: `game-180` is three minutes each, nothing is none."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from noughts.web.views.schemas import ClockSetting

ClockText = Annotated[str, Meta(pattern="^((move|game)-[0-9]{1,5})?$")]


def clock_of(text: str) -> ClockSetting | None:
    """The clock that a form names; raises msgspec.ValidationError for one that cannot be.

    >>> clock_of("game-180")
    ClockSetting(per='game', seconds=180)
    """
    if not text:
        return None
    per, _, seconds = text.partition("-")
    return msgspec.convert({"per": per, "seconds": int(seconds)}, ClockSetting)
