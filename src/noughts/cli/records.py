"""Files of records, one per line, to which several programs may append; how commands use them."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from noughts.cli.parser import one_line
from noughts.core.errors import NotationError
from noughts.core.record import LONGEST_RECORD, Record
from noughts.file_lock import locked

_LONGEST_LINE = 4 * LONGEST_RECORD  # bytes; a character takes at most 4 in UTF-8
_MOST_SKIPPED = 1 << 26  # bytes of one line; /dev/zero never ends one
_PATIENCE = 5.0  # seconds to wait for other programs that write to the file


def append_record(path: Path, record: Record) -> None:
    """Append a record under a lock, in one write, and wait until it is on the disk.

    A last line that a crash left incomplete is ended first, so that it does not damage the new one.
    Raises OSError.
    """
    line = f"{record}\n".encode()
    try:
        with path.open("ab+", buffering=0) as file, locked(file, _PATIENCE):
            data = b"\n" + line if _is_torn(file) else line
            end = file.seek(0, os.SEEK_END)
            if file.write(data) < len(data):  # a full disk may take only a part
                file.truncate(end)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), file.name)
            os.fsync(file.fileno())
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None  # some name no file


def _is_torn(file: IO[bytes]) -> bool:
    """True if the last line of the file is incomplete."""
    if file.seek(0, os.SEEK_END) == 0:
        return False
    file.seek(-1, os.SEEK_END)
    return file.read(1) != b"\n"


def read_records(path: Path) -> Iterator[Record | NotationError]:
    """Yield the records of a file in order, with an error in place of a line that is none.

    Raises OSError.
    """
    with path.open("rb") as file:
        number = 0
        while line := file.readline(_LONGEST_LINE):
            number += 1
            if not _skip_rest_of_line(file, line):
                no_end = "it has no end, so nothing more is read"
                yield NotationError(f"{path}, line {number}: {no_end}")
                return
            if line.strip():
                yield _read(path, number, line)


def _skip_rest_of_line(file: IO[bytes], line: bytes) -> bool:
    """Go on to the next line; returns False if the end of this one is too far away."""
    skipped = 0
    while len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
        skipped += len(line)
        if skipped > _MOST_SKIPPED:
            return False
        line = file.readline(_LONGEST_LINE)
    return True


def _read(path: Path, number: int, line: bytes) -> Record | NotationError:
    try:
        return Record.parse(line.decode("utf-8-sig"))  # with a byte order mark or without
    except (NotationError, UnicodeDecodeError) as error:
        is_torn = not line.endswith(b"\n") and len(line) < _LONGEST_LINE
        torn = " (the last line is torn off)" if is_torn else ""
        reason = error if isinstance(error, NotationError) else "it isn't text in UTF-8"
        return NotationError(f"{path}, line {number}{torn}: {reason}")


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
    return ReplayScreen(records, is_review=is_review).run() or code if records else code
