"""What the views that worker processes make have in common."""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import Any


class View:
    """A view that is pickled by its fields, in half the time of other dataclasses with slots."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        kind: Any = type(self)
        return kind, _fields_of(kind)(self)


@cache
def _fields_of(kind: Any) -> attrgetter[tuple[Any, ...]]:
    return attrgetter(*kind.__match_args__)
