"""Computer players: one file each, a table of them all, and the levels made from them."""

from typing import TYPE_CHECKING, Any

from noughts.players.base import Choice, Deterministic, Player
from noughts.players.table import (
    DEFAULT_LEVEL,
    LEVELS,
    PLAYERS,
    UnknownPlayer,
    check_supports,
    describe,
    levels,
    nearest_level,
    player,
    players_of,
)

if TYPE_CHECKING:
    from noughts.players.weighted import Weighted

__all__ = [
    "DEFAULT_LEVEL",
    "LEVELS",
    "PLAYERS",
    "Choice",
    "Deterministic",
    "Player",
    "UnknownPlayer",
    "Weighted",
    "check_supports",
    "describe",
    "levels",
    "nearest_level",
    "player",
    "players_of",
]


def __getattr__(name: str) -> Any:
    """Import the base class on demand, since none of the players here uses it."""
    if name == "Weighted":
        from noughts.players.weighted import Weighted  # noqa: PLC0415

        return Weighted
    raise AttributeError(f"module 'noughts.players' has no attribute {name!r}")
