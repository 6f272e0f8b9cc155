"""A real server on its own port, which ends with the block."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

NOUGHTS = (sys.executable, "-m", "noughts")
_PATIENCE = 60  # seconds for a start or an end, on a very busy machine

# So that tests hit a rate limit only on purpose.
_GENEROUS = (
    *(f"--{kind}-per-minute=1000000" for kind in ("games", "moves", "questions")),
    *("--codes-per-hour=1000000", "--games-per-day=1000000000"),
)


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its address, with a slash at the end, and its process."""

    address: str
    process: subprocess.Popen[str]


@contextmanager
def serving(
    database: Path,
    *flags: str,
    program: Sequence[str] = NOUGHTS,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    """Serve games from a database until the block ends; the log goes to a file beside it."""
    command = [*program, "serve", "--port=0"]
    with (
        database.with_suffix(".log").open("a") as log,
        subprocess.Popen(
            [*command, f"--database=sqlite:///{database}", *_GENEROUS, *flags],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        try:
            yield Server(_address(process), process)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(_PATIENCE)


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://\S+/", line)
    assert found, f"the server did not start: {line!r}"
    return found.group()
