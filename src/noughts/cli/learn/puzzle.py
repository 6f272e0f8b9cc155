"""`noughts puzzle`: find the only right move in a position."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from random import Random

from noughts.cli.full_screen import add_plain, is_wanted, show
from noughts.cli.learn.sheet import number_of_puzzles, write_sheet
from noughts.cli.parser import Parser, seed, writable_file
from noughts.cli.streams import standard_console
from noughts.coach.puzzle import BOARDS, LEVELS, Puzzle, Theme, random_puzzle
from noughts.core.errors import NotationError
from noughts.core.rules import Rules
from noughts.terminal.console import EndOfInput
from noughts.terminal.puzzle import pose_each


def add_puzzle(parser: Parser) -> None:
    """Declare the command."""
    parser.add_argument("--level", choices=LEVELS, help="how hard (any)")
    parser.add_argument(
        "--theme", choices=[theme.value for theme in Theme], help="what kind of puzzle (any)"
    )
    parser.add_argument("--board", choices=list(map(str, BOARDS)), default="3x3:3", help="(3x3:3)")
    parser.add_argument("--seed", type=seed, metavar="N", help="choose the same puzzles again")
    parser.add_argument(
        "--sheet", type=writable_file, metavar="FILE", help="write a sheet to print, .pdf or .svg"
    )
    parser.add_argument(
        "--count", type=number_of_puzzles, metavar="N", help="how many are on the sheet (6)"
    )
    add_plain(parser)
    parser.set_defaults(run=partial(_run, parser))


def _run(parser: Parser, arguments: Namespace) -> int:
    if arguments.sheet is not None:
        return write_sheet(parser, arguments)
    if arguments.count is not None:
        parser.error("--count is for a --sheet")
    puzzles = _puzzles(arguments)
    console = standard_console(plain=arguments.plain, in_place=True)
    try:
        if is_wanted(arguments):
            return _pose_on_full_screen(arguments)
        pose_each(console, puzzles)
    except NotationError as error:
        parser.error(str(error))
    except EndOfInput:
        console.say_goodbye()
    return 0


def _pose_on_full_screen(arguments: Namespace) -> int:
    from noughts.screen.puzzle import PuzzleScreen, Wanted  # noqa: PLC0415 - 200 ms

    theme = None if arguments.theme is None else Theme(arguments.theme)
    wanted = Wanted(Rules.parse(arguments.board), theme, arguments.level)
    return show(PuzzleScreen(wanted, Random(arguments.seed)))


def _puzzles(arguments: Namespace) -> Iterator[Puzzle]:
    rng, rules = Random(arguments.seed), Rules.parse(arguments.board)
    theme = None if arguments.theme is None else Theme(arguments.theme)
    while True:
        yield random_puzzle(arguments.level, rng, theme, rules)
