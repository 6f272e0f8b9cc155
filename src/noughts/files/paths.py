"""The paths that callers give."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path
from typing import TypeAlias

from noughts.core.checks import check_type
from noughts.core.errors import NotationError

StrPath: TypeAlias = "str | PathLike[str]"  # a path as text, or a Path


def as_path(given: StrPath) -> Path:
    """Return the path of a file; raises WrongType, and NotationError where no file has such a path.

    >>> as_path("games.jsonl").name
    'games.jsonl'
    """
    check_type(given, str | PathLike, "the path")
    text = fspath(given)
    check_type(text, str, "the path")
    if "\0" in text:
        raise NotationError("the path of a file has no null character")
    return Path(text)
