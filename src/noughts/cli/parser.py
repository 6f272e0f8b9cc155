"""An argument parser whose errors are one line that says what to do, and the types of arguments."""

from __future__ import annotations

import argparse
import os
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, TypeVar

from noughts.core import Rules
from noughts.core.errors import NoughtsError
from noughts.solver import Limit, can_solve
from noughts.wording.grammar import worded
from noughts.wording.language import gettext as _
from noughts.wording.text import printable

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")
N = TypeVar("N", int, float)
Subparsers: TypeAlias = "argparse._SubParsersAction[Parser]"

INTERRUPTED = 130  # the exit code

_WIDTH = 78  # columns of help text
_LONGEST_MESSAGE = 1_000  # characters


class UsageError(Exception):
    """A command is asked wrongly; its parser says so, and the exit code is 2."""


@contextmanager
def as_usage_error(*kinds: type[NoughtsError]) -> Iterator[None]:
    """Turn errors of these kinds into usage errors."""
    try:
        yield
    except kinds as error:
        raise UsageError(worded(error)) from None


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
        sentence = _(
            "{problem} (see {command} --help)", problem=one_line(message), command=self.prog
        )
        self.exit(2, f"{self.prog}: {sentence}\n")


def one_line(message: str) -> str:
    """Return a message, which may quote file names or arguments, made safe for a terminal."""
    return printable(message, _LONGEST_MESSAGE)


def thinking(rules: Rules, chosen: float | None) -> Limit | None:
    """Return the time for a move; None is the player's own, as where all values are proved."""
    return None if chosen is None or can_solve(rules) else Limit(seconds=chosen)


# --- types of arguments


def readable(read: Callable[[str], T]) -> Callable[[str], T]:
    """Adapt a parser of the core for argparse: its errors become errors of the argument."""

    def argument(text: str) -> T:
        try:
            return read(text)
        except NoughtsError as error:
            raise ArgumentTypeError(worded(error)) from None

    return argument


def number(kind: Callable[[str], N], low: N, high: N, refusal: str) -> Callable[[str], N]:
    """Return a type of numbers from `low` to `high`, read by `whole` or `float`."""

    def argument(text: str) -> N:
        with suppress(ValueError):
            if low <= (value := kind(text)) <= high:
                return value
        raise ArgumentTypeError(refusal)

    return argument


def whole(text: str) -> int:
    """Read digits only, where `int` also reads signs, spaces and `1_000`; raises ValueError."""
    if not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    return int(text)


def writable_file(text: str) -> Path:
    """Parse the path of a file that can be written; raises ArgumentTypeError."""
    from pathlib import Path  # 4 ms that a game saves

    if not text:
        raise ArgumentTypeError("a file has a name")
    path = Path(text)
    place = path if path.exists() else path.parent
    if path.is_dir():
        raise ArgumentTypeError(f"{text} is a folder")
    if not place.exists():
        raise ArgumentTypeError(f"the folder of {text} does not exist")
    if not os.access(place, os.W_OK):
        raise ArgumentTypeError(f"{text} may not be written")
    return path
