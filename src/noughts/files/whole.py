"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from noughts.files.lock import locked

_SUFFIX = ".partial"  # of the folder of a temporary file
_FILE, _LOCK = "file", "lock"  # in it


def write_whole(path: Path, content: str | bytes) -> None:
    """Write text or bytes to a file, whole or not at all; raises OSError, which names the file.

    Links are kept. A device or a pipe, such as /dev/stdout, is written to directly.
    """
    data = content.encode() if isinstance(content, str) else content
    with whole_file(path) as temporary:
        temporary.write_bytes(data)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a temporary file that replaces `path` when the block ends without an error.

    A device or a pipe is yielded itself. Raises OSError, which names the file.
    """
    try:
        if path.exists() and not path.is_file():
            yield path
        else:
            with _temporary(path.resolve()) as temporary:
                yield temporary
    except OSError as error:  # which may name the temporary file, or none
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def _temporary(path: Path) -> Iterator[Path]:
    _remove_left_behind(path.parent)
    # No longer than names may be.
    folder = Path(mkdtemp(dir=path.parent, prefix=f".{path.name[:50]}.", suffix=_SUFFIX))
    temporary = folder / _FILE
    try:
        with _in_use(folder):
            temporary.touch()
            yield temporary
            with temporary.open("rb+") as file:
                os.fsync(file.fileno())
            if path.exists():
                temporary.chmod(path.stat().st_mode & 0o777)
            temporary.replace(path)
    finally:
        rmtree(folder, ignore_errors=True)


@contextmanager
def _in_use(folder: Path) -> Iterator[None]:
    """Hold a lock, which tells the folder of a running process from that of a killed one.

    Raises BlockingIOError where another process holds it.
    """
    with (folder / _LOCK).open("ab") as file, locked(file, timeout=0):
        yield


def _remove_left_behind(parent: Path) -> None:
    """Remove what was left of any file there: the next one may have another name, as of a day."""
    for folder in parent.glob(f".*{_SUFFIX}"):
        with suppress(OSError):  # in use, or another user's
            names = {file.name for file in folder.iterdir()}
            # It is ours if it has nothing else; SQLite adds a journal to a file.
            if _LOCK in names and all(name.startswith(_FILE) for name in names - {_LOCK}):
                with _in_use(folder):
                    pass
                rmtree(folder)
