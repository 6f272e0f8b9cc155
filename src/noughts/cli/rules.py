"""`noughts rules`: how the game is played."""

from __future__ import annotations

from argparse import Namespace

from noughts.cli.parser import Subparsers, readable
from noughts.core.rules import Rules
from noughts.core.text import instructions, title


def add_rules(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("rules", help="print how the game is played")
    parser.add_argument(
        "board", nargs="?", type=readable(Rules.parse), default=Rules(), help="such as 5x5:4"
    )
    parser.set_defaults(run=_run)


def _run(arguments: Namespace) -> int:
    print(f"{title(arguments.board)}\n\n{instructions(arguments.board)}")
    return 0
