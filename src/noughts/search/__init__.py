"""Strong play on boards too large to solve; the forced wins it finds are proofs."""

from noughts.search.deepening import Searched
from noughts.search.engine import (
    Engine,
    best_move,
    can_search,
    engine_for,
    promises,
    quick_engine_for,
    use_own_engines,
)
from noughts.search.forced import ForcedWin, Threatened, forced_loss, forced_win, threatened_win
from noughts.search.proof import WinProof, prove_win

__all__ = [
    "Engine",
    "ForcedWin",
    "Searched",
    "Threatened",
    "WinProof",
    "best_move",
    "can_search",
    "engine_for",
    "forced_loss",
    "forced_win",
    "promises",
    "prove_win",
    "quick_engine_for",
    "threatened_win",
    "use_own_engines",
]
