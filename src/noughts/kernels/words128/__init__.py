"""The kernels of proofs for boards of more than 64 squares.

They are the modules of `noughts.kernels` again: setup.py compiles their sources a second time, with
words of 128 bits, into this package. Where that was not done, as with a compiler that has no such
words, the sources are imported as plain Python.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from noughts.kernels.grid import HALF

_KERNELS = Path(__file__).parents[1]


def is_wide(squares: int) -> bool:
    """True if so many squares need words of 128 bits."""
    return squares > HALF


def kernel(name: str, squares: int) -> Any:
    """Return the module of a kernel for boards with so many squares.

    >>> kernel("grid", 128).lowest(1 << 127)
    127
    """
    package = __name__ if is_wide(squares) else "noughts.kernels"
    return import_module(f"{package}.{name}")


def is_compiled(squares: int) -> bool:
    """True if the kernels for boards with so many squares are compiled."""
    return not str(kernel("grid", squares).__file__).endswith(".py")


class Sources:
    """Finds the source of a kernel that is not compiled here."""

    @staticmethod
    def find_spec(
        name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the source, for a module of this package; None for any other."""
        package, _, kernel = name.rpartition(".")
        source = _KERNELS / f"{kernel}.py"
        return spec_from_file_location(name, source) if package == __name__ else None


sys.meta_path.append(Sources)
