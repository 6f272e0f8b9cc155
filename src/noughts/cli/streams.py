"""The console of a command: the streams of the process, prepared for any input and text."""

from __future__ import annotations

import io
import os
import sys

from noughts.terminal.console import Console, wants_colour


def provide_missing_streams() -> None:
    """Open an empty stream for each one the process was started without, as by `noughts <&-`.

    Python sets such a stream to None. The new stream takes the missing descriptor, so that no file
    opened later can take it and receive text meant for the screen.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            stream = os.fdopen(descriptor, mode, encoding="utf-8", closefd=False)
            setattr(sys, name, stream)


def standard_console() -> Console:
    """A console on standard input and output."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # the encoding may lack characters of a name
    return Console(
        sys.stdin.buffer,
        sys.stdout,
        colour=wants_colour(sys.stdout, os.environ, sys.platform),
        echo=not sys.stdin.isatty(),
    )
