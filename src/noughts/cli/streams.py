"""The console of a command: the process's own streams, made to bear any input and any text."""

from __future__ import annotations

import io
import os
import sys

from noughts.terminal.console import Console, wants_colour


def standard_console() -> Console:
    """A console on standard input and output."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a name in a record may not fit the encoding
    return Console(
        sys.stdin.buffer,
        sys.stdout,
        colour=wants_colour(sys.stdout, os.environ, sys.platform),
        echo=not sys.stdin.isatty(),
    )
