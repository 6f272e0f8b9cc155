"""`noughts join`: you, or a computer player, take a seat in a game on a server."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from functools import partial

from noughts.cli.full_screen import add_plain, is_wanted, show
from noughts.cli.parser import Parser, readable
from noughts.client import Connection, game_at, join
from noughts.players import DEFAULT_LEVEL, UnknownPlayer, player

_MOST_GAMES = 1_000


def add_join(parser: Parser) -> None:
    """Declare the command."""
    parser.add_argument(
        "address", type=readable(game_at), metavar="URL", help="of the game's page, the link"
    )
    parser.add_argument(
        "--player",
        metavar="NAME",
        help=f"which player; without one you play yourself, or {DEFAULT_LEVEL} where the full "
        "screen can't open",
    )
    parser.add_argument("--games", type=_count, metavar="N", help="how many games of a series (1)")
    add_plain(parser)
    parser.set_defaults(run=partial(_run, parser))


def _run(parser: Parser, arguments: Namespace) -> int:
    if arguments.player is None and arguments.games is None and is_wanted(arguments):
        return _play(arguments.address)
    try:
        chosen = player(arguments.player or DEFAULT_LEVEL)
    except UnknownPlayer as error:
        parser.error(str(error))
    join(arguments.address, chosen, arguments.games or 1, _report)
    return 0


def _play(game: Connection) -> int:
    from noughts.screen.friend import FriendScreen  # noqa: PLC0415 - 200 ms

    return show(FriendScreen(game))


def _report(text: str) -> None:
    print(text, flush=True)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= _MOST_GAMES):
        raise ArgumentTypeError(f"the number of games is from 1 to {_MOST_GAMES}")
    return int(text)
