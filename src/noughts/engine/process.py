"""An engine's process: lines in and out, each wait bounded, and always reaped; how it can fail."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from enum import Enum
from io import RawIOBase
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import cast

from noughts.core.errors import NoughtsError
from noughts.core.notation import quote

LONGEST_LINE = 4_096  # bytes; the rest of a longer line is dropped
_MOST_WAITING = 1_000  # lines; an engine that writes more waits until they are read
_SECONDS_TO_END = 1.0  # as the protocol suggests
_LINE_END = re.compile(rb"[\r\n]+")


class Fault(Enum):
    """What a player did wrong; the values are for people, of one and of several."""

    ILLEGAL = ("illegal move", "illegal moves")
    TIME = ("time loss", "time losses")
    CRASH = ("crash", "crashes")

    def counted(self, count: int) -> str:
        """Return a number of these faults, in words.

        >>> Fault.CRASH.counted(2)
        '2 crashes'
        """
        return f"{count:,} {self.value[count != 1]}"


class EngineFailure(NoughtsError):
    """An engine hung, crashed, or answered with something that is no legal move."""

    def __init__(self, fault: Fault, reason: str) -> None:
        super().__init__(fault, reason)
        self.fault = fault
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class EngineProcess:
    """A process that reads and writes lines; its errors are EngineFailure.

    It runs without a shell, and in a session of its own, so that Ctrl-C reaches only us and that
    what it starts ends with it. What it writes to standard error is discarded.
    """

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            name, reason = quote(command[0]), getattr(error, "strerror", None) or str(error)
            raise EngineFailure(Fault.CRASH, f"cannot start {name}: {reason}") from None
        self._lines: Queue[str | None] = Queue(_MOST_WAITING)
        self._has_ended = False
        self._input = cast(RawIOBase, self._process.stdin)
        self._output = cast(RawIOBase, self._process.stdout)
        self._reader = Thread(target=_read_lines, args=(self._output, self._lines), daemon=True)
        self._reader.start()

    def send(self, *lines: str) -> None:
        """Write lines; raises EngineFailure if the process has ended."""
        data = "".join(f"{line}\r\n" for line in lines).encode()
        try:
            while data:
                data = data[self._input.write(data) or 0 :]
        except OSError:
            raise self._crash() from None

    def receive(self, seconds: float) -> str:
        """The next line that is not empty; raises EngineFailure if there is none in time."""
        try:
            line = None if self._has_ended else self._lines.get(timeout=max(seconds, 0.0))
        except Empty:
            raise EngineFailure(Fault.TIME, "does not answer in time") from None
        if line is None:
            self._has_ended = True
            raise self._crash()
        return line

    def receive_waiting(self) -> str | None:
        """A line that has arrived already, or None."""
        return None if self._has_ended or self._lines.empty() else self.receive(0.0)

    def close(self) -> None:
        """End the process: asked to at first, then killed, with all that it started."""
        with suppress(EngineFailure):
            self.send("END")
        with suppress(OSError):
            self._input.close()
        try:
            deadline = monotonic() + _SECONDS_TO_END
            self._drain(deadline)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(max(0.0, deadline - monotonic()))
        finally:
            if sys.platform == "win32":
                self._process.kill()
            else:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._drain(monotonic() + _SECONDS_TO_END)
            if not self._reader.is_alive():
                self._output.close()

    def _drain(self, deadline: float) -> None:
        """Discard lines until the last one or the deadline, so that the reader can end."""
        with suppress(Empty):
            while not self._has_ended:
                line = self._lines.get(timeout=max(0.0, deadline - monotonic()))
                self._has_ended = line is None
                if monotonic() >= deadline:
                    break
        self._reader.join(max(0.0, deadline - monotonic()))

    def _crash(self) -> EngineFailure:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_END)
        code = self._process.returncode
        how = "closed its output" if code is None else f"ended with exit code {code}"
        return EngineFailure(Fault.CRASH, how)


def _read_lines(source: RawIOBase, lines: Queue[str | None]) -> None:
    """Put the lines of a stream into a queue, and None at its end."""
    rest = b""
    with suppress(OSError, ValueError):
        while chunk := source.read(LONGEST_LINE):
            *complete, rest = _LINE_END.split(rest + chunk)
            for line in filter(None, map(_text, complete)):
                lines.put(line)
            rest = rest[:LONGEST_LINE]
    if rest:
        lines.put(_text(rest))
    lines.put(None)


def _text(line: bytes) -> str:
    return line[:LONGEST_LINE].decode("utf-8", "replace").strip()
