"""`noughts join`: a computer player takes a seat in a game on a server."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from functools import partial

from noughts.cli.parser import Parser, Subparsers, readable
from noughts.client import game_at, join
from noughts.players import DEFAULT_LEVEL, UnknownPlayer, player

_MOST_GAMES = 1_000


def add_join(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("join", help="let a player take a seat in a game on a server")
    parser.add_argument(
        "address", type=readable(game_at), metavar="URL", help="of the game's page, the link"
    )
    parser.add_argument(
        "--player", default=DEFAULT_LEVEL, metavar="NAME", help=f"who plays ({DEFAULT_LEVEL})"
    )
    parser.add_argument(
        "--games", type=_count, default=1, metavar="N", help="how many games of a series (1)"
    )
    parser.set_defaults(run=partial(_run, parser))


def _run(parser: Parser, arguments: Namespace) -> int:
    try:
        chosen = player(arguments.player)
    except UnknownPlayer as error:
        parser.error(str(error))
    join(arguments.address, chosen, arguments.games, _report)
    return 0


def _report(text: str) -> None:
    print(text, flush=True)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= _MOST_GAMES):
        raise ArgumentTypeError(f"the number of games is from 1 to {_MOST_GAMES}")
    return int(text)
