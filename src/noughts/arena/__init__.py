"""Matches between players, and exact results of a player against one opponent or all of them."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.arena.certifier import Certification, Odds, SideReport, certify, certify_side, odds
    from noughts.arena.matches import Match, Score, match
    from noughts.arena.openings import random_opening
    from noughts.arena.pairs import Contender, Failure, Pair, Plan, Played, Stopped, play_pairs
    from noughts.arena.sprt import Sprt
    from noughts.arena.statistics import Conduct, Tally, elo, expected_share, interval

__all__ = [
    "Certification",
    "Conduct",
    "Contender",
    "Failure",
    "Match",
    "Odds",
    "Pair",
    "Plan",
    "Played",
    "Score",
    "SideReport",
    "Sprt",
    "Stopped",
    "Tally",
    "certify",
    "certify_side",
    "elo",
    "expected_share",
    "interval",
    "match",
    "odds",
    "play_pairs",
    "random_opening",
]

# Imported once it is asked for: who certifies, as a page does, needs neither matches nor processes.
_LAZY = {
    "noughts.arena.certifier": (
        "Certification",
        "Odds",
        "SideReport",
        "certify",
        "certify_side",
        "odds",
    ),
    "noughts.arena.matches": ("Match", "Score", "match"),
    "noughts.arena.openings": ("random_opening",),
    "noughts.arena.pairs": (
        "Contender",
        "Failure",
        "Pair",
        "Plan",
        "Played",
        "Stopped",
        "play_pairs",
    ),
    "noughts.arena.sprt": ("Sprt",),
    "noughts.arena.statistics": ("Conduct", "Tally", "elo", "expected_share", "interval"),
}


def __getattr__(name: str) -> Any:
    for module, names in _LAZY.items():
        if name in names:
            value = globals()[name] = getattr(import_module(module), name)
            return value
    raise AttributeError(f"module 'noughts.arena' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
