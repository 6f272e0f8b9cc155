"""Matches between players, and exact results of a player against one opponent or all of them."""

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
