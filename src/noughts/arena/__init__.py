"""Players on trial: what can happen to one, exactly, against another or against everybody."""

from noughts.arena.certification import Certification, Odds, SideReport
from noughts.arena.certify import certify, odds

__all__ = ["Certification", "Odds", "SideReport", "certify", "odds"]
