"""Theorems about whole families of boards, each with a certificate that anybody can check.

What they say and why they hold is in `noughts.verify_families` and `noughts.verify_wins`, which
check them.
"""

from noughts.atlas.families.theorems import (
    FAMILIES,
    Board,
    Theorem,
    families,
    find_family,
    find_theorem,
)

__all__ = ["FAMILIES", "Board", "Theorem", "families", "find_family", "find_theorem"]
