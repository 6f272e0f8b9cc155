"""Optional dependencies: if one is missing, the error says how to install it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from noughts.core.errors import MissingExtra


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Turn a failed import of an optional dependency into MissingExtra.

    >>> with extra("rl"):
    ...     import nowhere
    Traceback (most recent call last):
    noughts.core.errors.MissingExtra: nowhere is not installed: pip install "noughts[rl]" brings it
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise _missing(name, error.name or "a library") from None


def require_extra(name: str, *modules: str) -> None:
    """Raise MissingExtra unless the modules of an extra are installed; imports none of them."""
    for module in modules:
        if find_spec(module) is None:
            raise _missing(name, module)


def _missing(name: str, module: str) -> MissingExtra:
    return MissingExtra(f'{module} is not installed: pip install "noughts[{name}]" brings it')
