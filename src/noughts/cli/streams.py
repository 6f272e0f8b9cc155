"""The console of a command: the process's own streams, made to bear any input and any text."""

from __future__ import annotations

import io
import os
import sys

from noughts.terminal.console import Console, wants_colour


def provide_missing_streams() -> None:
    """Put an empty stream wherever the process was started without one, as by `noughts <&-`.

    Python has None there. Opening takes the missing descriptor itself, so that no file opened
    later does and receives what was meant for the screen.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            stream = os.fdopen(descriptor, mode, encoding="utf-8", closefd=False)
            setattr(sys, name, stream)


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
