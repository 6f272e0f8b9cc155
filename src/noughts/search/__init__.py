"""Strong play on boards too large to solve; the forced wins it finds are proofs.

The package can be called: `noughts.search(position, limit)` is its function `search`.
"""

import sys
from types import ModuleType
from typing import Any

from noughts.search.deepening import Searched
from noughts.search.engine import (
    Engine,
    engine_for,
    promises,
    quick_engine_for,
    search,
    use_own_engines,
)
from noughts.search.forced import (
    ForcedWin,
    Threatened,
    forced_loss,
    forced_win,
    threatened_win,
)
from noughts.search.proof import WinProof, prove_win
from noughts.search.setup import can_search

__all__ = [
    "Engine",
    "ForcedWin",
    "Searched",
    "Threatened",
    "WinProof",
    "can_search",
    "engine_for",
    "forced_loss",
    "forced_win",
    "promises",
    "prove_win",
    "quick_engine_for",
    "search",
    "threatened_win",
    "use_own_engines",
]


class _CallablePackage(ModuleType):
    """A package that is called like the function of its name, which it would otherwise hide."""

    def __call__(self, *arguments: Any, **named: Any) -> Searched:
        return search(*arguments, **named)


sys.modules[__name__].__class__ = _CallablePackage
