"""Files that a command writes whole or not at all, even if it is told to end meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from noughts.files import whole
from noughts.terminal.console import handling


def write_whole(path: Path, content: str | bytes) -> None:
    """Write text or bytes to a file as `noughts.files.whole` does."""
    with _ending():
        whole.write_whole(path, content)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a temporary file that replaces `path` at the end, as in `noughts.files.whole`."""
    with _ending(), whole.whole_file(path) as temporary:
        yield temporary


def _ending() -> AbstractContextManager[None]:
    """Let SIGTERM end the command by an exception, so that nothing is left behind."""
    return handling("SIGTERM", lambda number, _: sys.exit(128 + number))
