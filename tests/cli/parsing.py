"""The arguments of the command line, as its own parsers declare them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator


def arguments_in(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All arguments of a command, and of the actions that it has."""
    for action in parser._actions:
        if action.dest != "help":
            yield action
        if isinstance(action, argparse._SubParsersAction):
            for part in action.choices.values():
                yield from arguments_in(part)
