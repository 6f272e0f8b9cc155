"""Standard output and error that nothing waits for.

A terminal that is paused, a pipe that is not read and a full disk would otherwise stop a server.
"""

from __future__ import annotations

import atexit
import io
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

from noughts.server.metrics import log_lines_dropped

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

if sys.platform == "win32":
    _alone = nullcontext  # a database in a file, the usual one there, has one process
else:
    import fcntl

    @contextmanager
    def _alone(file: io.FileIO) -> Iterator[None]:
        """Keep other server processes from writing meanwhile: a pipe mixes texts above 4 kB."""
        with suppress(OSError):  # not all that can be written can be locked
            fcntl.lockf(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            with suppress(OSError):
                fcntl.lockf(file, fcntl.LOCK_UN)


_MOST_WAITING = 1_000  # texts: most are lines of 200 bytes, some tracebacks of a few kB
_FLUSH_SECONDS = 2.0  # at the end, for a reader that is slow


def write_in_background() -> None:
    """Have standard output and standard error each written by a thread, until the process ends."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        background: Any = _Background(stream.fileno())  # not for reading, as its type asks
        atexit.register(background.finish)
        text = io.TextIOWrapper(background, stream.encoding, stream.errors, line_buffering=True)
        setattr(sys, name, text)


class _Background(io.RawIOBase):
    """A file that a thread writes to; what it cannot take is dropped, and counted."""

    def __init__(self, descriptor: int) -> None:
        self._file = open(descriptor, "wb", buffering=0, closefd=False)  # noqa: SIM115
        self._waiting: SimpleQueue[bytes | None] = SimpleQueue()
        self._thread = Thread(target=self._write_waiting, name="noughts-output", daemon=True)
        self._thread.start()

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._file.fileno()

    def isatty(self) -> bool:
        return self._file.isatty()

    def write(self, data: ReadableBuffer, /) -> int:
        """Have bytes written soon, unless too many wait already."""
        text = bytes(data)
        if self._waiting.qsize() < _MOST_WAITING:
            self._waiting.put(text)
        else:
            log_lines_dropped.inc()
        return len(text)

    def finish(self) -> None:
        """Wait a moment until all is written."""
        self._waiting.put(None)
        self._thread.join(_FLUSH_SECONDS)

    def _write_waiting(self) -> None:
        """Write what waits, on the thread; of a text that fails the rest is dropped."""
        is_torn = False  # the last line
        for text in iter(self._waiting.get, None):
            left = whole = b"\n" + text if is_torn else text
            try:
                with _alone(self._file):
                    while left:
                        left = left[self._write_some(left) :]
            except OSError:  # its reader has left, or the disk is full
                log_lines_dropped.inc()
            is_torn = left != b"" and (is_torn or left != whole)

    def _write_some(self, data: bytes) -> int:
        written = self._file.write(data)
        if written is None:  # another program made it so that writing does not wait
            select.select([], [self._file], [])
        return written or 0
