"""Computer players: one file a player, one table of them, and the levels made of them."""

from noughts.players.base import Deterministic, Weighted
from noughts.players.player import Choice, Player, check_supports
from noughts.players.table import (
    DEFAULT_LEVEL,
    LEVELS,
    PLAYERS,
    UnknownPlayer,
    describe,
    levels,
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
    "player",
    "players_of",
]
