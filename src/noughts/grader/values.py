"""Values of a program as JSON and back: plain data only, and bounded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from itertools import islice
from operator import index
from typing import Any, TypeAlias

_MOST_ITEMS = 40  # more than any board, list of moves or policy of 3×3 has
_DEEPEST = 4  # boards are two deep
_LONGEST = 100  # letters of a text
_LARGEST = 2**53  # what every reader of JSON takes
_PLAIN = (bool, int, float, str)

Json: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Thing:
    """A value that is no plain data, by its `repr`."""

    text: str

    def __repr__(self) -> str:
        return self.text


def encode(value: object, depth: int = 0) -> Json:
    """Return a value as JSON; what is no plain data, or too much of it, becomes a Thing.

    >>> encode([1, (None, "X")])
    {'list': [1, {'tuple': [None, 'X']}]}
    """
    if value is None or value is True or value is False:
        return value
    exact = type(value)  # what most values are is settled first: a fifth of the time of a call
    if exact is int and -_LARGEST < value < _LARGEST:  # type: ignore[operator]
        return value
    if exact in (list, tuple) and depth < _DEEPEST:
        items = value[:_MOST_ITEMS]  # type: ignore[index]
        encoded = [
            item
            if item is None or (type(item) is str and len(item) < 2)
            else encode(item, depth + 1)
            for item in items  # cells of boards, most of them
        ]
        return {exact.__name__: encoded}
    if isinstance(value, str):
        return str(value) if len(value) <= _LONGEST else _thing(value)
    if isinstance(value, float):
        return value if -_LARGEST < value < _LARGEST else _thing(value)
    if hasattr(value, "tolist"):  # NumPy's numbers and arrays
        return encode(value.tolist(), depth)
    if hasattr(value, "__index__"):
        whole = index(value)
        return whole if abs(whole) < _LARGEST else _thing(value)
    if depth == _DEEPEST or not isinstance(value, Iterable):
        return _thing(value)
    if isinstance(value, Mapping):
        pairs = [[encode(side, depth + 1) for side in item] for item in _few(value.items())]
        return {"dict": pairs}
    kind = "tuple" if isinstance(value, tuple) else "set" if isinstance(value, Set) else "list"
    return {kind: [encode(item, depth + 1) for item in _few(value)]}


def decode(data: Json) -> object:
    """Return the value that JSON stands for.

    >>> decode({"list": [1, {"tuple": [None, "X"]}]})
    [1, (None, 'X')]
    """
    if data is None or type(data) in _PLAIN:
        return data
    match data:
        case {"list": items}:
            return [decode(item) for item in items]
        case {"tuple": items}:
            return tuple(decode(item) for item in items)
        case {"set": items}:
            return frozenset(map(_hashable, map(decode, items)))
        case {"dict": items}:
            return {_hashable(decode(key)): decode(value) for key, value in items}
        case {"thing": text}:
            return Thing(str(text))
    raise ValueError(data)


def _hashable(value: object) -> object:
    return Thing(repr(value)) if isinstance(value, list | dict) else value


def _few(items: Iterable[Any]) -> list[Any]:
    return list(islice(items, _MOST_ITEMS))


def _thing(value: object) -> Json:
    text = value[:_LONGEST] if isinstance(value, str) else value
    shown = repr(text)
    return {"thing": shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"}
