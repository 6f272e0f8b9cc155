"""The two marks."""

from __future__ import annotations

from enum import Enum


class Mark(Enum):
    """X or O; the value is the lower-case letter that positions and records use."""

    X = "x"
    O = "o"  # noqa: E741 - the game's own name for it

    # Members are singletons, so identity can hash them: Enum's own hash costs 0.1 µs.
    __hash__ = object.__hash__

    @property
    def other(self) -> Mark:
        """The opponent's mark.

        >>> Mark.X.other
        Mark.O
        """
        return Mark.O if self is Mark.X else Mark.X

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Mark.{self.name}"
