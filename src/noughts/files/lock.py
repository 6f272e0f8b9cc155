"""A lock on a file between processes, kept by the operating system."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import IO

_PAUSE = 0.01  # seconds between attempts, so that many writers of one file get their turn

if sys.platform == "win32":
    import msvcrt

    # A byte beyond the end of any file, since Windows lets nobody else read locked bytes.
    _BEYOND = 0x7FFF_FFFF

    def _lock(file: IO[bytes]) -> None:
        file.seek(_BEYOND)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

    def _unlock(file: IO[bytes]) -> None:
        file.seek(_BEYOND)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)


@contextmanager
def locked(file: IO[bytes], timeout: float) -> Iterator[None]:
    """Hold the exclusive lock on an open file, which also ends with the process.

    Waits this number of seconds for another program that holds it, then raises BlockingIOError.
    Raises OSError where the file cannot be locked at all.
    """
    until = monotonic() + timeout
    while True:
        try:
            _lock(file)
            break
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
                raise
            if monotonic() > until:
                raise BlockingIOError(errno.EAGAIN, "is locked by another program") from None
        sleep(_PAUSE)
    try:
        yield
    finally:
        _unlock(file)
