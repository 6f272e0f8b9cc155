"""Signals, handled for as long as something lasts."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def handling(name: str, handler: Callable[..., object]) -> Iterator[None]:
    """Handle a signal by `handler` until the block ends.

    It has no effect where the system has no such signal, and outside the main thread, which alone
    may handle signals.
    """
    number = getattr(signal, name, None)
    if number is None or current_thread() is not main_thread():
        yield
        return
    previous = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, previous)
