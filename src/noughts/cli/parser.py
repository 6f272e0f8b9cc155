"""An argument parser whose errors are one line that says what to do, and the types of arguments."""

from __future__ import annotations

import argparse
import os
import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, TypeVar

from noughts.core import Rules
from noughts.core.errors import NoughtsError
from noughts.core.notation import quote
from noughts.solver import Limit, can_solve
from noughts.wording.grammar import listing, worded
from noughts.wording.language import gettext as _
from noughts.wording.text import printable

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")
N = TypeVar("N", int, float)
Subparsers: TypeAlias = "argparse._SubParsersAction[Parser]"

INTERRUPTED = 130  # the exit code
STANDARD = "-"  # the file that is standard input or output

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
    """An argument parser with one-line errors and without abbreviations.

    Its help begins with what the command does, and ends with examples.
    """

    def __init__(self, *, purpose: str = "", examples: Sequence[str] = (), **options: Any) -> None:
        # Every declared option makes a formatter, which without a width imports shutil, 2 ms.
        formatter = partial(argparse.HelpFormatter, width=_WIDTH)
        super().__init__(allow_abbrev=False, formatter_class=formatter, **options)
        self.purpose, self.examples = purpose, examples

    @property
    def options(self) -> list[str]:
        """The options it takes."""
        return [name for action in self._actions for name in action.option_strings]

    def format_help(self) -> str:
        examples = "\n".join(f"  {example}" for example in self.examples)
        return f"{self.purpose}\n\n{super().format_help()}\nexamples:\n{examples}\n"

    def error(self, message: str) -> NoReturn:
        sentence = _(
            "{problem} (see {command} --help)",
            problem=one_line(_reworded(message)),
            command=self.prog,
        )
        self.exit(2, f"{self.prog}: {sentence}\n")


def _reworded(message: str) -> str:
    """Return an error of argparse as a whole sentence in the language in use; keep any other."""
    required = re.fullmatch(r"the following arguments are required: (.*)", message, re.DOTALL)
    if required is not None:
        return _("missing: {arguments}", arguments=required[1])
    blamed = re.fullmatch(r"argument (\S+?): (.*)", message, re.DOTALL)
    if blamed is None:
        return message
    name, problem = blamed.groups()
    if problem.startswith("expected "):
        return _("{option} needs a value", option=name)
    if problem.startswith("ignored explicit argument "):
        return _("{option} takes no value", option=name)
    if problem.startswith("not allowed with argument "):
        return exclusive(name, problem.removeprefix("not allowed with argument "))
    return f"{name}: {problem}"


def exclusive(option: str, other: str) -> str:
    """Return the error for two options that exclude each other."""
    return _("{option} and {other} exclude each other", option=option, other=other)


def one_line(message: str) -> str:
    """Return a message, which may quote file names or arguments, made safe for a terminal."""
    return printable(message, _LONGEST_MESSAGE)


def thinking(rules: Rules, chosen: float | None) -> Limit | None:
    """Return the time for a move; None is the player's own, as where all values are proved."""
    return None if chosen is None or can_solve(rules) else Limit(seconds=chosen)


def nearest(name: str, known: Collection[str]) -> str | None:
    """Return the one of these names that was probably meant, or None."""
    from difflib import get_close_matches  # only after a mistake

    near = get_close_matches(name[:40], list(known), n=1)
    return near[0] if near else None


def unquoted_position(arguments: Sequence[str]) -> str | None:
    """Return the position that stands among arguments without quotes, or None.

    >>> unquoted_position(["x../.o./...", "x", "3", "--json"])
    'x../.o./... x 3'
    """
    rows, side, k = r"[xoXO.]+(/[xoXO.]+)+", r"[xoXO]", r"\d{1,2}"
    for words in zip(arguments, arguments[1:], arguments[2:], strict=False):
        if all(map(re.fullmatch, (rows, side, k), words)):
            return " ".join(words)
    return None


# --- types of arguments


def readable(read: Callable[[str], T]) -> Callable[[str], T]:
    """Adapt a parser of the core for argparse: its errors become errors of the argument."""

    def argument(text: str) -> T:
        try:
            return read(text)
        except NoughtsError as error:
            raise ArgumentTypeError(worded(error)) from None

    return argument


def one_of(known: Collection[str]) -> Callable[[str], str]:
    """Return a type of words, which says what may have been meant by another."""

    def argument(text: str) -> str:
        if text in known:
            return text
        if (near := nearest(text, known)) is not None:
            problem = _("not {text}; did you mean {near}?", text=quote(text), near=near)
        else:
            choices = listing(known, "or")
            problem = _("{choices}, not {text}", choices=choices, text=quote(text))
        raise ArgumentTypeError(problem)

    return argument


def number(kind: Callable[[str], N], low: N, high: N, refusal: str) -> Callable[[str], N]:
    """Return a type of numbers from `low` to `high`, read by `whole` or `float`.

    The refusal is translated when it is shown.
    """

    def argument(text: str) -> N:
        with suppress(ValueError):
            if low <= (value := kind(text)) <= high:
                return value
        raise ArgumentTypeError(_(refusal))

    return argument


def whole(text: str) -> int:
    """Read digits only, where `int` also reads signs, spaces and `1_000`; raises ValueError."""
    if not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    return int(text)


def readable_file(text: str) -> Path | str:
    """Parse the path of a file that can be read, or `-`; raises ArgumentTypeError."""
    from pathlib import Path  # 4 ms that a game saves

    if text == STANDARD:
        return text
    path = Path(text)
    if path.is_dir():
        raise ArgumentTypeError(_("{file} is a folder", file=text))
    if not path.exists():
        raise ArgumentTypeError(_("there is no file {file}", file=text))
    if not os.access(path, os.R_OK):
        raise ArgumentTypeError(_("{file} may not be read", file=text))
    return path


def writable_file(text: str) -> Path:
    """Parse the path of a file that can be written; raises ArgumentTypeError."""
    from pathlib import Path  # 4 ms that a game saves

    if text == STANDARD:
        raise ArgumentTypeError(_("this can't go to standard output: name a file"))
    if not text:
        raise ArgumentTypeError(_("a file has a name"))
    path = Path(text)
    place = path if path.exists() else path.parent
    if path.is_dir():
        raise ArgumentTypeError(_("{file} is a folder", file=text))
    if not place.exists():
        raise ArgumentTypeError(_("the folder of {file} does not exist", file=text))
    if not os.access(place, os.W_OK):
        raise ArgumentTypeError(_("{file} may not be written", file=text))
    return path


def output(*endings: str) -> Callable[[str], Path | str]:
    """Return a type of files to write, whose names end in one of these, or `-`."""

    def argument(text: str) -> Path | str:
        if text == STANDARD:
            return text
        path = writable_file(text)
        is_device = path.exists() and not path.is_file()
        if endings and path.suffix.lower() not in endings and not is_device:
            kinds = listing(endings, "or")
            raise ArgumentTypeError(_("the name of this file ends in {endings}", endings=kinds))
        return path

    return argument
