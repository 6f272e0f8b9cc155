"""`noughts puzzle`: find the only right move in a position."""

from __future__ import annotations

from argparse import Namespace
from random import Random

from noughts.cli.parser import Subparsers, seed
from noughts.cli.streams import standard_console
from noughts.coach.puzzle import LEVELS, puzzles
from noughts.core.rules import Rules
from noughts.terminal.console import EndOfInput
from noughts.terminal.puzzle import pose


def add_puzzle(subparsers: Subparsers) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("puzzle", help="find the one right move")
    parser.add_argument("--level", choices=LEVELS, help="how hard (any)")
    parser.add_argument("--seed", type=seed, metavar="N", help="choose the same puzzle again")
    parser.set_defaults(run=_run)


def _run(arguments: Namespace) -> int:
    rng = Random(arguments.seed)
    # The level is drawn first, since four puzzles in five are easy.
    level = arguments.level or rng.choice(LEVELS)
    fitting = [puzzle for puzzle in puzzles(Rules()) if puzzle.level == level]
    console = standard_console()
    try:
        pose(console, rng.choice(fitting))
    except EndOfInput:
        console.say("Goodbye.")
    return 0
