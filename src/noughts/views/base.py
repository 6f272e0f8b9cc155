"""What views have in common: how worker processes send them, and how they become JSON."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
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


def plain(value: Any) -> Any:
    """Return a view or a kind as JSON has it, one level deep, as a `default` for `json.dumps`."""
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    raise TypeError(f"no JSON for {type(value).__name__}")
