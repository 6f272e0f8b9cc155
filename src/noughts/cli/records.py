"""What the commands that read a file of records have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from noughts.cli.parser import one_line
from noughts.core.record import Record
from noughts.terminal.record_file import read_records


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
