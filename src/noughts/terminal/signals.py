"""Signals, handled for as long as something lasts."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def handling(name: str, handler: Callable[..., object]) -> Iterator[None]:
    """Handle a signal by `handler` until the block ends.

    It has no effect where the system has no such signal, and outside the main thread, which alone
    may handle signals.
    """
    number, previous = getattr(signal, name, None), None
    if number is not None:
        with suppress(ValueError):  # in another thread
            previous = signal.signal(number, handler)
    try:
        yield
    finally:
        if number is not None and previous is not None:
            signal.signal(number, previous)
