"""What is proved, by whatever proves it: `solve`, `values` and their like ask here.

The atlas itself has the values of many boards, each with a certificate that anybody can check.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from noughts.atlas.questions import best_line, is_proved, keeping_moves, solve, values

if TYPE_CHECKING:
    from noughts.atlas.builder import build
    from noughts.atlas.chart import picture
    from noughts.atlas.coverage import boards, boards_to_build, order, wide
    from noughts.atlas.entry import Entry
    from noughts.atlas.table import (
        POSITIONS,
        PROOFS,
        TABLE,
        check,
        find_entry,
        proof_name,
        read_table,
    )

__all__ = [
    "POSITIONS",
    "PROOFS",
    "TABLE",
    "Entry",
    "best_line",
    "boards",
    "boards_to_build",
    "build",
    "check",
    "find_entry",
    "is_proved",
    "keeping_moves",
    "order",
    "picture",
    "proof_name",
    "read_table",
    "solve",
    "values",
    "wide",
]

# A game on a small board needs none of these.
_LAZY = {
    "builder": ("build",),
    "chart": ("picture",),
    "coverage": ("boards", "boards_to_build", "order", "wide"),
    "entry": ("Entry",),
    "table": (
        "POSITIONS",
        "PROOFS",
        "TABLE",
        "check",
        "find_entry",
        "proof_name",
        "read_table",
    ),
}
_MODULES = {name: f"noughts.atlas.{module}" for module, names in _LAZY.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'noughts.atlas' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_MODULES[name]), name)
    return found
