"""Parsing arguments so that a mistake is one line that says what to do."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NoReturn, TypeAlias, TypeVar

from noughts.core.errors import NoughtsError

T = TypeVar("T")
Subparsers: TypeAlias = "argparse._SubParsersAction[Parser]"

class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, and which guesses no abbreviation."""

    def __init__(self, **options: object) -> None:
        super().__init__(allow_abbrev=False, **options)  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def readable(read: Callable[[str], T]) -> Callable[[str], T]:
    """A reader of the core as argparse wants it: its errors become the argument's."""

    def argument(text: str) -> T:
        try:
            return read(text)
        except NoughtsError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return argument
