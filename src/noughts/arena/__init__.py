"""Players on trial: matches, and what can happen to a player, exactly, against one or everybody."""

from noughts.arena.certification import Certification, Odds, SideReport
from noughts.arena.certifier import certify, odds
from noughts.arena.matches import Match, Score, match

__all__ = ["Certification", "Match", "Odds", "Score", "SideReport", "certify", "match", "odds"]
