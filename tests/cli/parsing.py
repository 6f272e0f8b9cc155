"""The arguments of the command line, as its own parsers declare them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator


def actions_in(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The names of the actions that a command has, as `noughts admin` does."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices


def arguments_in(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All arguments of a command, and of the actions that it has."""
    for action in parser._actions:
        if action.dest != "help":
            yield action
        if isinstance(action, argparse._SubParsersAction):
            for part in action.choices.values():
                yield from arguments_in(part)
