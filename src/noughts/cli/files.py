"""Files of commands: `-` is standard input or output, others are written whole or not at all."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO, TextIO

from noughts.files import whole
from noughts.terminal.console import handling


def write_whole(path: Path | str, content: str | bytes) -> None:
    """Write text or bytes to a file as `noughts.files.whole` does, or to standard output, `-`."""
    if isinstance(path, str):
        sys.stdout.flush()
        sys.stdout.buffer.write(content.encode() if isinstance(content, str) else content)
        return
    with _ending():
        whole.write_whole(path, content)


def opened(path: Path | str) -> AbstractContextManager[BinaryIO]:
    """Open a file to be read, or standard input, `-`; raises OSError."""
    return nullcontext(sys.stdin.buffer) if isinstance(path, str) else path.open("rb")


def about(path: Path | str | None) -> TextIO:
    """Return the stream for what is said about a file, which is not the one that it goes to."""
    return sys.stderr if isinstance(path, str) else sys.stdout


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a temporary file that replaces `path` at the end, as in `noughts.files.whole`."""
    with _ending(), whole.whole_file(path) as temporary:
        yield temporary


def _ending() -> AbstractContextManager[None]:
    """Let SIGTERM end the command by an exception, so that nothing is left behind."""
    return handling("SIGTERM", lambda number, _: sys.exit(128 + number))
