"""Matches between players, and exact results of a player against one opponent or all of them."""

from noughts.arena.certification import Certification, Odds, SideReport
from noughts.arena.certifier import certify, odds
from noughts.arena.matches import Match, Score, match
from noughts.arena.openings import random_opening
from noughts.arena.pairs import Contender, Pair, Plan, play_pairs
from noughts.arena.referee import Failure, Played, Stopped
from noughts.arena.statistics import Sprt, elo, expected_share, interval
from noughts.arena.tally import Conduct, Tally

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
    "elo",
    "expected_share",
    "interval",
    "match",
    "odds",
    "play_pairs",
    "random_opening",
]
