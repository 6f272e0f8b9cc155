"""A file of records, one a line: appended to by many, read by anyone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from noughts.core.errors import NotationError
from noughts.core.record import LONGEST_RECORD, Record

_BYTES_A_CHARACTER = 4  # at most, in UTF-8


def append_record(path: Path, record: Record) -> None:
    """Append a record under a lock, in one write, and wait until it is on the disk.

    A last line that some crash tore off is ended first, so that it spoils no other. Raises
    OSError.
    """
    import portalocker  # noqa: PLC0415 - 10 ms that a game without a record need not pay

    line = f"{record}\n".encode()
    with portalocker.Lock(path, "ab+", buffering=0) as file:
        file.write(b"\n" + line if _is_torn(file) else line)
        os.fsync(file.fileno())


def _is_torn(file: IO[bytes]) -> bool:
    """Whether the file's last line lacks its end."""
    if file.seek(0, os.SEEK_END) == 0:
        return False
    file.seek(-1, os.SEEK_END)
    return file.read(1) != b"\n"


def read_records(path: Path) -> Iterator[Record]:
    """The records of a file in order; raises NotationError naming the first bad line, OSError."""
    with path.open("rb") as file:
        number = 0
        while line := file.readline(LONGEST_RECORD * _BYTES_A_CHARACTER):
            number += 1
            if line.strip():
                yield _read(path, number, line)


def _read(path: Path, number: int, line: bytes) -> Record:
    try:
        return Record.parse(line.decode())
    except (NotationError, UnicodeDecodeError) as error:
        torn = "" if line.endswith(b"\n") else " (the last line is torn off)"
        raise NotationError(f"{path}, line {number}{torn}: {error}") from None
