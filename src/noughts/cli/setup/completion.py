"""`noughts completion`: a script by which a shell completes commands, options and players."""

from __future__ import annotations

from argparse import Action, Namespace
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from noughts.cli.commands import COMMANDS, add_command
from noughts.cli.parser import Parser
from noughts.cli.play.play import add_play
from noughts.core.errors import MissingExtra
from noughts.core.extras import extra
from noughts.players import PLAYERS

SHELLS = ("bash", "fish", "powershell", "tcsh", "zsh")


def add_completion(parser: Parser) -> None:
    """Declare the arguments."""
    parser.add_argument("shell", choices=SHELLS, help="whose script to print")
    parser.set_defaults(run=_run)


def _run(arguments: Namespace) -> int:
    with extra("completion"):
        import shtab  # noqa: PLC0415 - an extra

    parser = _whole_parser()
    for action in _actions(parser):
        _say_what_fits(action, shtab.FILE, shtab.DIRECTORY)
    print(shtab.complete(parser, arguments.shell))
    return 0


def _whole_parser() -> Parser:
    """All commands whose libraries are installed, and the options of a game without a command."""
    parser = Parser(prog="noughts")
    add_play(parser)
    subparsers = parser.add_subparsers(parser_class=Parser)
    for name in COMMANDS:
        with suppress(MissingExtra):
            add_command(subparsers, name)
    return parser


def _actions(parser: Parser) -> Iterator[Action]:
    for action in parser._actions:
        yield action
        if isinstance(action.choices, dict):
            for part in action.choices.values():
                yield from _actions(part)


def _say_what_fits(action: Action, file: Any, folder: Any) -> None:
    """Let the shell offer files, folders or players where the argument is one.

    Only here are the players choices: the commands refuse others in their own words.
    """
    name = str(action.metavar or action.dest).upper()
    if name.endswith("FILE"):
        action.complete = file  # type: ignore[attr-defined]
    elif name == "FOLDER":
        action.complete = folder  # type: ignore[attr-defined]
    elif name == "PLAYER" or action.dest == "player":
        action.choices = list(PLAYERS)
