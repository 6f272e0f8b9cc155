"""An argument parser whose errors are one line that says what to do."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, TypeVar

from noughts.core.errors import NoughtsError
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.text import printable
from noughts.language import gettext as _
from noughts.solver import Limit, can_solve

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")
Subparsers: TypeAlias = "argparse._SubParsersAction[Parser]"

_WIDTH = 78  # columns of help text
_LONGEST_MESSAGE = 1_000  # characters


class Parser(argparse.ArgumentParser):
    """An argument parser with one-line errors and without abbreviations."""

    def __init__(self, **options: Any) -> None:
        # Every declared option makes a formatter, which without a width imports shutil, 2 ms.
        formatter = partial(argparse.HelpFormatter, width=_WIDTH)
        super().__init__(allow_abbrev=False, formatter_class=formatter, **options)

    @property
    def options(self) -> list[str]:
        """The options it takes."""
        return [name for action in self._actions for name in action.option_strings]

    def error(self, message: str) -> NoReturn:
        said = _("{problem} (see {command} --help)", problem=one_line(message), command=self.prog)
        self.exit(2, f"{self.prog}: {said}\n")


def one_line(message: str) -> str:
    """A message, which may quote file names or arguments, made safe for a terminal."""
    return printable(message, _LONGEST_MESSAGE)


def readable(read: Callable[[str], T]) -> Callable[[str], T]:
    """Adapt a parser of the core for argparse: its errors become errors of the argument."""

    def argument(text: str) -> T:
        try:
            return read(text)
        except NoughtsError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return argument


def add_position(parser: Parser) -> None:
    """Declare the argument `position`, which may also be a board, meaning its start."""
    example = 'such as "x.o/.x./..o x 3", or a board as 3x3:3'
    parser.add_argument("position", type=readable(_position), help=example)


def _position(text: str) -> Position:
    return Rules.parse(text).start() if ":" in text else Position.parse(text)


def seed(text: str) -> int:
    """Parse a seed; raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise argparse.ArgumentTypeError("a seed is a whole number from 0, of at most 18 digits")
    return int(text)


def seconds(text: str) -> float:
    """Parse a number of seconds above 0; raises ArgumentTypeError."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError("a limit is a number of seconds above 0")
    return number


def thinking(rules: Rules, chosen: float | None) -> Limit | None:
    """The time for a move; None is the player's own, as on boards whose values are all proved."""
    return None if chosen is None or can_solve(rules) else Limit(seconds=chosen)


def writable_file(text: str) -> Path:
    """Parse the path of a file that can be written; raises ArgumentTypeError."""
    from pathlib import Path  # noqa: PLC0415 - 4 ms that a game saves

    if not text:
        raise argparse.ArgumentTypeError("a file has a name")
    path = Path(text)
    place = path if path.exists() else path.parent
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is a folder")
    if not place.exists():
        raise argparse.ArgumentTypeError(f"the folder of {text} does not exist")
    if not os.access(place, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text} may not be written")
    return path
