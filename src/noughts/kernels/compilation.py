"""Tells if the kernels are compiled: else a warning, and a stand-in for Cython's module."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from functools import cache
from warnings import warn

from noughts.core.errors import UncompiledWarning
from noughts.kernels import generator

COMPILED = not generator.__file__.endswith(".py")
DESCRIPTION = f"kernels: {'compiled' if COMPILED else 'pure Python'}"

# As in the module `cython`, which need not be installed.
compiled = False
nogil = nullcontext()


@cache
def warn_if_uncompiled() -> None:
    """Warn once, before the kernels are first used as plain Python.

    Worker processes do not warn, since the main process does.
    """
    if COMPILED:
        return
    from multiprocessing import current_process  # 5 ms

    if current_process().name == "MainProcess":
        warn(
            "the kernels are not compiled: random games in bulk and proofs take a hundred to"
            " several thousand times as long; reinstall noughts from a wheel, or with a C"
            " compiler, to make them fast",
            UncompiledWarning,
            stacklevel=_calls_within() + 1,
        )


def _calls_within() -> int:
    """Return how many frames up the first caller outside this package is."""
    frame, calls = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals["__name__"].startswith("noughts."):
        frame, calls = frame.f_back, calls + 1
    return calls - 1
