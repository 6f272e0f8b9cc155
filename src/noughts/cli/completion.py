"""`noughts completion`: a script by which a shell completes commands, options and players."""

from __future__ import annotations

from argparse import Action, Namespace
from collections.abc import Iterator
from contextlib import suppress

from noughts.cli.commands import COMMANDS, parser_of
from noughts.cli.parser import Parser, Subparsers
from noughts.core.errors import MissingExtra
from noughts.core.extras import extra
from noughts.players import PLAYERS


def run_completion(arguments: Namespace) -> int:
    """Print the script by which a shell completes commands, options and players."""
    with extra("completion"):
        import shtab

    parser = Parser(prog="noughts")  # of a game, and of all commands whose libraries are installed
    COMMANDS["play"].declare(parser)
    subparsers: Subparsers = parser.add_subparsers()
    for name, command in COMMANDS.items():
        with suppress(MissingExtra):
            parts = [parser_of(name)]
            subparsers.add_parser(name, help=command.summary, parents=parts, add_help=False)
    # The shell offers files, folders and players where an argument is one. Only here are players
    # choices: the commands refuse others in their own words.
    for action in _actions(parser):
        name = str(action.metavar or action.dest).upper()
        if name.endswith("FILE"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif name == "FOLDER":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif name == "PLAYER" or action.dest == "player":
            action.choices = list(PLAYERS)
    print(shtab.complete(parser, arguments.shell))
    return 0


def _actions(parser: Parser) -> Iterator[Action]:
    for action in parser._actions:
        yield action
        if isinstance(action.choices, dict):
            for part in action.choices.values():
                yield from _actions(part)
