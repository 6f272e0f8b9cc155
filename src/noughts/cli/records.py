"""How the commands read and write files of records."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from noughts.cli.parser import one_line
from noughts.cli.streams import show_full_screen
from noughts.core.record import Record
from noughts.terminal.record_file import append_record, read_records


class Keeper:
    """Appends finished games to a file, or prints a game that cannot be saved."""

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
    number = code = 0
    for record in read_records(path):
        if isinstance(record, Record):
            number += 1
            use(number, record)
        else:
            sys.stdout.flush()
            print(f"noughts: {one_line(str(record))}", file=sys.stderr)
            code = 1
    return code


def walk_through(path: Path, *, is_review: bool = False) -> int:
    """Show the games of a file on the full screen, move by move; returns the exit code."""
    from noughts.screen.replay import ReplayScreen  # 200 ms

    records = list[Record]()
    code = use_each_record(path, lambda _number, record: records.append(record))
    return show_full_screen(ReplayScreen(records, is_review=is_review)) or code if records else code
