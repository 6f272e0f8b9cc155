"""`noughts gomocup`: our players as an engine for managers of five-in-a-row tournaments."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import BinaryIO

from noughts import __version__
from noughts.cli.parser import as_usage_error, one_line
from noughts.engine.session import Session
from noughts.players import UnknownPlayer, player

_LONGEST_LINE = 4_096  # bytes


def run_gomocup(arguments: Namespace) -> int:
    """Answer commands until one ends the session."""
    with as_usage_error(UnknownPlayer):
        chosen = player(arguments.player, arguments.seed)
    session = Session(chosen, __version__, arguments.k)
    for line in _lines(sys.stdin.buffer):
        for answer in session.answers(line):
            print(one_line(answer), flush=True)
        if session.is_over:
            break
    return 0


def _lines(source: BinaryIO) -> Iterator[str]:
    """The lines of a stream; what is too long for any command is cut."""
    while line := source.readline(_LONGEST_LINE):
        whole = line
        while len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
            line = source.readline(_LONGEST_LINE)
        yield whole.decode("utf-8", "replace")
