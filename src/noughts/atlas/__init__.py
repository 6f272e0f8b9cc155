"""What is proved, by whatever proves it: `solve`, `values` and their like ask here.

The atlas itself has the values of many boards, each with a certificate that anybody can check.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from noughts.atlas.questions import best_line, is_proved, keeping_moves, solve, values

if TYPE_CHECKING:
    from noughts.atlas.chart import picture
    from noughts.atlas.table import (
        POSITIONS,
        PROOFS,
        TABLE,
        Entry,
        boards,
        boards_to_build,
        build,
        check,
        find_entry,
        order,
        proof_name,
        read_table,
        wide,
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


def __getattr__(name: str) -> Any:
    """What a game on a small board does not need, imported once it is asked for."""
    if name not in __all__:
        raise AttributeError(f"module 'noughts.atlas' has no attribute {name!r}")
    module = import_module(f"noughts.atlas.{'chart' if name == 'picture' else 'table'}")
    found = globals()[name] = getattr(module, name)
    return found
