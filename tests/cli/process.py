"""The command `noughts` as a process of its own, where warnings are errors."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

COMMAND = (sys.executable, "-W", "error", "-X", "dev", "-m", "noughts")
_SOURCE = str(Path(__file__).parents[2] / "src")


def run(
    *arguments: str, typed: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command with something typed and with additions to the environment."""
    return _done([*COMMAND, *arguments], typed, environment)


def run_in_ascii(
    *arguments: str, typed: bytes = b"", encoding: str = "ascii"
) -> subprocess.CompletedProcess[bytes]:
    """Run it where the system knows no other text, and the streams that of an encoding.

    Python sees no packages: in a checkout whose path is not ASCII it could not read where they are.
    """
    variables = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-S", *COMMAND[1:], *arguments]
    return _done(command, typed, {"PYTHONPATH": _SOURCE, **variables})


def _done(
    command: Sequence[str], typed: bytes, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command,
        input=typed,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )


def run_code(code: str) -> subprocess.CompletedProcess[bytes]:
    """Run a few lines of Python instead of the command, with no input."""
    return subprocess.run(
        [sys.executable, "-c", code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
