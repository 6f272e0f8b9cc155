"""Files of records, as the commands read and write them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from noughts.cli.parser import one_line
from noughts.core.record import Record
from noughts.terminal.record_file import append_record, read_records


class Keeper:
    """Keeps finished games in a file; one that cannot be kept is shown, so that it is not lost."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.has_failed = False

    def __call__(self, record: Record) -> None:
        """Append a record, or say why not and print it."""
        try:
            append_record(self._path, record)
        except OSError as error:
            self.has_failed = True
            reason = one_line(f"{self._path}: {error.strerror}")
            print(f"noughts: {reason}; the game was:\n{record}", file=sys.stderr)


def use_each_record(path: Path, use: Callable[[int, Record], None]) -> int:
    """Use each record of a file with its number; return the exit code.

    A line that is none is told on standard error and passed over: it spoils no other.
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
