"""Files of records, as commands use them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from noughts.cli.parser import one_line
from noughts.core.errors import NotationError
from noughts.core.record import Record
from noughts.files.records import append_record, read_records


class Keeper:
    """A keeper of finished games: appends them to a file, or prints one that cannot be saved."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.has_failed = False

    def __call__(self, record: Record) -> None:
        """Append a record, or print it with the reason why that failed."""
        try:
            append_record(self._path, record)
        except OSError as error:
            self.has_failed = True
            reason = one_line(f"{self._path}: {error.strerror}")
            print(f"noughts: {reason}; the game was:\n{record}", file=sys.stderr)


def use_each_record(path: Path, use: Callable[[int, Record], None]) -> int:
    """Call `use` with the number and record of each line of a file; returns the exit code.

    A line that is not a record is reported on standard error and skipped.
    """
    code = 0

    def report(error: NotationError) -> None:
        nonlocal code
        sys.stdout.flush()
        print(f"noughts: {one_line(str(error))}", file=sys.stderr)
        code = 1

    for number, record in enumerate(read_records(path, report), 1):
        use(number, record)
    return code


def walk_through(path: Path, *, is_review: bool = False) -> int:
    """Show the games of a file on the full screen, move by move; returns the exit code."""
    from noughts.screen.replay import ReplayScreen  # 200 ms

    records = list[Record]()
    code = use_each_record(path, lambda _number, record: records.append(record))
    return ReplayScreen(records, is_review=is_review).run() or code if records else code
