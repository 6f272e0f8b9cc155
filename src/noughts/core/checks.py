"""What every door of the library asks of what it is given: to be of the right type."""

from __future__ import annotations

from operator import index

from noughts.core.errors import WrongType


def check_type(value: object, kind: type, name: str) -> None:
    """Raise WrongType unless the value is of this kind.

    >>> check_type("xo./.../... x 3", str, "the position")
    """
    if not isinstance(value, kind):
        hint = f"; {kind.__name__}.parse reads a text" if _reads(kind, value) else ""
        raise WrongType(f"{name} is of type {kind.__name__}, not {type(value).__name__}{hint}")


def whole(number: object, name: str) -> int:
    """An integer of any type as Python's own; raises WrongType for all else, 3.0 and True too.

    NumPy's integers are equal to Python's, but overflow: none may reach a cache or a bitboard.
    """
    try:
        if isinstance(number, bool):
            raise TypeError
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        raise WrongType(f"{name} is an integer, not of type {type(number).__name__}") from None


def _reads(kind: type, value: object) -> bool:
    return isinstance(value, str) and hasattr(kind, "parse")
