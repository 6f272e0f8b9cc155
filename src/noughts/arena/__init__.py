"""Matches between players, and exact results of a player against one opponent or all of them."""

from noughts.arena.certification import Certification, Odds, SideReport
from noughts.arena.certifier import certify, odds
from noughts.arena.matches import Match, Score, match

__all__ = ["Certification", "Match", "Odds", "Score", "SideReport", "certify", "match", "odds"]
