"""Squares that are typed by name, letter by letter."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from noughts.core.bits import Move
from noughts.core.errors import NotationError
from noughts.core.notation import column_name, read_square
from noughts.core.rules import Rules


@dataclass(frozen=True, slots=True)
class TypedSquare:
    """What has been typed of a square's name, such as `h` of `h8`.

    >>> TypedSquare("h").with_letter(Rules(15, 15, 5), "8").square(Rules(15, 15, 5))
    112
    """

    text: str = ""

    def with_letter(self, rules: Rules, letter: str) -> TypedSquare | None:
        """What is typed after one more letter, or None if no square is called that."""
        if letter.isalpha():
            is_column = letter in map(column_name, range(rules.width))
            return TypedSquare(letter) if is_column else None
        longer = TypedSquare(self.text + letter)
        return longer if longer.square(rules) is not None else None

    def square(self, rules: Rules) -> Move | None:
        """The square of that name, if there is one."""
        with suppress(NotationError):
            return read_square(rules.width, rules.height, self.text)
        return None
