"""Commands at a pseudo-terminal; a module that imports this one is skipped without pexpect."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

# Untyped, and on Windows it would not do.
pexpect: Any = pytest.importorskip("pexpect")


@contextmanager
def at_terminal(*command: str, **environment: str) -> Iterator[Any]:
    """A command in a pseudo-terminal of 80 by 24; ended, if it has not ended itself."""
    child = pexpect.spawn(
        command[0],
        list(command[1:]),
        env={**os.environ, **environment},
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=60,
    )
    try:
        yield child
    finally:
        child.close(force=True)


def ending_of(child: Any) -> tuple[str, int | None]:
    """Return the output until the end, and the exit code."""
    child.expect(pexpect.EOF)
    child.wait()
    return child.before, child.exitstatus
