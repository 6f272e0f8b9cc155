"""A lock on a file that holds among processes, by what the system itself offers."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import IO

_PATIENCE = 5.0  # seconds
_PAUSE = 0.01  # seconds between two tries, so that many writers at one file get a turn

if sys.platform == "win32":
    import msvcrt

    # A byte that no file has, since Windows lets nobody else read what is locked.
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
def locked(file: IO[bytes]) -> Iterator[None]:
    """Hold the only lock on an open file; raises OSError when another program keeps it."""
    _wait_for_lock(file)
    try:
        yield
    finally:
        _unlock(file)


def _wait_for_lock(file: IO[bytes]) -> None:
    until = monotonic() + _PATIENCE
    while True:
        try:
            return _lock(file)
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
                raise
            if monotonic() > until:
                reason = "cannot be locked; another program may be writing to it"
                raise OSError(errno.ENOLCK, reason) from None
        sleep(_PAUSE)
