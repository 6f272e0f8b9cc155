"""`noughts players`: list the computer players and levels."""

from __future__ import annotations

from argparse import Namespace

from noughts.cli.parser import Subparsers, readable
from noughts.core.rules import Rules
from noughts.players import DEFAULT_LEVEL, PLAYERS, describe, levels, player


def add_players(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("players", help="list the computer players and the levels")
    parser.add_argument(
        "board", nargs="?", type=readable(Rules.parse), default=Rules(), help="such as 5x5:4"
    )
    parser.set_defaults(run=_run)


def _run(arguments: Namespace) -> int:
    rules = arguments.board
    offered = levels(rules)
    print(f"Levels on {rules}: {', '.join(map(_marked, offered))}.\n")
    for name in PLAYERS:
        absent = "" if player(name).supports(rules) else f" (not on {rules})"
        print(f"{name:11}{describe(name)}{absent}")
    return 0


def _marked(level: str) -> str:
    return f"{level} (the default)" if level == DEFAULT_LEVEL else level
