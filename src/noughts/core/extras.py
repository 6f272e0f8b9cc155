"""What only an extra of the package installs: where it is missing, one sentence says what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from noughts.core.errors import MissingExtra


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Turn a failed import of what the extra installs into MissingExtra.

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
    """Raise MissingExtra unless the modules, which the extra installs, are there; imports none."""
    for module in modules:
        if find_spec(module) is None:
            raise _missing(name, module)


def _missing(name: str, module: str) -> MissingExtra:
    return MissingExtra(f'{module} is not installed: pip install "noughts[{name}]" brings it')
