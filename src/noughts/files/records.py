"""Files of records, one per line, to which several programs may append."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Iterator
from io import IOBase
from pathlib import Path
from typing import IO

from noughts.core.checks import check_type
from noughts.core.errors import NotationError
from noughts.core.record import LONGEST_RECORD, Record
from noughts.files.lock import locked
from noughts.files.paths import StrPath, as_path
from noughts.files.whole import write_whole

_LONGEST_LINE = 4 * LONGEST_RECORD  # bytes; a character takes at most 4 in UTF-8
_MOST_SKIPPED = 1 << 26  # bytes of one line; /dev/zero never ends one
_PATIENCE = 5.0  # seconds to wait for other programs that write to the file


def append_record(path: StrPath, record: Record) -> None:
    """Append a record under a lock, in one write, and wait until it is on the disk.

    A last line that a crash left incomplete is ended first, so that it does not damage the new one.
    Raises OSError, which names the file, and WrongType.
    """
    target = as_path(path)
    check_type(record, Record, "the record")
    line = f"{record}\n".encode()
    try:
        with target.open("ab+", buffering=0) as file, locked(file, _PATIENCE):
            data = b"\n" + line if _is_torn(file) else line
            end = file.seek(0, os.SEEK_END)
            if file.write(data) < len(data):  # a full disk may take only a part
                file.truncate(end)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), file.name)
            os.fsync(file.fileno())
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from None  # some name no file


def _is_torn(file: IO[bytes]) -> bool:
    """True if the last line of the file is incomplete."""
    if file.seek(0, os.SEEK_END) == 0:
        return False
    file.seek(-1, os.SEEK_END)
    return file.read(1) != b"\n"


def write_records(path: StrPath, records: Iterable[Record]) -> None:
    """Write a file of records, whole or not at all, in place of what it held.

    Raises OSError, which names the file, and WrongType.
    """
    file = as_path(path)
    check_type(records, Iterable, "the records")
    lines = []
    for record in records:
        check_type(record, Record, "a record")
        lines.append(f"{record}\n")
    write_whole(file, "".join(lines))


def read_records(
    path: StrPath, report: Callable[[NotationError], object] | None = None
) -> Iterator[Record]:
    """Return the records of a file in order, which is read as they are asked for.

    For a line that is no record, `report` is called with the error, which names the file and the
    line; without a `report` the error is raised, and reading ends. Raises OSError and WrongType.

    >>> list(read_records(os.devnull))
    []
    """
    file = as_path(path)
    check_type(report, Callable | None, "the report")
    return _records(file, report or _raise)


def _raise(error: NotationError) -> None:
    raise error


def _records(path: Path, report: Callable[[NotationError], object]) -> Iterator[Record]:
    with path.open("rb") as file:
        yield from _lines(file, str(path), report)


def records_in(
    file: IO[bytes], name: str, report: Callable[[NotationError], object]
) -> Iterator[Record]:
    """Return the records of an open file, as `read_records` does; errors tell its name."""
    check_type(file, IOBase, "the file")
    check_type(name, str, "the name")
    check_type(report, Callable, "the report")
    return _lines(file, name, report)


def _lines(
    file: IO[bytes], name: str, report: Callable[[NotationError], object]
) -> Iterator[Record]:
    number = 0
    while line := file.readline(_LONGEST_LINE):
        number += 1
        if not _skip_rest_of_line(file, line):
            no_end = "it has no end, so nothing more is read"
            report(NotationError(f"{name}, line {number}: {no_end}"))
            return
        if line.strip():
            try:
                record = _read(name, number, line)
            except NotationError as error:
                report(error)
            else:
                yield record


def _skip_rest_of_line(file: IO[bytes], line: bytes) -> bool:
    """Go on to the next line; returns False if the end of this one is too far away."""
    skipped = 0
    while len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
        skipped += len(line)
        if skipped > _MOST_SKIPPED:
            return False
        line = file.readline(_LONGEST_LINE)
    return True


def _read(name: str, number: int, line: bytes) -> Record:
    try:
        return Record.parse(line.decode("utf-8-sig"))  # with a byte order mark or without
    except (NotationError, UnicodeDecodeError) as error:
        is_torn = not line.endswith(b"\n") and len(line) < _LONGEST_LINE
        torn = " (the last line is torn off)" if is_torn else ""
        reason = error if isinstance(error, NotationError) else "it isn't text in UTF-8"
        raise NotationError(f"{name}, line {number}{torn}: {reason}") from None
