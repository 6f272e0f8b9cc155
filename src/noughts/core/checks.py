"""Checks of arguments: their types, whole numbers and their bounds.

Text is taken wherever its type has a `parse`: a board as `3x3:3`, a position as its notation.
"""

from __future__ import annotations

from operator import index
from types import NoneType
from typing import Any, TypeVar, get_args

from noughts.core.errors import IllegalAction, WrongType

MOST_SEED = 2**64 - 1

T = TypeVar("T")


def as_type(value: T | str, kind: type[T], name: str) -> T:
    """Return the value, read from its text if need be; raises WrongType and what `parse` raises.

    >>> from noughts.core.rules import Rules
    >>> as_type("3x3:3", Rules, "the board")
    Rules(width=3, height=3, k=3)
    """
    if isinstance(value, kind):
        return value
    if isinstance(value, str):
        return kind.parse(value)  # type: ignore[attr-defined, no-any-return]
    raise wrong_type(value, f"{kind.__name__} or its text", name, kind)


def check_type(value: object, kind: Any, name: str) -> None:
    """Raise WrongType unless the value is an instance of `kind`, a class or several as a union.

    >>> check_type("xo./.../... x 3", str, "the position")
    """
    if not isinstance(value, kind):
        kinds = get_args(kind) or (kind,)
        expected = " or ".join("None" if one is NoneType else one.__name__ for one in kinds)
        raise wrong_type(value, expected, name, kinds[0])


def whole(number: object, name: str, least: int | None = None, most: int | None = None) -> int:
    """Return an integer of any type as a Python int; raises WrongType for all else, even 3.0, True.

    NumPy's integers equal Python's but overflow, so none may reach a cache or a bitboard. Raises
    IllegalAction out of bounds.
    """
    try:
        if isinstance(number, bool):
            raise TypeError
        value = index(number)  # type: ignore[arg-type]
    except TypeError:
        raise wrong_type(number, "an integer", name) from None
    if (least is not None and value < least) or (most is not None and value > most):
        bounds = f"{least} or more" if most is None else f"{least} to {most}"
        raise IllegalAction(f"{name} is {bounds}, not {value}")
    return value


def power_of_two(number: object, name: str, least: int) -> int:
    """Return a power of two from `least` to 2**32, as kernels need for the entries of a table."""
    value = whole(number, name)
    if not least <= value <= 2**32 or value & (value - 1):
        raise IllegalAction(f"{name} are a power of two from {least} to 2**32, not {value}")
    return value


def check_number(value: object, name: str) -> None:
    """Raise WrongType unless the value is an int or a float; IllegalAction if no float holds it."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise wrong_type(value, "a number", name)
    try:
        float(value)
    except OverflowError:
        raise IllegalAction(f"{name}: too large a number") from None


def seed_or_none(seed: object) -> int | None:
    """Return a seed, from 0 to 2**64 - 1, or None; raises WrongType and IllegalAction."""
    return None if seed is None else whole(seed, "the seed", 0, MOST_SEED)


def wrong_type(value: object, expected: str, name: str, *kinds: type) -> WrongType:
    """Return the error for a value of the wrong type, which names the part of it that would do."""
    got = "None" if value is None else type(value).__name__
    parts = {kind.__name__.lower(): kind for kind in kinds}  # a record has a game, which has rules
    does = [part for part, kind in parts.items() if isinstance(getattr(value, part, None), kind)]
    hint = f" – its .{does[0]} is one" if does else ""
    return WrongType(f"{name}: expected {expected}, got {got}{hint}")
