"""The offers that players make each other."""

from __future__ import annotations

from enum import StrEnum


class Offer(StrEnum):
    """An offer to the opponent; the value is the word for it in logs and in the API."""

    UNDO = "undo"
    DRAW = "draw"
    REMATCH = "rematch"
