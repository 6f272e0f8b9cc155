"""The arguments of the command line, as its own parsers declare them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from noughts.cli.commands import add_command
from noughts.cli.parser import Parser


def parser_of(command: str) -> Parser:
    """A parser of `noughts` that knows this one command."""
    parser = Parser(prog="noughts")
    add_command(parser.add_subparsers(dest="command"), command)
    return parser


def arguments_of(command: str) -> Iterator[argparse.Action]:
    """All arguments of a command, and of the actions that it has."""
    for action in parser_of(command)._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from _arguments_in(action.choices[command])


def _arguments_in(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if action.dest != "help":
            yield action
        if isinstance(action, argparse._SubParsersAction):
            for part in action.choices.values():
                yield from _arguments_in(part)
