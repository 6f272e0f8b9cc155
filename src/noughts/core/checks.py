"""Type checks for the arguments of public functions."""

from __future__ import annotations

from operator import index

from noughts.core.errors import WrongType


def check_type(value: object, kind: type, name: str) -> None:
    """Raise WrongType unless the value is an instance of `kind`.

    >>> check_type("xo./.../... x 3", str, "the position")
    """
    if not isinstance(value, kind):
        hint = f"; {kind.__name__}.parse reads a text" if _reads(kind, value) else ""
        raise WrongType(f"{name} is of type {kind.__name__}, not {type(value).__name__}{hint}")


def whole(number: object, name: str) -> int:
    """An integer of any type as a Python int; raises WrongType for anything else, even 3.0 or True.

    NumPy's integers equal Python's but overflow, so none may reach a cache or a bitboard.
    """
    try:
        if isinstance(number, bool):
            raise TypeError
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        raise WrongType(f"{name} is an integer, not of type {type(number).__name__}") from None


def _reads(kind: type, value: object) -> bool:
    return isinstance(value, str) and hasattr(kind, "parse")
