"""Files of records, as commands use them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from noughts.cli.files import opened
from noughts.cli.parser import one_line
from noughts.core.errors import NotationError
from noughts.core.record import Record
from noughts.files.records import append_record, records_in
from noughts.wording.grammar import worded
from noughts.wording.language import gettext as _


class Keeper:
    """A keeper of finished games: appends them to a file, or prints one that cannot be saved."""

    def __init__(self, path: Path | str) -> None:
        self._path = path
        self.has_failed = False

    def __call__(self, record: Record) -> None:
        """Append a record, or print it with the reason why that failed."""
        if isinstance(self._path, str):  # standard output
            print(record, flush=True)
            return
        try:
            append_record(self._path, record)
        except OSError as error:
            self.has_failed = True
            reason = one_line(f"{self._path}: {error.strerror}")
            print(f"noughts: {reason}; the game was:\n{record}", file=sys.stderr)


def use_each_record(path: Path | str, use: Callable[[int, Record], None]) -> int:
    """Call `use` with the number and record of each line of a file; returns the exit code.

    A line that is not a record is reported on standard error and skipped; so is a file without any.
    """
    number = code = 0

    def report(error: NotationError) -> None:
        nonlocal code
        sys.stdout.flush()
        print(f"noughts: {one_line(worded(error))}", file=sys.stderr)
        code = 1

    with opened(path) as file:
        for number, record in enumerate(records_in(file, str(path), report), 1):
            use(number, record)
    if number == code == 0:
        reason = one_line(_("there is no game in {file}", file=path))
        print(f"noughts: {reason}", file=sys.stderr)
        code = 1
    return code


def walk_through(path: Path | str, *, is_review: bool = False) -> int:
    """Show the games of a file on the full screen, move by move; returns the exit code."""
    from noughts.screen.replay import ReplayScreen  # 200 ms

    records = list[Record]()
    code = use_each_record(path, lambda _number, record: records.append(record))
    return ReplayScreen(records, is_review=is_review).run() or code if records else code
