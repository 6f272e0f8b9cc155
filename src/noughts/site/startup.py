"""What a snapshot of the memory is to have, so that no request waits for it."""

from __future__ import annotations

import warnings
from importlib import import_module
from pkgutil import walk_packages

import noughts
from noughts.core.errors import UncompiledWarning


def prepare() -> None:
    """Import every module that is there."""
    warnings.simplefilter("ignore", UncompiledWarning)  # nobody can compile them in a page
    for module in walk_packages(noughts.__path__, "noughts."):
        import_module(module.name)
