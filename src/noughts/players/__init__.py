"""Computer players: one file each, a table of them all, and the levels made from them."""

from noughts.players.base import Choice, Deterministic, Player, Weighted
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
