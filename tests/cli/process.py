"""The command `noughts` as a process of its own, where warnings are errors."""

from __future__ import annotations

import os
import subprocess
import sys

# Unbuffered output hides what happens when a buffer cannot be written at the end.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
COMMAND = (sys.executable, "-W", "error", "-X", "dev", "-m", "noughts")


def run(
    *arguments: str, typed: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command with something typed and with additions to the environment."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        capture_output=True,
        env={**ENVIRONMENT, **environment},
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
