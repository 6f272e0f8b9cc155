"""`noughts gomocup`: our players as an engine for managers of five-in-a-row tournaments."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from noughts import __version__
from noughts.cli.parser import Parser, one_line, seed
from noughts.core.rules import LONGEST_SIDE
from noughts.players import UnknownPlayer, player

if TYPE_CHECKING:
    from typing import BinaryIO

_LONGEST_LINE = 4_096  # bytes
_FIVE = 5


def add_gomocup(parser: Parser) -> None:
    """Declare the command."""
    parser.add_argument("--player", default="strongest", metavar="PLAYER", help="(strongest)")
    parser.add_argument(
        "--k", type=_k, default=_FIVE, metavar="K", help="how many in a row win (5)"
    )
    parser.add_argument("--seed", type=seed, help="for the player's random choices")
    parser.set_defaults(run=partial(_run, parser))


def _k(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:3]) <= LONGEST_SIDE):
        raise ArgumentTypeError(f"the number in a row is 1 to {LONGEST_SIDE}")
    return int(text)


def _run(parser: Parser, arguments: Namespace) -> int:
    from noughts.engine.session import Session  # noqa: PLC0415

    try:
        chosen = player(arguments.player, arguments.seed)
    except UnknownPlayer as error:
        parser.error(str(error))
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
