"""When the full screen opens: where it is installed, on an interactive terminal."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from noughts.cli.parser import Parser
from noughts.cli.streams import is_plain_here

if TYPE_CHECKING:
    from textual.screen import Screen

INTERRUPTED = 130  # the exit code


def add_plain(parser: Parser) -> None:
    """Declare `--plain`."""
    parser.add_argument(
        "--plain", action="store_true", help="lines of text, even where the full screen could open"
    )


def is_wanted(arguments: Namespace) -> bool:
    """Whether to open the full screen rather than to write lines of text."""
    return not arguments.plain and can_open()


def can_open() -> bool:
    """Whether there is a terminal for the full screen, and what draws it is installed.

    Textual draws on standard error.
    """
    return not is_plain_here() and sys.stderr.isatty() and _is_installed()


def _is_installed() -> bool:
    from importlib.util import find_spec  # noqa: PLC0415 - a game in a pipe has no use for it

    return find_spec("textual") is not None


def show(screen: Screen[None]) -> int:
    """Show a screen until somebody leaves; returns the exit code."""
    from noughts.screen.app import run  # noqa: PLC0415 - 200 ms

    return run(screen)
