"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkstemp


def write_whole(path: Path, text: str) -> None:
    """Write text to a file, whole or not at all; raises OSError, which names the file.

    Links are kept. A device or a pipe, such as /dev/stdout, is written to directly.
    """
    write_whole_bytes(path, text.encode())


def write_whole_bytes(path: Path, data: bytes) -> None:
    """Write bytes to a file as `write_whole` writes text."""
    with whole_file(path) as temporary:
        temporary.write_bytes(data)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A temporary file that replaces `path` when the block ends without an error.

    A device or a pipe is yielded itself. Raises OSError, which names the file.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    try:
        with _temporary(path.resolve()) as temporary:
            yield temporary
    except OSError as error:  # which may name the temporary file
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def _temporary(path: Path) -> Iterator[Path]:
    handle, name = mkstemp(dir=path.parent, prefix=".")
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.chmod(_permissions(path))
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _permissions(path: Path) -> int:
    """The permissions of the file, or of a new one; a temporary file has stricter ones."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
