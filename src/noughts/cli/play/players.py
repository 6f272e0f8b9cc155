"""`noughts rules` and `noughts players`: how a game is played, and who plays it."""

from __future__ import annotations

from argparse import Namespace

from noughts.cli.parser import Parser, readable
from noughts.core.rules import Rules
from noughts.core.text import instructions, title
from noughts.players import DEFAULT_LEVEL, PLAYERS, describe, levels, player


def add_rules(parser: Parser) -> None:
    """Declare the command."""
    _add_board(parser)
    parser.set_defaults(run=_print_rules)


def add_players(parser: Parser) -> None:
    """Declare the command."""
    _add_board(parser)
    parser.set_defaults(run=_list_players)


def _add_board(parser: Parser) -> None:
    parser.add_argument(
        "board", nargs="?", type=readable(Rules.parse), default=Rules(), help="such as 5x5:4"
    )


def _print_rules(arguments: Namespace) -> int:
    print(f"{title(arguments.board)}.\n\n{instructions(arguments.board)}")
    return 0


def _list_players(arguments: Namespace) -> int:
    rules = arguments.board
    offered = levels(rules)
    print(f"Levels on {rules}: {', '.join(map(_marked, offered))}.\n")
    for name in PLAYERS:
        absent = "" if player(name).supports(rules) else f" (not on {rules})"
        print(f"{name:11}{describe(name)}{absent}")
    return 0


def _marked(level: str) -> str:
    return f"{level} (the default)" if level == DEFAULT_LEVEL else level
